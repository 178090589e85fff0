import { runChild } from '../lib/run-child.ts';
import { type Goal, type Row, toPeerLines } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';

const goals: Readonly<Record<string, Goal>> = {
  'full path, Zod schema': { of: 'ratio', atMost: 8 },
  'full path, JSON Schema': { of: 'ratio', atMost: 8 },
  'ledger, events off, Zod schema': { of: 'ratio', atMost: 3 },
  'ledger, events off, JSON Schema': { of: 'ratio', atMost: 3 },
};

/** A call leaves garbage: a batch must be long enough for the collector to have its share in each. */
const BATCH_FACTOR = 5;

/** What does one direct call cost, around a handler that does nothing? */
export const callRow: Row = {
  name: 'call',
  async run({ batchMs, ...rest }) {
    const effort = { ...rest, batchMs: batchMs * BATCH_FACTOR };
    const samples = await runChild<Sample[]>('call', { effort });
    const base = { unit: 'nanoseconds', floor: sampleOf(samples, 'floor') } as const;
    const isOurs = ({ name }: Sample) => /^executor|^full path|^ledger/.test(name);
    const ours = samples.filter(isOurs);
    const names = ours.map(({ name }) => name);
    return [
      {
        title: 'call: one direct call, 5 fields (floor: Map lookup, zod.parse, the handler)',
        lines: ours.map((sample) => {
          const goal = goals[sample.name];
          return { ...base, name: sample.name, ours: sample, ...(goal && { goal }) };
        }),
        peers: toPeerLines(samplesBut(samples, ['floor', ...names]), base),
        notes: [
          'Full path: runtime.call with its defaults (deadline, policy, memory ledger) and one listener.',
          'Arguments are an object, except where they are text. executor() has none of that.',
          'Peers have Zod schemas. The AI SDK offers no call of one tool outside of a generation.',
        ],
      },
    ];
  },
};
