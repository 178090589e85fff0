import { statSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Tool } from 'toolcrib';
import type { SearchableLedger } from 'toolcrib/runtime';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectLocal } from '../../../packages/server/src/cli/client/connect-local.ts';
import { createLog } from '../../../packages/server/src/operations/log.ts';
import { openServiceDatabase } from '../../../packages/server/src/store/open-service-database.ts';
import type { ServiceDatabase } from '../../../packages/server/src/store/service-database.ts';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { describeOwnPostgres } from '../../catalog-crash/describe-own-postgres.ts';
import { runSql } from '../../catalog-crash/run-sql.ts';
import { canMount, createSmallDisk, SMALL_DISK_HINT } from '../../catalog-crash/small-disk.ts';
import { runCli } from '../../cli/run-cli.ts';
import { describePostgres } from '../../postgres/describe-postgres.ts';
import { createTestDatabase } from '../../postgres/test-database.ts';
import { askMcp, mcpRevisions } from '../attacks/ask-mcp.ts';
import { openTestService, type TestService } from '../open-service.ts';

const team = '/v1/tenants/default';
const PATIENCE = { timeout: 60_000, interval: 20 };

/** A database that a test can make unwritable and writable again. */
interface Breakable {
  readonly database: ServiceDatabase;
  readonly breakIt: () => Promise<void>;
  readonly repair: () => Promise<void>;
}

const look = new Tool({
  name: 'look',
  description: 'Looks at something.',
  effect: 'read',
  inputSchema: { type: 'object', properties: {} },
  handler: () => 'nothing to see',
});

const change = new Tool({
  name: 'change',
  description: 'Changes something.',
  effect: 'write',
  inputSchema: { type: 'object', properties: {} },
  handler: () => 'changed',
});

const large = new Tool({
  name: 'large',
  description: 'Gives more than a model is shown.',
  effect: 'read',
  inputSchema: { type: 'object', properties: {} },
  handler: () => 'x'.repeat(2 ** 20),
});

async function openWithLog(database: ServiceDatabase, tools: readonly Tool[] = []) {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) });
  const service = await openTestService({ database, log, tools });
  const read = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { service, read, lines };
}

/** More than there is room for on a page that is there already. */
const scopes = Array.from({ length: 64 }, (_, index) => `${'x'.repeat(90)}:${index}`);

function makeKey(service: TestService, held: readonly string[] = scopes) {
  const body = { name: 'one', grants: [{ roles: ['viewer'], scopes: held }] };
  return service.ask('POST', `${team}/keys`, { body });
}

/** Fails unless a service on such a database says what is wrong, to everyone as much as they may know, and recovers. */
async function expectExplained({ database, breakIt, repair }: Breakable, code: string, reason: RegExp) {
  const { service, read } = await openWithLog(database);
  const { key } = await service.makeKey({ roles: ['caller'] });
  expect((await makeKey(service)).status).toBe(201);
  await breakIt();

  // Connections that were open may have to be replaced first.
  const refused = await vi.waitFor(async () => {
    const answer = await makeKey(service);
    expect(answer.body).toMatchObject({ code, retryable: true });
    return answer;
  }, PATIENCE);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.text).not.toMatch(reason);
  const lines = read().filter(({ errorCode }) => errorCode === code);
  expect(lines.at(-1)).toMatchObject({ reason: expect.stringMatching(reason), hint: expect.any(String) });

  // Before the audit log has had anything to write.
  await vi.waitFor(async () => {
    const early = await service.ask('GET', '/readyz');
    expect(early.status).toBe(503);
    expect(early.body).toMatchObject({ checks: { database: 'failed' }, reasons: { database: code } });
  }, PATIENCE);

  // A denial is the first thing that only the audit log wants to write.
  await service.ask('GET', `${team}/keys`, { key });
  const unbegun = await vi.waitFor(async () => {
    // Some entries of the audit log may have room on pages that are there.
    const answer = await makeKey(service, []);
    expect(answer.body).toMatchObject({
      code: 'E_AUDIT_UNAVAILABLE',
      retryable: true,
      detail: 'Nothing was begun: the audit log cannot be written now. Try again later.',
    });
    return answer;
  }, PATIENCE);
  expect(unbegun.status).toBe(503);
  expect(unbegun.headers.get('retry-after')).toBe('1');
  const unready = await service.ask('GET', '/readyz');
  expect(unready.status).toBe(503);
  expect(unready.body).toMatchObject({ checks: { audit: 'failed' }, reasons: { audit: code } });

  await repair();
  await vi.waitFor(async () => expect((await makeKey(service)).status).toBe(201), PATIENCE);
  await vi.waitFor(
    async () => expect((await service.ask('GET', '/readyz')).body).toMatchObject({ status: 'ready' }),
    PATIENCE,
  );
}

/** A SQLite file with the connection that a service has to it. */
async function openFile(folder: string) {
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec');
  const database = await openServiceDatabase({ dataFolder: folder });
  const connection = spy.mock.contexts[0];
  spy.mockRestore();
  onTestFinished(() => database.close());
  if (!(connection instanceof DatabaseSync)) throw new Error('There is no connection.');
  return { database, connection };
}

describe('a service on a SQLite file', () => {
  it('says that its disk is full', async () => {
    await withTempFolder(async (folder) => {
      const { database, connection } = await openFile(folder);
      const setPages = async (count: number) => connection.exec(`pragma max_page_count = ${count}`);
      const breakable = { database, breakIt: () => setPages(1), repair: () => setPages(1_000_000) };

      await expectExplained(breakable, 'E_STORE_FULL', /^database or disk is full \(SQLite 13\)$/);
    });
  });

  it('says that its file may only be read', async () => {
    await withTempFolder(async (folder) => {
      const { database, connection } = await openFile(folder);
      const setQueryOnly = async (value: string) => connection.exec(`pragma query_only = ${value}`);
      const breakable = { database, breakIt: () => setQueryOnly('on'), repair: () => setQueryOnly('off') };

      await expectExplained(
        breakable,
        'E_STORE_READ_ONLY',
        /^attempt to write a readonly database \(SQLite 8\)$/,
      );
    });
  });

  it('is the cause of every call that it fails, for the caller and in the line of the request', async () => {
    await withTempFolder(async (folder) => {
      const { database, connection } = await openFile(folder);
      const { service, read } = await openWithLog(database, [look, change]);
      const { key } = await service.makeKey({});
      const call = (tool: string) =>
        service.ask('POST', `${team}/calls`, { key, body: { tool, arguments: {} } });
      expect([(await call('look')).status, (await call('change')).status]).toEqual([200, 200]);
      connection.exec('pragma query_only = on');

      const answers = await Promise.all(['look', 'change', 'look'].map(call));
      connection.exec('pragma query_only = off');

      for (const { body } of answers) {
        expect(body).toMatchObject({
          ...{ status: 503, code: 'E_STORE_READ_ONLY', retryable: true },
          context: { sideEffect: 'none', invocationId: expect.any(String) },
        });
        expect(
          read().find(({ requestId, level }) => requestId === body.requestId && level === 'error'),
        ).toEqual(
          expect.objectContaining({
            ...{ route: 'createCall', errorCode: 'E_STORE_READ_ONLY', causeCode: 'E_STORE_READ_ONLY' },
            reason: 'attempt to write a readonly database (SQLite 8)',
            hint: expect.stringContaining('Make the database writable.'),
          }),
        );
      }
    });
  });

  it.each([
    ['read', 'E_STORE_READ_ONLY'],
    ['write', 'E_CALL_NOT_RECORDED'],
  ] as const)('is the cause where a tool that may %s failed as well', async (effect, code) => {
    await withTempFolder(async (folder) => {
      const { database, connection } = await openFile(folder);
      const tool = new Tool({
        name: 'draw',
        description: 'Fails.',
        effect,
        inputSchema: { type: 'object', properties: {} },
        handler: () => {
          connection.exec('pragma query_only = on');
          throw Object.assign(new Error('no room for the picture'), { code: 'ENOSPC', syscall: 'write' });
        },
      });
      const { service, read } = await openWithLog(database, [tool]);
      const { key } = await service.makeKey({});

      const { body } = await service.ask('POST', `${team}/calls`, {
        key,
        body: { tool: 'draw', arguments: {} },
      });
      connection.exec('pragma query_only = off');

      expect(body).toMatchObject({ status: 503, code });
      const errors = read().filter(({ level }) => level === 'error');
      expect(errors.find(({ requestId }) => requestId === body.requestId)).toMatchObject({
        ...{ errorCode: code, causeCode: 'E_STORE_READ_ONLY' },
        reason: 'attempt to write a readonly database (SQLite 8)',
        hint: expect.stringContaining('Make the database writable.'),
      });
      // What the tool threw is there too, under the reference that the caller got.
      expect(errors.find(({ invocationId }) => invocationId === body.context.invocationId)).toMatchObject({
        exceptions: [{ message: 'no room for the picture' }],
      });
    });
  });

  it.each(mcpRevisions)(
    'leads from the reference that a model is told to the reason, over MCP %s',
    async (revision) => {
      await withTempFolder(async (folder) => {
        const { database, connection } = await openFile(folder);
        const { service, read } = await openWithLog(database, [change]);
        const { key } = await service.makeKey({});
        connection.exec('pragma query_only = on');

        const params = { name: 'change', arguments: {} };
        const { last } = await askMcp(service, { key, method: 'tools/call', params, revision });
        connection.exec('pragma query_only = off');

        const [, reference] = /Reference: (\w+)\.$/.exec(last.result.content[0].text) ?? [];
        expect(
          read().find(({ requestId, level }) => requestId === reference && level === 'error'),
        ).toMatchObject({
          ...{ message: 'a request failed', errorCode: 'E_STORE_READ_ONLY' },
          reason: 'attempt to write a readonly database (SQLite 8)',
          hint: expect.stringContaining('Make the database writable.'),
        });
      });
    },
  );

  it('has no call later that its caller was told to have failed', async () => {
    await withTempFolder(async (folder) => {
      const { database, connection } = await openFile(folder);
      const { service } = await openWithLog(database, [look, change]);
      const { key } = await service.makeKey({});
      const call = (tool: string, mode: string) =>
        service.ask('POST', `${team}/calls`, { key, body: { tool, arguments: {}, mode } });
      expect((await call('look', 'sync')).status).toBe(200);
      connection.exec('pragma query_only = on');

      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => call('look', 'sync')),
        call('look', 'async'),
        call('change', 'sync'),
      ]);
      connection.exec('pragma query_only = off');
      const done = await vi.waitFor(async () => {
        const answer = await call('look', 'sync');
        expect(answer.status).toBe(200);
        return answer.body.id;
      }, PATIENCE);

      const told = answers.map(({ status, body }) => [status, body.code]);
      expect(told).toEqual(answers.map(() => [503, 'E_STORE_READ_ONLY']));
      const listed = (await service.ask('GET', `${team}/calls`)).body.items;
      expect(listed.filter(({ state }: { state: string }) => state === 'ok')).toHaveLength(2);
      expect(listed).toHaveLength(2);
      const entries = await service.service.audit.entries('default', 0, 100);
      const ends = entries.filter(({ action }) => action === 'tool-call-end');
      expect(ends.map(({ invocationId }) => invocationId)).toEqual([expect.any(String), done]);
    });
  });

  it('is not ready while calls fail on a full disk, and is again when there is room', async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const disk = await createSmallDisk(2 ** 23);
    onTestFinished(disk.remove);
    const database = await openServiceDatabase({ dataFolder: disk.folder });
    onTestFinished(() => database.close());
    const { service } = await openWithLog(database, [look]);
    const { key } = await service.makeKey({});
    const call = () => service.ask('POST', `${team}/calls`, { key, body: { tool: 'look', arguments: {} } });
    const readiness = async () => (await service.ask('GET', '/readyz')).body;
    expect(await readiness()).toMatchObject({ status: 'ready' });
    await disk.fill(2 ** 14);

    // Some have room in what is left.
    await vi.waitFor(async () => expect((await call()).status).toBe(503), PATIENCE);

    const unready = { checks: { database: 'failed' }, reasons: { database: 'E_STORE_FULL' } };
    await vi.waitFor(async () => expect(await readiness()).toMatchObject(unready), PATIENCE);
    await disk.free();
    await vi.waitFor(async () => expect(await readiness()).toMatchObject({ status: 'ready' }), PATIENCE);
    expect((await call()).status).toBe(200);
  });

  it('says that the disk is full to a call whose large result has no room', async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const disk = await createSmallDisk(2 ** 23);
    onTestFinished(disk.remove);
    const database = await openServiceDatabase({ dataFolder: disk.folder });
    onTestFinished(() => database.close());
    const { service, read } = await openWithLog(database, [large]);
    const { key } = await service.makeKey({});
    await disk.fill();

    const { body } = await service.ask('POST', `${team}/calls`, {
      key,
      body: { tool: 'large', arguments: {} },
    });

    expect(body).toMatchObject({ status: 503, code: 'E_STORE_FULL', retryable: true });
    expect(
      read().find(({ requestId, level }) => requestId === body.requestId && level === 'error'),
    ).toMatchObject({
      reason: expect.stringMatching(/ENOSPC|full/),
      hint: expect.stringContaining('Free space on the disk of the database'),
    });
  });

  it('cannot be opened on a full disk, and says why', async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const disk = await createSmallDisk(2 ** 18);
    onTestFinished(disk.remove);
    await disk.fill();

    await expect(openServiceDatabase({ dataFolder: disk.folder })).rejects.toMatchObject({
      code: 'E_STORE_FULL',
      message: expect.stringMatching(/cannot be opened: .+ Free some space, then try again\.$/),
    });
  });
});

describePostgres('a service on PostgreSQL', (serverUrl) => {
  it('says that its database may only be read', async () => {
    const { url, pool, drop } = await createTestDatabase(serverUrl);
    const name = new URL(url.replace(/@[^/]*/, '@h')).pathname.slice(1);
    const setReadOnly = async (value: string) => {
      await pool.query(`set default_transaction_read_only = off;
        alter database ${name} set default_transaction_read_only = ${value}`);
      await pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    };
    const database = await openServiceDatabase({ databaseUrl: url });
    onTestFinished(async () => {
      await database.close();
      await drop();
    });
    const breakable = { database, breakIt: () => setReadOnly('on'), repair: () => setReadOnly('off') };

    await expectExplained(breakable, 'E_STORE_READ_ONLY', /in a read-only transaction \(PostgreSQL 25006\)$/);
  });

  it('is found unwritable by doctor', async () => {
    const { url, pool, drop } = await createTestDatabase(serverUrl);
    onTestFinished(drop);
    await (await openServiceDatabase({ databaseUrl: url })).close();
    const name = new URL(url.replace(/@[^/]*/, '@h')).pathname.slice(1);
    await pool.query(`alter database ${name} set default_transaction_read_only = on`);

    const { code, stdout } = await runCli(['doctor', '--json'], {
      env: { DATABASE_URL: url },
      connectLocal,
    });

    expect(code).toBe(1);
    expect(JSON.parse(stdout).checks.at(-1)).toMatchObject({
      ...{ check: 'database', status: 'fail' },
      found: expect.stringContaining('E_STORE_READ_ONLY'),
      fix: expect.stringContaining('default_transaction_read_only'),
    });
  });
});

describeOwnPostgres('a service on PostgreSQL', (own) => {
  it('cannot be opened by a user without rights, and says which is missing and what to do', async () => {
    const { url } = own().database;
    await runSql(url, 'create role guest login');
    await runSql(url, 'create schema guarded');
    await runSql(url, 'grant usage on schema guarded to guest');
    const asGuest = new URL(url.replace('postgres@', 'guest@'));
    asGuest.searchParams.set('options', '-c search_path=guarded');

    const { code, stdout } = await runCli(['doctor', '--json'], {
      env: { DATABASE_URL: asGuest.href },
      connectLocal,
    });

    expect(code).toBe(1);
    const { found, fix } = JSON.parse(stdout).checks.at(-1);
    expect(found).toMatch(
      /^E_STORE_REFUSED: .+ permission denied for schema guarded \(PostgreSQL 42501\)\. /,
    );
    expect(found).not.toContain('the cause of this error');
    expect(fix).toContain('GRANT CREATE ON SCHEMA');
  });

  it('says that the disk of the server is full', async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const { url } = own().database;
    const disk = await createSmallDisk(2 ** 23);
    const space = join(disk.folder, 'space');
    await mkdir(space);
    const { uid, gid } = statSync(decodeURIComponent(new URL(url).hostname));
    await chown(space, uid, gid);
    await runSql(url, `create tablespace small location '${space}'`);
    await runSql(url, 'create schema small');
    const options = encodeURIComponent('-c search_path=small -c default_tablespace=small');
    const database = await openServiceDatabase({ databaseUrl: `${url}?options=${options}` });
    onTestFinished(async () => {
      await database.close();
      await runSql(url, 'drop schema small cascade');
      await runSql(url, 'drop tablespace small');
      await disk.remove();
    });
    const { service, read } = await openWithLog(database);
    await disk.fill();

    // Pages that are there take some more keys.
    const refused = await vi.waitFor(async () => {
      const answer = await makeKey(service);
      expect(answer.status).toBe(503);
      return answer;
    }, PATIENCE);

    expect(refused.body.code).toMatch(/^E_(STORE_FULL|AUDIT_FAILED)$/);
    await disk.free();
    await vi.waitFor(async () => expect((await makeKey(service)).status).toBe(201), PATIENCE);
    expect(read().filter((line) => String(line.reason).includes('(PostgreSQL 53100)'))).not.toEqual([]);
  });
});

describe('a call that could not be audited', () => {
  it('is refused by MCP and HTTP as one that was not begun', async () => {
    await withTempFolder(async (folder) => {
      const { database, connection } = await openFile(folder);
      const service = await openTestService({ database });
      const { key } = await service.makeKey({ roles: ['caller'] });
      connection.exec('pragma query_only = on');
      await service.ask('GET', `${team}/keys`, { key });

      const called = await service.ask('POST', `${team}/calls`, { key, body: { tool: 'any' } });
      const told = await askMcp(service, {
        ...{ key, method: 'tools/call', revision: '2025-11-25' },
        params: { name: 'any', arguments: {} },
      });
      connection.exec('pragma query_only = off');

      expect(called.body).toMatchObject({ status: 503, code: 'E_AUDIT_UNAVAILABLE', retryable: true });
      expect(told.text).toContain('Nothing was begun: the audit log cannot be written now. Try again later.');
    });
  });
});

/** A ledger that answers no question, as one of another author may fail. */
function withoutReads(ledger: SearchableLedger, isBroken: () => boolean): SearchableLedger {
  const reads = new Set(['get', 'find', 'findSummaries', 'search']);
  return new Proxy(ledger, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        if (reads.has(String(name)) && isBroken()) throw new Error('The ledger of /var/secret is away.');
        return Reflect.apply(value, target, values) as unknown;
      };
    },
  });
}

describe('a ledger that cannot be read', () => {
  it.each(['gates', 'gates/a.1', 'calls', 'calls/a'])('is told as one for GET %s', async (path) => {
    let isBroken = false;
    const inMemory = await openServiceDatabase({ dataFolder: ':memory:' }, { clock: createFakeClock() });
    onTestFinished(() => inMemory.close());
    const database = { ...inMemory, ledger: withoutReads(inMemory.ledger, () => isBroken) };
    const { service, lines } = await openWithLog(database);
    isBroken = true;

    const { status, body, headers, text } = await service.ask('GET', `${team}/${path}`);
    isBroken = false;

    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'E_LEDGER_FAILED', retryable: true });
    expect(headers.get('retry-after')).toBe('1');
    expect(text + lines.join('')).not.toContain('secret');
  });
});
