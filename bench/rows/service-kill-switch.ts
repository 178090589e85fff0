import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { measureKillSwitch } from '../../test/service/faults/measure-kill-switch.ts';
import { createSmallClient } from '../../test/service/faults/small-client.ts';
import { createArguments, createDefinition } from '../lib/definitions.ts';
import { createPostgresSchema } from '../lib/postgres-schema.ts';
import type { Effort, Goal, Line, Row } from '../lib/section.ts';
import { startServer } from '../lib/service/start-server.ts';
import { percentile } from '../lib/statistics.ts';
import { NO_POSTGRES_NOTE, withPostgres } from '../lib/with-postgres.ts';

const COUNT = 100;
const goal: Goal = { of: 'value', atMost: 100e6 };

/** How long does another replica still run a tool that was disabled? */
export const serviceKillSwitchRow: Row = {
  name: 'service-kill-switch',
  async run(effort) {
    const title = 'service-kill-switch: until a second replica refuses a tool, since the first has said so';
    return await withPostgres(async (serverUrl) => {
      if (serverUrl === undefined) return [{ title, lines: [], peers: [], notes: [NO_POSTGRES_NOTE] }];
      const delays = await measureDelays(serverUrl, effort);
      const toLine = (percent: number): Line => ({
        name: `${COUNT} tools, PostgreSQL, p${percent}`,
        unit: 'nanoseconds',
        ours: { name: 'ours', values: [percentile(delays, percent) * 1e6] },
        ...(percent === 99 && { goal }),
      });
      return [{ title, lines: [toLine(50), toLine(99), toLine(100)], peers: [] }];
    });
  },
};

/** In milliseconds. */
async function measureDelays(serverUrl: string, { rounds }: Effort): Promise<readonly number[]> {
  const { url: databaseUrl, drop } = await createPostgresSchema(serverUrl);
  try {
    return await withTempFolder(async (root) => {
      const start = async (name: string) => {
        const folder = join(root, name);
        await mkdir(folder);
        return await startServer({ kind: 'ours', count: COUNT, folder, databaseUrl });
      };
      const first = await start('first');
      const second = await start('second');
      const admin = createSmallClient(() => `http://127.0.0.1:${first.port}`, first.adminKey);
      const agent = createSmallClient(() => `http://127.0.0.1:${second.port}`, first.agentKey);
      const tool = createDefinition(0).name;
      const order = { tool, arguments: createArguments(0) };
      try {
        return await measureKillSwitch(
          {
            setEnabled: (isEnabled) =>
              admin.post(`/catalog/tools/${tool}/${isEnabled ? 'enable' : 'disable'}`),
            runs: async () => (await agent.post('/calls', order)).state === 'ok',
          },
          // So that the slowest of them is beyond the 99th percentile.
          rounds * 20,
        );
      } finally {
        admin.close();
        agent.close();
        await first.stop();
        await second.stop();
      }
    });
  } finally {
    await drop();
  }
}
