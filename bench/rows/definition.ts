import { runChild } from '../lib/run-child.ts';
import type { Row } from '../lib/section.ts';
import { type Sample, sampleOf } from '../lib/statistics.ts';

const COUNT = 1000;

/** What does it cost to define tools whose JSON Schemas exist already? */
export const definitionRow: Row = {
  name: 'definition',
  async run(effort) {
    const samples = await runChild<Sample[]>('definition', { count: COUNT, effort });
    const floor = sampleOf(samples, 'floor');
    const base = { unit: 'nanoseconds', floor } as const;
    return [
      {
        title: `definition: ${COUNT} tools with JSON Schemas, into a registry (floor: frozen objects in a Map)`,
        lines: [
          {
            ...base,
            name: 'schemas prepared by jsonSchema()',
            ours: sampleOf(samples, 'prebuilt'),
            goal: { of: 'ratio', atMost: 2 },
          },
          { ...base, name: 'schemas as literals, read and checked', ours: sampleOf(samples, 'literals') },
        ],
        peers: [],
      },
    ];
  },
};
