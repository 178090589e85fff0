import type { MemorySide } from '../children/memory.ts';
import { peerIds, peerNames } from '../lib/peers/load-peer.ts';
import { runChild } from '../lib/run-child.ts';
import { type Row, toPeerLines } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';

const COUNT = 10_000;
const ROUNDS = 3;
const sides: readonly { readonly side: MemorySide; readonly name: string }[] = [
  { side: 'schemas', name: 'schemas' },
  { side: 'floor', name: 'floor' },
  { side: 'literals', name: 'literals' },
  { side: 'prebuilt', name: 'prebuilt' },
  ...peerIds.map((id) => ({ side: id, name: peerNames[id] })),
];

/** How much heap does a tool need beyond its schema and its handler? */
export const memoryRow: Row = {
  name: 'memory',
  async run() {
    const samples = toPerTool(await measureHeaps());
    const floor = sampleOf(samples, 'floor');
    const base = { unit: 'bytes', floor } as const;
    const goal = { of: 'value', atMost: 500 } as const;
    return [
      {
        title: `memory: heap per tool beyond schema and handler, ${COUNT} tools, described (floor: a Map)`,
        lines: [
          { ...base, name: 'schemas as literals', ours: sampleOf(samples, 'literals'), goal },
          { ...base, name: 'schemas prepared by jsonSchema()', ours: sampleOf(samples, 'prebuilt'), goal },
        ],
        peers: toPeerLines(samplesBut(samples, ['floor', 'literals', 'prebuilt']), base),
        notes: ['Name and description are part of the figure, for the floor too.'],
      },
    ];
  },
};

async function measureHeaps(): Promise<Sample[]> {
  const samples = sides.map((each) => ({ ...each, values: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { side, values } of samples) {
      values.push(await runChild<number>('memory', { side, count: COUNT }));
    }
  }
  return samples;
}

/** Subtracts what the schemas need by themselves. */
function toPerTool(samples: readonly Sample[]): Sample[] {
  const schemas = sampleOf(samples, 'schemas');
  return samplesBut(samples, ['schemas']).map(({ name, values }) => ({
    name,
    values: values.map((bytes, round) => (bytes - (schemas.values[round] ?? Number.NaN)) / COUNT),
  }));
}
