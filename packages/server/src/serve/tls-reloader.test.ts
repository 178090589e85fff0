import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makePair } from '../../../../test/http/make-pair.ts';
import { assertTlsPair, type TlsPair } from '../node/tls-pair.ts';
import { TlsReloader } from './tls-reloader.ts';

/** A reloader over files that the test writes, and what came of it. */
function begin(current: TlsPair, startAt = Date.now()) {
  const world = { files: current, tried: 0, used: [] as TlsPair[], lines: [] as string[] };
  const warnings: unknown[] = [];
  const clock = createFakeClock(startAt);
  const reloader = new TlsReloader({
    ...{ current, clock },
    load: async () => world.files,
    replace: (pair) => {
      world.tried++;
      assertTlsPair(pair);
      world.used.push(pair);
    },
    log: {
      warn: (_, facts) => void warnings.push(facts?.problem),
      info: (message) => void world.lines.push(message),
      error: (_, error, facts) =>
        void world.lines.push(`${(error as { code: string }).code} ${facts?.problem}`),
    },
  });
  onTestFinished(() => reloader.close());
  /** Lets the time pass until the files are read once more. */
  const wait = async () => {
    await clock.advance(10_000);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { world, warnings, clock, reloader, wait };
}

const [one, two] = [makePair('one.example'), makePair('two.example')];

describe('TlsReloader', () => {
  it('uses what is in the files once that has changed', async () => {
    const { world, wait } = begin(one);

    await wait();
    expect(world.used).toEqual([]);
    world.files = two;
    await wait();
    await wait();

    expect(world.used).toEqual([two]);
    expect(world.lines).toEqual(['the TLS certificate was replaced']);
  });

  it('says nothing of a pair that is only half written', async () => {
    const { world, wait } = begin(one);

    world.files = { ...one, cert: two.cert };
    await wait();
    world.files = two;
    await wait();

    expect(world.used).toEqual([two]);
    expect(world.lines).toEqual(['the TLS certificate was replaced']);
  });

  it('keeps the pair that it had if another one cannot be used, and says so once', async () => {
    const { world, wait } = begin(one);

    world.files = { ...one, cert: two.cert };
    for (let times = 0; times < 4; times++) await wait();
    expect(world.used).toEqual([]);
    expect(world.lines).toEqual(['E_TLS_INVALID The key is not that of the certificate.']);
    expect(world.tried).toBe(1);
    world.files = { ...one, key: 'none' };
    await wait();
    await wait();

    expect(world.lines.at(-1)).toBe('E_TLS_INVALID The key is not in PEM form.');
    world.files = one;
    await wait();
    await wait();
    expect(world.used).toEqual([]);
    expect(world.lines.at(-1)).toBe('the files have the TLS certificate again that is in use');
    expect(world.lines).toHaveLength(3);
  });

  it('warns of a certificate that expires soon, and again once it has', async () => {
    // Valid for 25 hours, a quarter of which is left.
    const end = Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000;
    const quarterMs = 22_500_000;
    const soon = makePair('a', { validTo: new Date(end) });
    const { world, warnings, clock, wait } = begin(soon, end - quarterMs - 15_000);

    await wait();
    expect(warnings).toEqual([]);
    await wait();
    await wait();
    expect(warnings).toEqual(['expires-soon']);
    await clock.advance(quarterMs);
    await wait();
    expect(warnings).toEqual(['expires-soon', 'expired']);
    world.files = makePair('b', { validTo: new Date(end + 30 * 86_400_000) });
    await wait();
    world.files = makePair('c', { validTo: new Date(end - 1_000) });
    await wait();

    expect(world.used).toHaveLength(2);
    expect(warnings).toEqual(['expires-soon', 'expired', 'expired']);
  });

  it.each([
    { validTo: -1_000, problem: 'expired' },
    { validTo: 86_400_000, problem: undefined },
  ])('tells at once of a certificate that it starts with: $problem', ({ validTo, problem }) => {
    const { warnings } = begin(makePair('a', { validTo: new Date(Date.now() + validTo) }));

    expect(warnings).toEqual(problem === undefined ? [] : [problem]);
  });

  it('looks at once if it is asked to, and says what is wrong at once, each time', async () => {
    const { world, reloader } = begin(one);

    world.files = { ...one, cert: two.cert };
    await reloader.reload();
    await reloader.reload();
    const line = 'E_TLS_INVALID The key is not that of the certificate.';
    expect(world.lines).toEqual([line, line]);
    world.files = two;
    await reloader.reload();

    expect(world.used).toEqual([two]);
  });
});
