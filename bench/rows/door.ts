import { measureBundle } from '../lib/measure-bundle.ts';
import { measureImports } from '../lib/measure-imports.ts';
import type { Effort, Goal, Line, Row, Section, Unit } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';

const OURS = 'toolcrib';
const peers = [
  'ai',
  '@openai/agents',
  '@mastra/core/tools',
  'langchain',
  '@langchain/core/tools',
  '@modelcontextprotocol/server',
  'zod',
];

/** What does it cost to have the main door in a bundle, or in a process? */
export const doorRow: Row = {
  name: 'door',
  async run(effort) {
    return [await weighBundles(), ...(await measureImportCosts(effort))];
  },
};

async function weighBundles(): Promise<Section> {
  const samples: Sample[] = [];
  const notes: string[] = [];
  for (const name of [OURS, ...peers]) {
    const bytes = await measureBundle(`export * from '${name}';`);
    if (bytes === undefined) notes.push(`${name} does not bundle for browsers.`);
    else samples.push({ name, values: [bytes] });
  }
  const toolOnly = await measureBundle(`export { tool } from 'ai';`);
  if (toolOnly !== undefined) samples.push({ name: 'ai, only { tool }', values: [toolOnly] });
  const title = 'door: the whole main door as a browser bundle, minified and gzipped';
  const goal: Goal = { of: 'value', atMost: 25_000 };
  return { ...toSection(samples, { title, line: 'size', unit: 'bytes', goal }), notes };
}

async function measureImportCosts({ processes }: Effort): Promise<Section[]> {
  const { times, memory } = await measureImports([OURS, ...peers], Math.max(processes, 9));
  return [
    toSection(times, {
      title: 'door: import of the main door, processor time beyond an import of nothing',
      line: 'import, time',
      unit: 'nanoseconds',
      goal: { of: 'value', atMost: 30e6 },
    }),
    toSection(memory, {
      title: 'door: import of the main door, resident memory beyond bare Node',
      line: 'import, memory',
      unit: 'bytes',
      goal: { of: 'value', atMost: 10e6 },
    }),
  ];
}

interface SectionPlan {
  readonly title: string;
  readonly line: string;
  readonly unit: Unit;
  readonly goal: Goal;
}

function toSection(samples: readonly Sample[], plan: SectionPlan): Section {
  const { title, line: name, unit, goal } = plan;
  const line: Line = { name, unit, ours: sampleOf(samples, OURS), goal };
  const others = samplesBut(samples, [OURS]);
  return { title, lines: [line], peers: others.map((sample) => ({ name: sample.name, unit, sample })) };
}
