import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Tool } from 'toolcrib';
import { type CatalogStore, toSpec } from 'toolcrib/catalog';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Log, LogFacts } from '../../packages/server/src/operations/log.ts';
import { silentLog } from '../../packages/server/src/operations/silent-log.ts';
import { openServiceDatabase } from '../../packages/server/src/store/open-service-database.ts';
import { toolOf } from '../calls/call-world.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import { openTestService, type TestService, type TestServiceOptions } from './open-service.ts';

const catalogOf = (tenant: string) => `/v1/tenants/${tenant}/catalog`;
const before = [toolOf('echo'), toolOf('noise'), toolOf('gone'), toolOf('bad'), toolOf('off')];
/** The next release of the code: a new version of one tool, and a new tool. */
const after = [
  toolOf('echo', undefined, { version: '1.1.0', title: 'Echo' }),
  ...before.slice(1, -1),
  toolOf('off', undefined, { version: '1.1.0', title: 'Off' }),
  toolOf('fresh'),
];

interface Line {
  readonly level: keyof Log;
  readonly message: string;
  readonly facts: LogFacts | undefined;
}

function createLines(): { readonly log: Log; readonly lines: readonly Line[] } {
  const lines: Line[] = [];
  const write = (level: keyof Log) => (message: string, facts?: LogFacts) =>
    void lines.push({ level, message, facts });
  const error: Log['error'] = (message, _error, facts) => void lines.push({ level: 'error', message, facts });
  return { log: { ...silentLog, info: write('info'), warn: write('warn'), error }, lines };
}

/** Starts a process, and waits until it has published to every tenant. */
async function start(
  options: TestServiceOptions,
): Promise<TestService & { readonly lines: readonly Line[] }> {
  const { log, lines } = createLines();
  const service = await openTestService({ ...options, log });
  await service.publishing;
  return { ...service, lines };
}

/** The version of each tool that can be called in a tenant. */
async function callableIn(service: TestService, tenant: string): Promise<readonly string[]> {
  const { body } = await service.ask('GET', `/v1/tenants/${tenant}/tools`);
  return body.items.map(({ name, version }: Tool) => `${name} ${version}`);
}

function describeStarts(place: () => Promise<string>): void {
  it('publishes new versions and new tools to every tenant that may run them, and to no other', async () => {
    const database = await place();
    const first = await start({ database, tools: before });
    await first.makeTenant('acme', { publishTools: true });
    await first.ask('POST', '/v1/tenants', { body: { name: 'bare' } });
    await first.close();

    const second = await start({ database, tools: after });

    const all = ['bad 1.0.0', 'echo 1.1.0', 'fresh 1.0.0', 'gone 1.0.0', 'noise 1.0.0', 'off 1.1.0'];
    expect(await callableIn(second, 'default')).toEqual(all);
    expect(await callableIn(second, 'acme')).toEqual(all);
    expect(await callableIn(second, 'bare')).toEqual([]);
    expect((await second.ask('GET', `${catalogOf('bare')}/tools`)).body.items).toEqual([]);
  });

  it('keeps to what each tenant has decided', async () => {
    const database = await place();
    const first = await start({ database, tools: before });
    await first.makeTenant('acme', { publishTools: true });
    for (const tenant of ['default', 'acme']) {
      const base = catalogOf(tenant);
      await first.ask('PUT', `${base}/policy`, {
        body: { tool: 'echo', policy: { compatibility: 'review' } },
      });
      for (const tool of ['noise', 'off'])
        await first.ask('POST', `${base}/tools/${tool}/disable`, { body: {} });
      await first.ask('POST', `${base}/tools/bad/quarantine`, { body: { reason: 'It leaks.' } });
      await first.ask('DELETE', `${base}/tools/gone`);
    }
    await first.close();

    const second = await start({ database, tools: after });

    // What a person has removed comes back with the code, in every tenant as in `default`.
    for (const tenant of ['default', 'acme']) {
      expect([tenant, await callableIn(second, tenant)]).toEqual([tenant, ['fresh 1.0.0', 'gone 1.0.0']]);
      const { body } = await second.ask('GET', `${catalogOf(tenant)}/drafts`);
      expect(body.items).toMatchObject([
        { name: 'echo', version: '1.1.0' },
        { name: 'off', version: '1.1.0' },
      ]);
    }
    await second.close();
  });

  it('tells what became of the tools of each tenant, and goes on after one that fails', async () => {
    const database = await place();
    const first = await start({ database, tools: before });
    for (const name of ['a-broken', 'b-other', 'c-fine'])
      await first.makeTenant(name, { publishTools: true });
    const other = { ...toSpec(toolOf('fresh')), description: 'Another one.' };
    await first.ask('POST', `${catalogOf('b-other')}/tools`, { body: { specs: [other] } });
    await first.close();

    const opened = await openServiceDatabase(
      /^postgres/.test(database) ? { databaseUrl: database } : { dataFolder: database },
    );
    const catalogs = withoutTenant(opened.catalogs, 'a-broken');
    const second = await start({ database: { ...opened, catalogs }, tools: after });

    expect(await callableIn(second, 'c-fine')).toContain('fresh 1.0.0');
    const all = {
      published: 3,
      drafts: 0,
      refused: 0,
      publishedTools: 'echo fresh off',
      draftTools: undefined,
    };
    const isAbout =
      (tenant: string) =>
      ({ facts, message }: Line) =>
        facts?.tenant === tenant && message !== 'request';
    expect(second.lines.filter(isAbout('a-broken'))).toEqual([
      {
        level: 'error',
        message: 'the tools could not be published to a tenant',
        facts: { tenant: 'a-broken' },
      },
    ]);
    expect(second.lines.filter(isAbout('b-other'))).toEqual([
      {
        level: 'info',
        message: 'the tools were published to a tenant',
        facts: { ...all, tenant: 'b-other', published: 2, refused: 1, publishedTools: 'echo off' },
      },
      {
        level: 'warn',
        message: 'a tool was not published',
        facts: {
          ...{ tenant: 'b-other', toolName: 'fresh', code: 'E_VERSION_CONFLICT' },
          hint: expect.stringContaining('Raise the version'),
        },
      },
    ]);
    expect(second.lines.filter(isAbout('c-fine'))).toMatchObject([{ facts: { ...all, tenant: 'c-fine' } }]);
    expect(second.lines).toContainEqual({
      level: 'warn',
      message: 'the tools were not published to every tenant',
      facts: { tenants: 3, published: 5, drafts: 0, refused: 1, failed: 1, tenantsNotTold: 0 },
    });
    await second.close();
    await opened.close();
  });
}

/** How often the process could do something else before a promise was settled. */
async function countTurns(promise: Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const over = promise.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    turns++;
  }
  await over;
  return turns;
}

/** A store that cannot load one of the tenants. */
function withoutTenant(catalogs: CatalogStore, broken: string): CatalogStore {
  return withMethod(catalogs, 'load', (tenant) =>
    tenant === broken ? Promise.reject(new Error('The disk is gone.')) : catalogs.load(tenant),
  );
}

function withMethod<Store extends object, Name extends keyof Store>(
  store: Store,
  method: Name,
  work: Store[Name],
): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === method) return work;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('the start of a service on SQLite', () => {
  describeStarts(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolcrib-start-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  });

  it('serves requests between two tenants', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolcrib-start-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const first = await start({ database: folder, tools: before });
    for (let index = 0; index < 20; index++)
      await first.makeTenant(`tenant-${index}`, { publishTools: true });
    await first.close();

    const { publishing } = await openTestService({ database: folder, tools: before });

    expect(await countTurns(publishing)).toBeGreaterThanOrEqual(20);
  });

  it('does not say that it has published to every tenant if it could not list them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolcrib-start-'));
    const opened = await openServiceDatabase({ dataFolder: folder });
    onTestFinished(async () => {
      await opened.close();
      await rm(folder, { recursive: true });
    });
    const made = {
      title: 'Made',
      hasHostTools: true,
      createdAt: '2026-11-16T01:00:00.000Z',
      createdBy: 'operator',
    };
    for (let index = 0; index < 300; index++)
      await opened.store.insertTenant({ name: `tenant-${index}`, ...made });
    const store = withMethod(opened.store, 'listTenants', (page) =>
      page.after === undefined
        ? opened.store.listTenants(page)
        : Promise.reject(new Error('The disk is gone.')),
    );

    const { lines } = await start({ database: { ...opened, store }, tools: before });

    const told = new Set(lines.map(({ message }) => message));
    expect(told).toContain('the tenants that the tools are published to could not be listed');
    expect(told).not.toContain('the tools were published to every tenant that may run them');
  });
});

describePostgres('the start of a service on PostgreSQL', (serverUrl) => {
  describeStarts(async () => {
    const database = await createTestDatabase(serverUrl);
    onTestFinished(() => database.drop());
    return database.url;
  });
});
