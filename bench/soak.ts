// Calls a tool of the service for a while, over many connections, and stops at the first answer that is not right.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/ensure-built.ts';
import { withTempFolder } from '../scripts/lib/with-temp-folder.ts';
import { toRequest } from './lib/service/mcp-message.ts';
import { runLoad } from './lib/service/run-load.ts';
import { startServer } from './lib/service/start-server.ts';
import { getWallTime } from './lib/wall-time.ts';

const TOOLS = 10;
const CONNECTIONS = 64;
const BATCH = 10_000;
const MINUTE_NS = 60e9;

const { values: flags } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(flags.minutes);
if (!(minutes > 0)) throw new RangeError('--minutes must be a number above 0.');

await ensureBuilt();
await withTempFolder(async (root) => {
  const folder = join(root, 'data');
  await mkdir(folder);
  const server = await startServer({ kind: 'ours', count: TOOLS, folder });
  try {
    const place = { path: '/mcp/default', key: server.agentKey };
    const request = toRequest({ era: 'modern', tool: 0 }, place);
    const endsAt = getWallTime() + minutes * MINUTE_NS;
    let calls = 0;
    for (let lap = getWallTime(); lap < endsAt; ) {
      await runLoad({ port: server.port, request, count: BATCH, connections: CONNECTIONS });
      calls += BATCH;
      const now = getWallTime();
      const rate = Math.round(BATCH / ((now - lap) / 1e9));
      const { rss } = await server.usage();
      console.log(`${calls} calls, ${rate} per second, ${Math.round(rss / 1e6)} MB`);
      lap = now;
    }
    console.log(`No error in ${calls} calls.`);
  } finally {
    await server.stop();
  }
});
