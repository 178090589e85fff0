import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import type { Goal, Line, Row } from '../lib/section.ts';
import { toRequest } from '../lib/service/mcp-message.ts';
import { sendMessage } from '../lib/service/send-message.ts';
import { type ServerOptions, startServer } from '../lib/service/start-server.ts';
import type { Sample } from '../lib/statistics.ts';

const COUNT = 10_000;
const timeGoal: Goal = { of: 'value', atMost: 1e9 };
const memoryGoal: Goal = { of: 'value', atMost: 200e6 };

/** How soon does a service with many tools take requests, and how much memory has it then? */
export const serviceStartRow: Row = {
  name: 'service-start',
  async run(effort) {
    return await withTempFolder(async (root) => {
      const place = async (kind: ServerOptions['kind'], count: number) => {
        const folder = join(root, `${kind}-${count}`);
        await mkdir(folder);
        return { kind, count, folder } as const;
      };
      const [hono, few, many] = [await place('hono', 0), await place('ours', 10), await place('ours', COUNT)];
      await start(few, undefined);
      // The first start puts the tools into the catalogue, and makes a key.
      const { wall: first, agentKey } = await start(many, undefined);
      const rounds: Record<'hono' | 'few' | 'many', Start>[] = [];
      for (let round = 0; round < effort.processes; round++) {
        rounds.push({
          hono: await start(hono, undefined),
          few: await start(few, undefined),
          many: await start(many, agentKey),
        });
      }
      const beyond = (which: 'few' | 'many', clock: 'cpu' | 'wall'): Sample => ({
        name: clock,
        values: rounds.map((round) => round[which][clock] - round.hono[clock]),
      });
      const memory = (kind: 'rss' | 'rssAfterList'): Sample => ({
        name: kind,
        values: rounds.map(({ many: each }) => each[kind]),
      });
      const time = { unit: 'nanoseconds' } as const;
      const bytes = { unit: 'bytes' } as const;
      const lines: Line[] = [
        { ...time, name: '10 tools', ours: beyond('few', 'cpu') },
        { ...time, name: '10 tools, by the clock', ours: beyond('few', 'wall') },
        { ...time, name: `${COUNT} tools`, ours: beyond('many', 'cpu') },
        { ...time, name: `${COUNT} tools, by the clock`, ours: beyond('many', 'wall'), goal: timeGoal },
        {
          ...time,
          name: `${COUNT} tools, first start, by the clock`,
          ours: { name: 'first', values: [first] },
        },
      ];
      const memoryLines: Line[] = [
        { ...bytes, name: `${COUNT} tools, when ready`, ours: memory('rss'), goal: memoryGoal },
        { ...bytes, name: `${COUNT} tools, after a tools/list`, ours: memory('rssAfterList') },
      ];
      return [
        { title: 'service-start: until requests are taken, beyond a bare Hono server', lines, peers: [] },
        { title: 'service-start: memory of the process', lines: memoryLines, peers: [] },
      ];
    });
  },
};

interface Start {
  readonly cpu: number;
  readonly wall: number;
  readonly rss: number;
  readonly rssAfterList: number;
  readonly agentKey: string | null;
}

async function start(options: ServerOptions, key: string | null | undefined): Promise<Start> {
  const server = await startServer(options);
  try {
    const { cpu, rss } = await server.usage();
    if (key != null) {
      await sendMessage(server.port, toRequest({ era: 'modern' }, { path: '/mcp/default?mode=full', key }));
    }
    const { rss: rssAfterList } = await server.usage();
    return { cpu, rss, rssAfterList, wall: server.startNs, agentKey: server.agentKey };
  } finally {
    await server.stop();
  }
}
