import { afterAll, beforeAll, expect, it } from 'vitest';
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

  it('never shows the password of the database', async () => {
    const url = 'postgres://somebody:hunter2@127.0.0.1:1/nothing';

    const { code, stdout, stderr } = await runCli(['list'], { connectLocal, env: { DATABASE_URL: url } });

    expect(code).toBe(1);
    expect(stderr).toContain('E_STORE_FAILED');
    expect(stdout + stderr).not.toContain('hunter2');
  });
});
