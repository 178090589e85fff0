import { peerIds, peerNames } from '../lib/peers/load-peer.ts';
import { runChild } from '../lib/run-child.ts';
import { type Row, toPeerLines } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';

const COUNT = 1000;
/** The conversion is Zod's on both sides; what remains is noise or ours. */
const NOISE = 0.1;

/** What does the first turn cost, from Zod schemas to the list? */
export const coldRow: Row = {
  name: 'cold',
  async run({ processes }) {
    const samples = await measureInFreshProcesses(processes);
    const floor = sampleOf(samples, 'floor');
    return [
      {
        title: `cold: first turn of a process, ${COUNT} Zod tools (floor: z.toJSONSchema, Map, list)`,
        lines: [
          {
            name: 'define, register, describe',
            unit: 'nanoseconds',
            floor,
            ours: sampleOf(samples, 'ours'),
            goal: { of: 'ratio', atMost: 1, tolerance: NOISE },
          },
        ],
        peers: toPeerLines(samplesBut(samples, ['floor', 'ours']), { unit: 'nanoseconds', floor }),
        notes: [`Each value is a process of its own. Up to ${100 * NOISE} % above the goal counts as noise.`],
      },
    ];
  },
};

async function measureInFreshProcesses(rounds: number): Promise<Sample[]> {
  const sides = [
    { side: 'floor', name: 'floor' },
    { side: 'ours', name: 'ours' },
    ...peerIds.map((id) => ({ side: id, name: peerNames[id] })),
  ].map((side) => ({ ...side, values: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { side, values } of sides) values.push(await runChild<number>('cold', { side, count: COUNT }));
  }
  return sides;
}
