import fc from 'fast-check';

/** The same cases on every machine; `FC_SEED=random` looks for new ones, `FC_SEED=<number>` repeats one. */
const seed = process.env.FC_SEED ?? '20261115';

if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
