import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool } from 'toolcrib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import { openTestService, type TestService, toRequest } from './open-service.ts';

const acme = '/v1/tenants/acme';
const inputSchema = { type: 'object', properties: {} } as const;
const everything = { roles: ['admin', 'caller'], scopes: ['*'] } as const;

/** How long another process may take: longer than it says, as this machine may be slow. */
const WAIT = { timeout: 20_000, interval: 50 };

/** A process with tools, one of which runs until it is aborted, and one of which waits for a person. */
async function startProcess(database: string) {
  const begun = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const tools = [
    defineTool({
      ...{ name: 'echo', version: '1.0.0', description: 'Says what it is told.', inputSchema },
      effect: 'read',
      handler: () => 'done',
    }),
    defineTool({
      ...{ name: 'hang', version: '1.0.0', description: 'Runs until it is stopped.', inputSchema },
      effect: 'read',
      handler: (_args, { signal }) => {
        begun.resolve();
        return new Promise<string>((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.resolve();
            reject(signal.reason);
          });
        });
      },
    }),
    defineTool({
      ...{ name: 'wipe', version: '1.0.0', description: 'Removes all that there is.', inputSchema },
      effect: 'destructive',
      handler: () => 'wiped',
    }),
  ];
  const service = await openTestService({ database, tools });
  await service.publishing;
  return { service, begun: begun.promise, aborted: aborted.promise };
}

async function toolsOf(service: TestService, key?: string): Promise<readonly string[]> {
  const { body } = await service.ask('GET', `${acme}/tools`, { key });
  return body.items.map(({ name }: { readonly name: string }) => name);
}

function describeChanges(place: () => Promise<string>): void {
  it('changes the title of a tenant, in every process', async () => {
    const database = await place();
    const [here, elsewhere] = [await startProcess(database), await startProcess(database)];
    await here.service.makeTenant('acme');

    const { status, body } = await here.service.ask('PATCH', acme, { body: { title: 'Acme Inc.' } });

    expect([status, body.published]).toEqual([200, null]);
    expect((await elsewhere.service.ask('GET', acme)).body).toEqual(body.tenant);
    expect(body.tenant).toMatchObject({ name: 'acme', title: 'Acme Inc.', hostTools: true });
  });

  it('lets a tenant run the code of the service, or not any more, in every process', async () => {
    const database = await place();
    const [here, elsewhere] = [await startProcess(database), await startProcess(database)];
    await here.service.ask('POST', '/v1/tenants', { body: { name: 'acme' } });
    expect([await toolsOf(here.service), await toolsOf(elsewhere.service)]).toEqual([[], []]);

    const granted = await here.service.ask('PATCH', acme, { body: { hostTools: true } });

    const all = ['echo', 'hang', 'wipe'];
    expect(granted.body.published.published).toEqual(all);
    expect(await toolsOf(here.service)).toEqual(all);
    await vi.waitFor(async () => expect(await toolsOf(elsewhere.service)).toEqual(all), WAIT);

    await here.service.ask('PATCH', acme, { body: { hostTools: false } });

    expect(await toolsOf(here.service)).toEqual([]);
    await vi.waitFor(async () => expect(await toolsOf(elsewhere.service)).toEqual([]), WAIT);
    const { body } = await elsewhere.service.ask('GET', `${acme}/catalog/tools`);
    expect(body.items).toMatchObject(all.map((name) => ({ name, binding: 'unbound' })));
  });

  it('removes a tenant in every process, with its keys, streams and open calls', async () => {
    const database = await place();
    const here = (await startProcess(database)).service;
    const { service: elsewhere, begun, aborted } = await startProcess(database);
    await here.makeTenant('acme', { publishTools: true });
    const own = await here.makeKey({ tenant: 'acme', ...everything });
    const both = await here.makeKey([
      { tenant: 'acme', ...everything },
      { tenant: 'default', ...everything },
    ]);
    const all = await here.makeKey({ tenant: '*', ...everything });
    const viewer = await here.makeKey({ tenant: 'acme', roles: ['viewer'] });
    const asEvents = { accept: 'text/event-stream' };
    const asMcp = { ...asEvents, 'mcp-protocol-version': '2025-11-25' };
    const open = (path: string, key: string, headers: Readonly<Record<string, string>>) =>
      elsewhere.fetch(toRequest('GET', path, { key, headers }));
    const streams = [
      await open(`${acme}/events`, all.key, asEvents),
      await open('/mcp/acme', both.key, asMcp),
    ];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const running = await elsewhere.ask('POST', `${acme}/calls`, {
      ...{ key: both.key, body: { tool: 'hang', mode: 'async' } },
    });
    const waiting = await elsewhere.ask('POST', `${acme}/calls`, {
      ...{ key: own.key, body: { tool: 'wipe', mode: 'async' } },
    });
    await begun;

    const rehearsed = await here.ask('DELETE', `${acme}?dryRun=true`, { key: all.key });
    const lost = { tools: 3, drafts: 0, toolsets: 0, keys: 2, openCalls: 2 };
    expect(rehearsed.body).toMatchObject({ isRemoved: false, removedAt: null, lost });
    expect(await toolsOf(here, own.key)).toHaveLength(3);
    const refused = await here.ask('DELETE', acme, { key: own.key });
    const removed = await here.ask('DELETE', acme, { key: all.key });

    expect([refused.status, refused.body.code]).toEqual([403, 'E_FORBIDDEN']);
    expect([removed.status, removed.body]).toMatchObject([
      200,
      { isRemoved: true, removedBy: `key:${all.id}`, lost, tenant: { name: 'acme' } },
    ]);
    // Nothing is asked of the other process: it ends its call and its streams by itself.
    await aborted;
    await Promise.all(streams.map((stream) => stream.text()));
    for (const service of [here, elsewhere]) {
      const ask = async (key: string, path = `${acme}/tools`) =>
        (await service.ask('GET', path, { key })).status;
      await vi.waitFor(
        async () =>
          expect(await Promise.all([own, both, all, viewer].map(({ key }) => ask(key)))).toEqual([
            401, 404, 404, 401,
          ]),
        WAIT,
      );
      expect(await ask(both.key, '/v1/tenants/default/tools')).toBe(200);
      for (const path of [acme, `${acme}/keys`, `${acme}/calls`, `${acme}/toolsets`, '/mcp/acme']) {
        expect([path, await ask(all.key, path)]).toEqual([path, 404]);
      }
      const { body: tenants } = await service.ask('GET', '/v1/tenants', { key: all.key });
      expect(tenants.items).toMatchObject([{ name: 'default' }]);
    }

    // What was written down stays, for those who may read all of it.
    await vi.waitFor(async () => {
      const { body } = await elsewhere.ask('GET', `${acme}/audit?limit=500`, { key: all.key });
      const ends = body.items.filter(({ action }: { readonly action: string }) => action === 'tool-call-end');
      expect(ends.map(({ invocationId }: { readonly invocationId: string }) => invocationId).sort()).toEqual(
        [running.body.id, waiting.body.id].sort(),
      );
      expect(body.items).toContainEqual(
        expect.objectContaining({ route: 'removeTenant', outcome: 'ok', actor: `key:${all.id}` }),
      );
    }, WAIT);
    expect((await here.ask('GET', `${acme}/audit`, { key: both.key })).status).toBe(404);
    const { body: log } = await here.ask('GET', '/v1/audit?last=1', { key: all.key });
    expect(log.items).toMatchObject([{ route: 'removeTenant', subject: 'acme' }]);
  });

  it('completes a removal that was interrupted, and never frees the name', async () => {
    const database = await place();
    const { service } = await startProcess(database);
    await service.makeTenant('acme', { publishTools: true });
    const { key } = await service.makeKey({ tenant: 'acme', ...everything });
    // As a process leaves it that dies right after the first step.
    await service.database.store.removeTenant('acme', { at: '2026-11-16T01:00:00.000Z', by: 'operator' });

    const again = await service.ask('DELETE', acme);
    const created = await service.ask('POST', '/v1/tenants', { body: { name: 'acme' } });

    expect([again.status, again.body]).toMatchObject([
      200,
      { isRemoved: true, removedAt: '2026-11-16T01:00:00.000Z', removedBy: 'operator', lost: { keys: 1 } },
    ]);
    expect((await service.ask('GET', '/v1/whoami', { key })).status).toBe(401);
    expect([created.status, created.body]).toMatchObject([
      409,
      { code: 'E_TENANT_EXISTS', detail: expect.stringContaining('was removed at 2026-11-16') },
    ]);
    await service.close();
    const next = openTestService({ database, publishTo: ['default', 'acme'] });
    await expect(next).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
}

describe('changes of tenants on SQLite', () => {
  describeChanges(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolcrib-tenants-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  });

  it('leave the tenant that every start publishes to as it is', async () => {
    const service = await openTestService();

    const answers = [
      await service.ask('DELETE', '/v1/tenants/default'),
      await service.ask('DELETE', '/v1/tenants/default?dryRun=true'),
      await service.ask('PATCH', '/v1/tenants/default', { body: { hostTools: false } }),
    ];

    for (const { status, body } of answers) expect([status, body.code]).toEqual([409, 'E_TENANT_REQUIRED']);
    expect((await service.ask('PATCH', '/v1/tenants/default', { body: { title: 'Ours' } })).status).toBe(200);
  });

  it('keep all tenants that a start publishes to, without which the next one would fail', async () => {
    const service = await openTestService({ publishTo: ['default', 'acme'] });

    const removed = await service.ask('DELETE', acme);
    const changed = await service.ask('PATCH', acme, { body: { hostTools: false } });

    for (const { status, body } of [removed, changed])
      expect([status, body.code]).toEqual([409, 'E_TENANT_REQUIRED']);
  });

  it('publish what a tenant lacks whenever they say that it has host tools', async () => {
    const { service } = await startProcess('sqlite');
    await service.makeTenant('acme', { publishTools: true });
    // As a process leaves it that dies between the change and its tools.
    await service.ask('DELETE', `${acme}/catalog/tools/echo`);

    const again = await service.ask('PATCH', acme, { body: { hostTools: true } });

    expect(again.body.published).toMatchObject({ published: ['echo'], unchanged: ['hang', 'wipe'] });
    expect((await service.ask('PATCH', acme, { body: { title: 'Ours' } })).body.published).toBeNull();
  });

  it('tell the same of a tenant that was removed before', async () => {
    const service = await openTestService();
    await service.makeTenant('acme');

    const [first, again] = [await service.ask('DELETE', acme), await service.ask('DELETE', acme)];

    expect(again.body).toEqual(first.body);
  });

  it('tell requests that run meanwhile that the tenant is no longer there', async () => {
    const service = await openTestService();
    await service.makeTenant('acme');
    const register = (name: string) => {
      const specs = [{ name, description: 'Saves.', inputSchema, outputSchema: {} }];
      return service.ask('POST', `${acme}/catalog/tools`, { body: { specs } });
    };

    const running = Array.from({ length: 10 }, (_, index) => register(`tool-${index}`));
    const removed = await service.ask('DELETE', acme);

    const codes = new Set((await Promise.all(running)).map(({ body }) => body.code));
    expect(removed.status).toBe(200);
    expect([...codes].filter((code) => code !== undefined)).toEqual(['E_TENANT_NOT_FOUND']);
    expect(service.faults).toEqual([]);
  });

  it('are for whoever manages all tenants, of tenants that there are, and of something', async () => {
    const service = await openTestService();
    await service.makeTenant('acme');
    const { key } = await service.makeKey({ tenant: 'acme', ...everything });

    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { title: 'Mine' } } : {};
      const own = await service.ask(method, acme, { key, ...body });
      const unknown = await service.ask(method, '/v1/tenants/nowhere', body);
      expect([own.status, unknown.status]).toEqual([403, 404]);
    }
    const empty = await service.ask('PATCH', acme, { body: {} });
    expect([empty.status, empty.body.code]).toEqual([400, 'E_INVALID_REQUEST']);
  });
});

describePostgres('changes of tenants on PostgreSQL', (serverUrl) => {
  describeChanges(async () => {
    const database = await createTestDatabase(serverUrl);
    onTestFinished(() => database.drop());
    return database.url;
  });
});
