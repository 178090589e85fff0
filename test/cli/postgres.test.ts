import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { operatorPrincipal } from '../../packages/server/src/auth/operator-principal.ts';
import { connectLocal } from '../../packages/server/src/cli/client/connect-local.ts';
import { openLocalService } from '../../packages/server/src/cli/client/open-local-service.ts';
import { root } from '../../scripts/lib/repository.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { describeOwnPostgres } from '../catalog-crash/describe-own-postgres.ts';
import { runSql } from '../catalog-crash/run-sql.ts';
import { canMount, createSmallDisk, SMALL_DISK_HINT } from '../catalog-crash/small-disk.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { runCli } from './run-cli.ts';

const main = join(root, 'packages/server/src/cli/main.ts');

describePostgres('the command line on PostgreSQL', (serverUrl) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });

  afterAll(async () => {
    await database.drop();
  });

  it('works on the database of DATABASE_URL as on a local file', async () => {
    await withTempFolder(async (cwd) => {
      const local = { dataFolder: cwd, databaseUrl: database.url, toolModules: [], withExamples: true };
      const first = await openLocalService(local, { publishTo: ['default'], isCreated: true });
      await first.close();
      const ask = (...argv: readonly string[]) =>
        runCli(argv, { cwd, connectLocal, env: { DATABASE_URL: database.url } });

      expect(await ask('call', 'calculate', 'expression=6*7')).toMatchObject({
        code: 0,
        stdout: '{\n  "result": 42\n}\n',
      });
      expect((await ask('disable', 'calculate')).code).toBe(0);
      expect((await ask('call', 'calculate', 'expression=1')).code).toBe(4);
      expect((await ask('audit')).stdout).toMatch(/disableTool +calculate +operator +ok/);
    });
  });

  it('changes and removes a tenant under a service that runs on the same database', async () => {
    await withTempFolder(async (cwd) => {
      const local = { dataFolder: cwd, databaseUrl: database.url, toolModules: [], withExamples: true };
      const service = await openLocalService(local, { publishTo: ['default'], isCreated: true });
      const ask = (...argv: readonly string[]) =>
        runCli(argv, { cwd, connectLocal, env: { DATABASE_URL: database.url } });
      const statusOf = async (path: string) => {
        const request = new Request(`http://127.0.0.1/v1/tenants/acme${path}`);
        return (await service.running.fetch(request, { principal: operatorPrincipal })).status;
      };
      expect((await ask('tenants', 'create', 'acme', '--host-tools')).code).toBe(0);
      expect(await statusOf('/tools')).toBe(200);

      const shown = await ask('tenants', 'remove', 'acme');
      const before = await statusOf('/tools');
      const removed = await ask('tenants', 'remove', 'acme', '--yes');

      expect([shown.code, before, removed.code]).toEqual([2, 200, 0]);
      expect(shown.stdout).toMatch(/tools +17\n/);
      await vi.waitFor(async () => expect(await statusOf('/tools')).toBe(404), { timeout: 20_000 });
      expect(await statusOf('/audit')).toBe(200);
      expect((await ask('tenants', 'create', 'acme')).stderr).toContain('E_TENANT_EXISTS');
      expect((await ask('tenants', 'remove', 'default', '--yes')).stderr).toContain('E_TENANT_REQUIRED');
      await service.close();
    });
  });

  it.each(['list', 'doctor'])(
    'says to `%s` that there is no such database on the server',
    async (command) => {
      const url = database.url.replace(/\/toolcrib_test_\w+/, '/nothing_here');

      const { code, stdout, stderr } = await runCli([command], {
        ...{ connectLocal, env: { DATABASE_URL: url } },
        fetch: refuseConnections,
      });

      expect(code).toBe(1);
      expect(stdout + stderr).toContain('E_STORE_REFUSED');
      expect(stdout + stderr).toContain('database "nothing_here" does not exist (PostgreSQL 3D000)');
      expect(stderr).toContain('Correct the database name, the user or the password in DATABASE_URL.');
    },
  );

  it('says where nothing listens, and never shows the password of the database', async () => {
    const url = 'postgres://somebody:hunter2@127.0.0.1:1/nothing';

    const { code, stdout, stderr } = await runCli(['list'], { connectLocal, env: { DATABASE_URL: url } });

    expect(code).toBe(1);
    expect(stderr).toContain(
      'E_STORE_FAILED: The database postgres://127.0.0.1:1/nothing cannot be opened: connect ECONNREFUSED 127.0.0.1:1. Start the server, or correct the host and port in DATABASE_URL.',
    );
    expect(stdout + stderr).not.toContain('hunter2');
  });
});

/** Of the port that `doctor` looks at first. */
const refuseConnections = async (): Promise<never> => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
};

describeOwnPostgres('the command line on a server that wants passwords', (own) => {
  it('says that the password is wrong, of which user, and shows none', async () => {
    const { url } = own().database;
    const [{ hba_file: file } = {}] = await runSql(url, 'show hba_file');
    const rules = await readFile(String(file), 'utf8');
    await writeFile(String(file), `local all joe scram-sha-256\n${rules}`);
    await runSql(url, "create role joe login password 'right-walnut'");
    await runSql(url, 'select pg_reload_conf()');
    const denied = url.replace('postgres@', 'joe:wrong-walnut@');

    const { stdout, stderr } = await vi.waitFor(
      async () => {
        const run = await runCli(['list'], { connectLocal, env: { DATABASE_URL: denied } });
        // It takes a while until the server does as it was told.
        expect(run.stderr).toContain('E_STORE_REFUSED');
        return run;
      },
      { timeout: 20_000 },
    );

    expect(stderr).toContain('password authentication failed for user "joe" (PostgreSQL 28P01)');
    expect(stdout + stderr).not.toContain('walnut');
  });
});

describe('serve', () => {
  it('says before it listens why it cannot have its database', async () => {
    const { code, stderr } = await runServe({ DATABASE_URL: 'postgres://joe:hunter2@127.0.0.1:1/nothing' });

    expect(code).toBe(1);
    expect(stderr).toContain('cannot be opened: connect ECONNREFUSED 127.0.0.1:1.');
    expect(stderr).not.toContain('hunter2');
  });

  it('says that its data folder is on a disk that may only be read', async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const disk = await createSmallDisk(2 ** 18);
    onTestFinished(disk.remove);
    await writeFile(join(disk.folder, 'toolcrib.sqlite'), '');
    await disk.makeReadOnly();

    const { code, stderr } = await runServe({ TOOLCRIB_DATA: disk.folder });
    const doctor = await runCli(['doctor', '--data', disk.folder], {
      connectLocal,
      fetch: refuseConnections,
    });

    expect(code).toBe(1);
    expect(stderr).toContain(
      `E_STORE_READ_ONLY: The data folder ${disk.folder} cannot be written: access EROFS, a read-only file system.`,
    );
    expect(stderr).toContain('hint: Make the database writable.');
    expect(doctor.stdout + doctor.stderr).toContain('access EROFS');
  });
});

/** Starts a service in a process of its own, which is to end by itself. */
async function runServe(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, stderr };
}
