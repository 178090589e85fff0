import type { Effort, Goal, Line, PeerLine, Row } from '../lib/section.ts';
import type { McpEra } from '../lib/service/mcp-message.ts';
import { measureContestants } from '../lib/service/measure-contestants.ts';
import { type Contestants, withServers } from '../lib/service/with-servers.ts';
import { sampleOf, samplesBut } from '../lib/statistics.ts';

const counts = [10, 1000, 10_000];
const MAX_PEER_COUNT = 1000;
const goal: Goal = { of: 'ratio', atMost: 3 };
/** Calls that come at the same time share a commit; one that comes alone has its own. */
const MANY = 16;

/** What does it cost the service to call a tool that does nothing, over MCP, with policy, ledger and audit log? */
export const serviceCallRow: Row = {
  name: 'service-call',
  async run(effort) {
    const lines: Line[] = [];
    const peers: PeerLine[] = [];
    for (const count of counts) {
      await withServers({ count, withPeers: count <= MAX_PEER_COUNT }, async (contestants) => {
        for (const variant of variants) {
          const measured = await measureVariant(contestants, { ...variant, count, effort });
          lines.push(measured.line);
          peers.push(...measured.peers);
        }
      });
    }
    const title = 'service-call: processor time of the server for tools/call (floor: node:http, same bytes)';
    const notes = [
      `The service writes to a SQLite file, as it does by default. ${MANY} connections, or one.`,
      `Peers are left out above ${MAX_PEER_COUNT} tools.`,
    ];
    return [{ title, lines, peers, notes }];
  },
};

interface Variant {
  readonly era: McpEra;
  readonly connections: number;
  readonly suffix: string;
}

const variants: readonly Variant[] = [
  { era: 'modern', connections: MANY, suffix: '' },
  { era: 'legacy', connections: MANY, suffix: ', 2025-11-25' },
  { era: 'modern', connections: 1, suffix: ', one by one' },
];

async function measureVariant(
  { floor, ours, peers }: Contestants,
  { era, connections, suffix, count, effort }: Variant & { readonly count: number; readonly effort: Effort },
): Promise<{ readonly line: Line; readonly peers: readonly PeerLine[] }> {
  // What speaks both is shown in the newer one, and none one by one.
  const taking = peers.filter(
    ({ eras }) => connections > 1 && eras.includes('modern') === (era === 'modern'),
  );
  const message = { era, tool: count >> 1 };
  const contest = { message, connections, clock: 'cpu', effort } as const;
  const samples = await measureContestants([floor, ours, ...taking], contest);
  const base = { unit: 'nanoseconds', floor: sampleOf(samples, 'floor') } as const;
  return {
    line: { ...base, name: `${count} tools${suffix}`, ours: sampleOf(samples, 'ours'), goal },
    peers: samplesBut(samples, ['floor', 'ours']).map((sample) => ({
      ...base,
      name: `${sample.name}, ${count} tools`,
      sample,
    })),
  };
}
