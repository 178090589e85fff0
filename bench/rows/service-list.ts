import type { Effort, Goal, Line, PeerLine, Row } from '../lib/section.ts';
import type { McpEra } from '../lib/service/mcp-message.ts';
import { measureContestants } from '../lib/service/measure-contestants.ts';
import { type Contestants, withServers } from '../lib/service/with-servers.ts';
import { sampleOf, samplesBut } from '../lib/statistics.ts';

const counts = [10, 100, 1000, 10_000];
/** Above this a list of a peer takes seconds; above the other one, too long for a first look. */
const MAX_PEER_COUNT = 1000;
const MAX_QUICK_PEER_COUNT = 100;
const QUICK_ROUNDS = 5;
const goal: Goal = { of: 'ratio', atMost: 1.5 };
const CONNECTIONS = 4;

/** What does it cost the service to list its tools over MCP? */
export const serviceListRow: Row = {
  name: 'service-list',
  async run(effort) {
    const lines: Line[] = [];
    const peers: PeerLine[] = [];
    const maxPeerCount = effort.rounds > QUICK_ROUNDS ? MAX_PEER_COUNT : MAX_QUICK_PEER_COUNT;
    for (const count of counts) {
      const withPeers = count <= maxPeerCount;
      await withServers({ count, withPeers }, async (contestants) => {
        for (const era of ['modern', 'legacy'] as const) {
          const measured = await measureEra(contestants, { era, count, effort });
          lines.push(measured.line);
          peers.push(...measured.peers);
        }
      });
    }
    const title = 'service-list: processor time of the server for tools/list (floor: node:http, same bytes)';
    const notes = [`Peers are left out above ${maxPeerCount} tools, where a list takes long.`];
    return [{ title, lines, peers, notes }];
  },
};

async function measureEra(
  { floor, ours, peers }: Contestants,
  { era, count, effort }: { readonly era: McpEra; readonly count: number; readonly effort: Effort },
): Promise<{ readonly line: Line; readonly peers: readonly PeerLine[] }> {
  // What speaks both is shown in the newer one.
  const taking = peers.filter(({ eras }) =>
    eras.includes('modern') ? era === 'modern' : eras.includes(era),
  );
  const contest = { message: { era }, connections: CONNECTIONS, clock: 'cpu', effort } as const;
  const samples = await measureContestants([floor, ours, ...taking], contest);
  const base = { unit: 'nanoseconds', floor: sampleOf(samples, 'floor') } as const;
  const name = `${count} tools${era === 'legacy' ? ', 2025-11-25' : ''}`;
  return {
    line: { ...base, name, ours: sampleOf(samples, 'ours'), goal },
    peers: samplesBut(samples, ['floor', 'ours']).map((sample) => ({
      ...base,
      name: `${sample.name}, ${count} tools`,
      sample,
    })),
  };
}
