import type { TurnPeer } from '../children/turn.ts';
import { runChild } from '../lib/run-child.ts';
import { type Goal, type Line, type PeerLine, type Row, toPeerLines } from '../lib/section.ts';
import { type Sample, sampleOf } from '../lib/statistics.ts';

const peers: readonly TurnPeer[] = [
  { name: 'AI SDK, schemas wrapped before', id: 'ai-sdk', schemas: 'json' },
  { name: 'OpenAI Agents', id: 'openai-agents', schemas: 'json' },
];

const counts = [10, 100, 1000, 10_000];
const goals: Readonly<Record<number, Goal>> = {
  10: { of: 'ratio', atMost: 1 },
  1000: { of: 'ratio', atMost: 0.1 },
  10000: { of: 'ratio', atMost: 0.1 },
};

/** What does it cost to render tools for a provider, the first time and in every turn after it? */
export const renderRow: Row = {
  name: 'render',
  async run(effort) {
    const sections = [];
    for (const kind of ['first', 'repeated'] as const) {
      const lines: Line[] = [];
      const peerLines: PeerLine[] = [];
      for (const count of counts) {
        const samples = await runChild<Sample[]>('render', { count, kind, peers, effort });
        const floor = sampleOf(samples, 'floor');
        const base = { unit: 'nanoseconds', floor } as const;
        const goal = kind === 'repeated' ? goals[count] : undefined;
        const names = new Set(['floor', ...peers.map(({ name }) => name)]);
        for (const ours of samples.filter(({ name }) => !names.has(name))) {
          const name = `${count} tools, ${ours.name}`;
          lines.push({ ...base, name, ours, ...(goal !== undefined && { goal }) });
        }
        const others = samples.filter(({ name }) => peers.some((peer) => peer.name === name));
        peerLines.push(...toPeerLines(others, { ...base, suffix: `${count}` }));
      }
      sections.push({ title: titles[kind], lines, peers: peerLines, notes: notes[kind] });
    }
    return sections;
  },
};

const titles = {
  first:
    'render, first: tools for a provider, from scratch (floor: one frozen object a tool, schema as it is)',
  repeated:
    'render, repeated: copy the baseline, render it again (floor: a Map and an array of prebuilt objects)',
};

const notes = {
  first: [
    'Ours checks names, translates every schema into the dialect of the provider, sorts and plans budgets.',
    'Peers pass schemas on; their adapters for providers are not in it.',
  ],
  repeated: ['A provider is left out where it does not take so many tools in one request.'],
};
