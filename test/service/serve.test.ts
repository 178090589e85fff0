import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../../packages/server/src/serve/serve.ts';
import type { ServeIo, ServeOptions } from '../../packages/server/src/serve/serve-options.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { modernRequest } from '../mcp/send-mcp.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase } from '../postgres/test-database.ts';

/** A world with nothing in it but a folder. */
function createIo(cwd: string, env: ServeIo['env'] = {}) {
  const printed: string[] = [];
  const sink = { write: (text: string) => printed.push(text), isTTY: false, columns: undefined };
  const stderr = { ...sink, write: () => undefined };
  const io: ServeIo = {
    stdout: sink,
    stderr,
    env,
    cwd,
    exit: () => undefined,
    onStop: () => () => undefined,
    onReload: () => () => undefined,
    onUnhandled: () => () => undefined,
  };
  return { io, printed };
}

async function askTools(url: string, key: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${url}/v1/tenants/default/tools`, { headers })).status;
}

describe('serve()', () => {
  it('makes nothing on the disk if a module cannot be loaded', async () => {
    await withTempFolder(async (folder) => {
      await expect(serve({ toolModules: ['none.ts'] }, createIo(folder).io)).rejects.toMatchObject({
        code: 'E_INVALID_OPTION',
        message: expect.stringContaining('none.ts'),
      });
      expect(await readdir(folder)).toEqual([]);
    });
  });

  it('makes nothing on the disk if a rule of an issuer gives more than it may', async () => {
    await withTempFolder(async (folder) => {
      const grantRules = [{ claim: 'groups', value: 'it', grants: [{ tenant: 'lab', roles: ['caller'] }] }];
      const issuer = {
        issuer: 'https://id.example.com',
        audience: 'toolcrib',
        tenants: ['acme'],
        grantRules,
      };
      await writeFile(join(folder, 'issuers.json'), JSON.stringify([issuer]));

      await expect(serve({ issuersFile: 'issuers.json' }, createIo(folder).io)).rejects.toMatchObject({
        code: 'E_INVALID_OPTION',
        message: expect.stringMatching(
          /issuers\.json, is wrong in issuer 1 \(https:\/\/id\.example\.com\): grantRules\.0\.grants\.0\.tenant .*"lab"/,
        ),
      });
      expect(await readdir(folder)).toEqual(['issuers.json']);
    });
  });

  it('lets go of everything if it cannot start', async () => {
    await withTempFolder(async (folder) => {
      const first = await serve({ port: 0, dataFolder: 'one' }, createIo(folder).io);
      const port = Number(new URL(first.url).port);

      await expect(serve({ port, dataFolder: 'two' }, createIo(folder).io)).rejects.toThrow('--port');
      const second = await serve({ port: 0, dataFolder: 'two' }, createIo(folder).io);

      expect(second.adminKey).toBeDefined();
      await Promise.all([first.close(), second.close()]);
    });
  });

  it('refuses a folder for the example tools that is not there', async () => {
    await withTempFolder(async (folder) => {
      await expect(serve({ port: 0, filesFolder: 'docs' }, createIo(folder).io)).rejects.toThrow('--files');
    });
  });

  it.each([
    { allowSelfApproval: undefined, status: 403, text: 'E_SELF_APPROVAL' },
    { allowSelfApproval: true, status: 200, text: '"approved"' },
  ])('answers $status to who approves a call of their own, with $allowSelfApproval', async (expected) => {
    await withTempFolder(async (folder) => {
      const { allowSelfApproval, status, text } = expected;
      const server = await serve({ port: 0, allowSelfApproval }, createIo(folder).io);
      const send = (method: string, path: string, body?: object) =>
        fetch(`${server.url}/v1/tenants/default/${path}`, {
          method,
          headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
        });
      await send('POST', 'calls', { tool: 'save_note', arguments: { name: 'a', text: 'b' } });
      await send('POST', 'calls', { tool: 'delete_note', arguments: { name: 'a' } });
      const { items } = (await (await send('GET', 'gates')).json()) as { items: Record<string, string>[] };
      const [{ id, toolDigest, contentDigest } = {}] = items;

      const settled = await send('POST', `gates/${id}/settle`, {
        ...{ decision: 'approve', toolDigest, contentDigest },
      });

      expect(settled.status).toBe(status);
      expect(await settled.text()).toContain(text);
      await server.close();
    });
  });

  it('stops at once though somebody has subscribed over MCP', async () => {
    await withTempFolder(async (folder) => {
      const stops: (() => void)[] = [];
      const onStop = (listener: () => void) => {
        stops.push(listener);
        return () => undefined;
      };
      const server = await serve({ port: 0 }, { ...createIo(folder).io, onStop });
      const { body, headers } = modernRequest('subscriptions/listen', {
        notifications: { toolsListChanged: true },
      });
      const subscription = await fetch(`${server.url}/mcp/default`, {
        method: 'POST',
        headers: {
          ...headers,
          authorization: `Bearer ${server.agentKey}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(body),
      });
      expect(subscription.headers.get('content-type')).toContain('text/event-stream');

      for (const stop of stops) stop();

      // It would be cut after half a minute, and the test with it.
      expect(await subscription.text()).toContain('subscription');
      expect(await server.closed).toBe('clean');
    });
  });

  it('tells programs in one line what they need', async () => {
    await withTempFolder(async (folder) => {
      const { io, printed } = createIo(folder);

      const server = await serve({ port: 0, isJson: true }, io);
      const { url, adminKey, agentKey } = JSON.parse(printed.join(''));

      expect({ url, adminKey, agentKey }).toMatchObject({ url: server.url, adminKey: server.adminKey });
      expect(await askTools(url, agentKey)).toBe(200);
      await server.close();
      expect(await server.closed).toBe('clean');
      expect(printed).toHaveLength(1);
    });
  });

  it('tells an address that it answers under, though it listens at all of them', async () => {
    await withTempFolder(async (folder) => {
      const { io, printed } = createIo(folder);
      const allowHosts = ['tools.example.com'];

      const server = await serve({ port: 0, host: '0.0.0.0', allowHosts, isJson: true }, io);
      const { url, agentKey } = JSON.parse(printed.join(''));

      expect(url).toBe(server.url);
      expect(await askTools(url, agentKey)).toBe(200);
      await server.close();
    });
  });
});

describePostgres('serve() on PostgreSQL', (serverUrl) => {
  it('makes keys once, whichever of several processes is first, and all of them take these keys', async () => {
    const database = await createTestDatabase(serverUrl);
    await withTempFolder(async (folder) => {
      const options: ServeOptions = { port: 0 };
      const start = () => serve(options, createIo(folder, { DATABASE_URL: database.url }).io);

      const servers = await Promise.all([start(), start(), start()]);
      const later = await start();
      const keys = servers.flatMap(({ adminKey }) => adminKey ?? []);

      expect(keys).toHaveLength(1);
      expect(later.adminKey).toBeUndefined();
      for (const { url } of [...servers, later]) expect(await askTools(url, keys[0])).toBe(200);
      await Promise.all([...servers, later].map((server) => server.close()));
    }).finally(() => database.drop());
  });
});
