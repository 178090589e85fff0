import type { TurnPeer } from '../children/turn.ts';
import { runChild } from '../lib/run-child.ts';
import { type Effort, type Goal, type Line, type PeerLine, type Row, toPeerLines } from '../lib/section.ts';
import { type Sample, sampleOf, samplesBut } from '../lib/statistics.ts';

interface Size {
  readonly count: number;
  readonly goal?: Goal;
  readonly peers: readonly TurnPeer[];
}

/** Peers that need milliseconds where the others need microseconds. */
const slowPeers: readonly TurnPeer[] = [
  { name: 'AI SDK, Zod schemas', id: 'ai-sdk', schemas: 'zod' },
  { name: 'Mastra, Zod schemas', id: 'mastra', schemas: 'zod' },
  { name: 'MCP server, Zod schemas', id: 'mcp-server', schemas: 'zod' },
];
const quickPeers: readonly TurnPeer[] = [
  { name: 'AI SDK, schemas wrapped before', id: 'ai-sdk', schemas: 'json' },
  { name: 'OpenAI Agents', id: 'openai-agents', schemas: 'json' },
  { name: 'LangChain, Zod schemas', id: 'langchain', schemas: 'zod' },
];
const allPeers = [...quickPeers, ...slowPeers];

const sizes: readonly Size[] = [
  { count: 10, goal: { of: 'ratio', atMost: 1 }, peers: allPeers },
  { count: 100, peers: allPeers },
  { count: 1000, goal: { of: 'ratio', atMost: 0.1 }, peers: allPeers },
  { count: 10_000, goal: { of: 'ratio', atMost: 0.1 }, peers: quickPeers },
];

/** What does one turn of many cost, to set it up and to list its tools for the model? */
export const turnRow: Row = {
  name: 'turn',
  async run(effort) {
    const lines: Line[] = [];
    const peers: PeerLine[] = [];
    for (const { count, goal, peers: turnPeers } of sizes) {
      const samples = await runChild<Sample[]>('turn', { count, peers: turnPeers, effort });
      const floor = sampleOf(samples, 'floor');
      const base = { unit: 'nanoseconds', floor } as const;
      const [ours, edited] = [sampleOf(samples, 'ours'), sampleOf(samples, 'ours, with an edit')];
      lines.push({ ...base, name: `${count} tools`, ours, ...(goal === undefined ? {} : { goal }) });
      lines.push({ ...base, name: `${count} tools, with an edit`, ours: edited });
      const others = samplesBut(samples, ['floor', ours.name, edited.name]);
      peers.push(...toPeerLines(others, { ...base, suffix: `${count}` }));
    }
    lines.push(await measureGrowth(effort));
    return [
      {
        title: 'turn: copy the baseline and describe() it (floor: a Map and an array of prebuilt objects)',
        lines,
        peers,
        notes: ['With an edit: an ephemeral tool is registered and pruned again, another tool is hidden.'],
      },
    ];
  },
};

async function measureGrowth(effort: Effort): Promise<Line> {
  const counts = [10, 10_000];
  const [floor, ours] = await runChild<Sample[]>('turn-growth', { counts, effort });
  if (floor === undefined || ours === undefined) throw new Error('The growth was not measured.');
  const goal: Goal = { of: 'ratio', atMost: 3 };
  return { name: '10000 tools against 10, both ours', unit: 'nanoseconds', floor, ours, goal };
}
