import { runChild } from '../lib/run-child.ts';
import { type Row, toPeerLines } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';

/** What does one direct call cost, around a handler that does nothing? */
export const callRow: Row = {
  name: 'call',
  async run(effort) {
    const samples = await runChild<Sample[]>('call', { effort });
    const floor = sampleOf(samples, 'floor');
    const base = { unit: 'nanoseconds', floor } as const;
    const names = ['Zod schema', 'JSON Schema'];
    return [
      {
        title: 'call: one direct call, 5 fields (floor: Map lookup, zod.parse, the handler)',
        lines: names.map((name) => ({
          ...base,
          name: `executor(), ${name}`,
          ours: sampleOf(samples, name),
        })),
        peers: toPeerLines(samplesBut(samples, ['floor', ...names]), base),
        notes: ['Peers have Zod schemas. The AI SDK offers no call of one tool outside of a generation.'],
      },
    ];
  },
};
