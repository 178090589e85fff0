import { type Goal, type Row, toPeerLines } from '../lib/section.ts';
import { measureContestants } from '../lib/service/measure-contestants.ts';
import { withServers } from '../lib/service/with-servers.ts';
import { sampleOf, samplesBut } from '../lib/statistics.ts';

const COUNT = 10;
const CONNECTIONS = 64;
/** At least 0.35 × the calls per second of the floor. */
const goal: Goal = { of: 'ratio', atMost: 1 / 0.35 };

/** How many calls per second does one process make? */
export const serviceThroughputRow: Row = {
  name: 'service-throughput',
  async run(effort) {
    return await withServers({ count: COUNT, withPeers: true }, async ({ floor, ours, peers }) => {
      const message = { era: 'modern', tool: 0 } as const;
      const contest = { connections: CONNECTIONS, clock: 'wall', effort } as const;
      const modern = peers.filter(({ eras }) => eras.includes('modern'));
      const samples = await measureContestants([floor, ours, ...modern], { ...contest, message });
      const base = { unit: 'nanoseconds', floor: sampleOf(samples, 'floor') } as const;
      const name = `${CONNECTIONS} connections, ${COUNT} tools`;
      return [
        {
          title: 'service-throughput: time on the clock for each call of many at once (floor: node:http)',
          lines: [{ ...base, name, ours: sampleOf(samples, 'ours'), goal }],
          peers: toPeerLines(samplesBut(samples, ['floor', 'ours']), base),
        },
      ];
    });
  },
};
