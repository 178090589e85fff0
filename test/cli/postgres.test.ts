import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { operatorPrincipal } from '../../packages/server/src/auth/operator-principal.ts';
import { connectLocal } from '../../packages/server/src/cli/client/connect-local.ts';
import { openLocalService } from '../../packages/server/src/cli/client/open-local-service.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { runCli } from './run-cli.ts';

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

  it('never shows the password of the database', async () => {
    const url = 'postgres://somebody:hunter2@127.0.0.1:1/nothing';

    const { code, stdout, stderr } = await runCli(['list'], { connectLocal, env: { DATABASE_URL: url } });

    expect(code).toBe(1);
    expect(stderr).toContain('E_STORE_FAILED');
    expect(stdout + stderr).not.toContain('hunter2');
  });
});
