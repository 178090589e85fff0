import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { serveLocalMcp } from './serve-local-mcp.ts';

const DAY_MS = 86_400_000;

it('says of a task how long the local service keeps it', async () => {
  await withTempFolder(async (dataFolder) => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const options = {
      ...{ tenant: 'default', toolset: undefined, dataFolder, databaseUrl: undefined },
      ...{ toolModules: [], withExamples: true, filesFolder: undefined },
    };
    const served = serveLocalMcp(options, { stdin, stdout, signal: new AbortController().signal });

    stdin.write(
      `${JSON.stringify(request('tools/call', { name: 'delete_note', arguments: { name: 'a' } }))}\n`,
    );
    const [line] = await once(createInterface(stdout), 'line');
    stdin.end();
    await served;

    expect(JSON.parse(line).result).toMatchObject({ resultType: 'task', ttlMs: 30 * DAY_MS });
  });
});

function request(method: string, params: object): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    },
  };
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
}
