import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../packages/server/src/audit/verify-audit.ts';
import { runCommand } from '../../scripts/lib/run-command.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a newcomer copies from the screen. */
function readScreen(printed: string) {
  const find = (form: RegExp) => form.exec(printed)?.[1];
  return {
    url: find(/API +(http:\S+)\/v1\n/) ?? '',
    mcpUrl: find(/MCP +(http:\S+)\n/) ?? '',
    adminKey: find(/Admin +(tcrib_\S+)/),
    agentKey: find(/Agent +(tcrib_\S+)/),
  };
}

/** HTTP as a newcomer uses it, with one key. */
function createApi(url: string, key = '') {
  const send = (path: string, init?: RequestInit) =>
    fetch(`${url}/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  return {
    send,
    get: async (path: string): Promise<Json> => toJson(await send(`/tenants/default${path}`)),
    post: async (path: string, body: Json): Promise<Json> =>
      toJson(await send(`/tenants/default${path}`, { method: 'POST', body: JSON.stringify(body) })),
  };
}

async function toJson(response: Response): Promise<Json> {
  const text = await response.text();
  expect(response.ok, `${response.status} ${text}`).toBe(true);
  return JSON.parse(text);
}

async function connectMcp(mcpUrl: string, key = ''): Promise<Client> {
  const client = new Client({ name: 'newcomer', version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
  return client;
}

async function exportAudit(api: ReturnType<typeof createApi>, path: string): Promise<readonly string[]> {
  const response = await api.send(`${path}/audit/export`);
  expect(response.status).toBe(200);
  return (await response.text()).trimEnd().split('\n');
}

function typesOf(events: unknown): readonly string[] {
  return (events as readonly { type: string }[]).map(({ type }) => type);
}

const myTools = `
import { defineTool } from 'toolcrib';
import { z } from 'zod';

export const greet = defineTool({
  name: 'greet',
  description: 'Greets somebody by name.',
  effect: 'read',
  inputSchema: z.object({ name: z.string().describe('Whom to greet.') }),
  handler: ({ name }: { readonly name: string }) => \`Hello, \${name}!\`,
});
`;

describe('a newcomer', () => {
  it('starts a service, connects, searches, calls, is asked, approves, and finds it all again', async () => {
    await withTempFolder(async (folder) => {
      const args = ['--data', 'data', '--port', '0'];
      const first = await startServe(args, folder);
      const screen = readScreen(first.printed());
      const callId = await walk(screen, folder);

      expect(await first.stop('SIGTERM')).toBe(0);
      expect(first.printed()).toContain('Stopped.');
      await expectNoSecret(join(folder, 'data'), [screen.adminKey, screen.agentKey]);

      const second = await startServe(args, folder);
      await lookAgain(second, screen, callId);
      expect(await second.stop('SIGINT')).toBe(0);
    });
  });

  it('is told plainly that a folder is in use', async () => {
    await withTempFolder(async (folder) => {
      const args = ['--data', 'data', '--port', '0'];
      const first = await startServe(args, folder);

      await expect(startServe(args, folder)).rejects.toThrow(`process ${first.pid}`);
    });
  });

  it('approves after the service was killed what an agent asked for before', async () => {
    await withTempFolder(async (folder) => {
      const args = ['--data', 'data', '--port', '0'];
      const first = await startServe(args, folder);
      const { url, adminKey, agentKey } = readScreen(first.printed());
      const agent = createApi(url, agentKey);
      await agent.post('/calls', { tool: 'save_note', arguments: { name: 'plan', text: 'x' } });
      const waiting = await agent.post('/calls', { tool: 'delete_note', arguments: { name: 'plan' } });
      await first.stop('SIGKILL');

      const second = await startServe(args, folder);
      const screen = readScreen(second.printed());
      const settled = await settleFirst(createApi(screen.url, adminKey));
      const call = await createApi(screen.url, agentKey).get(`/calls/${waiting.id}?waitMs=30000`);

      expect(screen.adminKey).toBeUndefined();
      expect(waiting).toMatchObject({ state: 'waiting' });
      expect(settled).toMatchObject({ invocationId: waiting.id, status: 'approved' });
      expect(call).toMatchObject({ state: 'ok', result: { value: { deleted: 'plan' } } });
      expect(await readdir(join(folder, 'data/files/notes'))).toEqual(['.deleted']);
    });
  });

  it('serves tools of their own, from a folder where nothing is installed', async () => {
    await withTempFolder(async (folder) => {
      await writeFile(join(folder, 'my-tools.ts'), myTools);
      const serving = await startServe(['--tools', 'my-tools.ts', '--no-examples', '--port', '0'], folder);
      const { mcpUrl, agentKey } = readScreen(serving.printed());
      const client = await connectMcp(mcpUrl, agentKey);

      const { tools } = await client.listTools();
      const greeting = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });

      expect(tools.map(({ name }) => name)).toEqual(['greet', 'call_result', 'query_result']);
      expect(greeting.content).toEqual([{ type: 'text', text: 'Hello, Ada!' }]);
      await client.close();
    });
  });

  it('is told plainly that a port is taken, and nothing stays open', async () => {
    await withTempFolder(async (folder) => {
      const first = await startServe(['--data', 'one', '--port', '0'], folder);
      const { port } = new URL(readScreen(first.printed()).url);

      await expect(startServe(['--data', 'two', '--port', port], folder)).rejects.toThrow(/another port/);
      await first.stop('SIGTERM');
      const second = await startServe(['--data', 'two', '--port', port], folder);

      expect(readScreen(second.printed()).adminKey).toBeDefined();
      await second.stop('SIGTERM');
    });
  });
});

type Screen = ReturnType<typeof readScreen>;

/** From the first look at the tools to the entry in the audit log; gives the id of the call that was approved. */
async function walk({ url, mcpUrl, adminKey, agentKey }: Screen, folder: string): Promise<string> {
  const [admin, agent] = [createApi(url, adminKey), createApi(url, agentKey)];
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await createApi(url).send('/tenants/default/tools')).status).toBe(401);

  const client = await connectMcp(mcpUrl, agentKey);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['get_time', 'calculate', 'delete_note']),
  );

  const found = await agent.get(`/search?q=${encodeURIComponent('how many miles are 5 km')}`);
  expect(found.hits).toContainEqual(
    expect.objectContaining({ tool: expect.objectContaining({ name: 'convert_units' }) }),
  );

  const miles = await client.callTool({
    name: 'convert_units',
    arguments: { value: 5, from: 'km', to: 'mi' },
  });
  expect(miles).toMatchObject({ structuredContent: { result: 3.10685596119, unit: 'mi' } });

  await client.callTool({ name: 'save_note', arguments: { name: 'first', text: 'hello' } });
  expect(await readFile(join(folder, 'data/files/notes/first.md'), 'utf8')).toBe('hello');

  const pending = await client.callTool({ name: 'delete_note', arguments: { name: 'first' } });
  expect(pending.content).toMatchObject([{ text: expect.stringContaining('waits for approval') }]);
  expect(await readdir(join(folder, 'data/files/notes'))).toEqual(['first.md']);

  expect((await agent.send('/tenants/default/gates')).status).toBe(403);
  const { invocationId } = await settleFirst(admin);
  const call = await agent.get(`/calls/${invocationId}?waitMs=30000`);
  expect(call).toMatchObject({ state: 'ok', result: { value: { deleted: 'first' } } });
  expect(await readdir(join(folder, 'data/files/notes'))).toEqual(['.deleted']);
  const outcome = await client.callTool({ name: 'call_result', arguments: { callId: invocationId } });
  expect(JSON.stringify(outcome)).toContain('deleted');
  await client.close();

  const events = typesOf((await admin.get('/events?limit=500')).items);
  expect(events).toEqual(expect.arrayContaining(['gate-open', 'gate-settled', 'tool-call-end']));
  await expectAudit(admin, String(invocationId));
  return String(invocationId);
}

/** Approves the only call that waits, as somebody does who has looked at it. */
async function settleFirst(admin: ReturnType<typeof createApi>): Promise<Json> {
  const [gate, ...others] = (await admin.get('/gates')).items as readonly [Json];
  const { toolDigest, contentDigest } = gate;

  expect(others).toEqual([]);
  expect(gate).toMatchObject({ tool: 'delete_note', details: { arguments: { name: expect.any(String) } } });
  return admin.post(`/gates/${gate.id}/settle`, {
    decision: 'approve',
    reason: 'fine',
    toolDigest,
    contentDigest,
  });
}

/** The call is in the log of its tenant, and both logs hold together. */
async function expectAudit(admin: ReturnType<typeof createApi>, callId: string): Promise<void> {
  const lines = await exportAudit(admin, '/tenants/default');
  const actions = lines.map((line) => JSON.parse(line)).filter(({ invocationId }) => invocationId === callId);
  expect(actions.map(({ action }) => action)).toEqual(['gate-open', 'gate-settled', 'tool-call-end']);
  expect(await verifyAudit(lines)).toMatchObject({ isIntact: true, count: lines.length });
  const service = await exportAudit(admin, '');
  expect(service.join('\n')).toContain('createKey');
  expect(await verifyAudit(service)).toMatchObject({ isIntact: true, tenant: '*' });
}

/** After a restart: the same keys, tools, calls, events and log, and nothing new to be shown. */
async function lookAgain(
  second: ServeProcess,
  { adminKey, agentKey }: Screen,
  callId: string,
): Promise<void> {
  const screen = readScreen(second.printed());
  expect(screen).toMatchObject({ adminKey: undefined, agentKey: undefined });
  expect(second.printed()).not.toContain('tcrib_');
  const [admin, agent] = [createApi(screen.url, adminKey), createApi(screen.url, agentKey)];

  expect(await agent.get(`/calls/${callId}`)).toMatchObject({
    state: 'ok',
    result: { value: { deleted: 'first' } },
  });
  expect(typesOf((await admin.get('/events?limit=500')).items)).toContain('gate-settled');
  await expectAudit(admin, callId);
  const client = await connectMcp(screen.mcpUrl, agentKey);
  const sum = await client.callTool({ name: 'calculate', arguments: { expression: '6 * 7' } });
  expect(sum).toMatchObject({ structuredContent: { result: 42 } });
  await client.close();
}

/** Keys were shown once; what is on the disk cannot be used in their place. */
async function expectNoSecret(folder: string, keys: readonly (string | undefined)[]): Promise<void> {
  for (const key of keys) {
    const secret = key?.split('_').slice(2).join('_');
    expect(secret).toHaveLength(43);
    const { output } = await runCommand('grep', ['-rlF', '--', String(secret), folder]);
    expect(output).toBe('');
  }
}
