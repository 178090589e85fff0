import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectLocal } from '../../packages/server/src/cli/client/connect-local.ts';
import { serve } from '../../packages/server/src/serve/serve.ts';
import type { ServeIo } from '../../packages/server/src/serve/serve-options.ts';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { runCli } from '../cli/run-cli.ts';
import { type ChildEnd, forEachLimited, runChild } from '../crash/run-child.ts';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import type { FirstStartOptions } from './first-start-child.ts';

const child = join(import.meta.dirname, 'first-start-child.ts');
const adminKeyForm = /Admin +(tcrib_\S+)/;

function startFirst(options: FirstStartOptions): Promise<ChildEnd> {
  return runChild(child, options);
}

/** Starts a service, and comes in as whoever reads what it prints can. */
async function becomeAdmin(cwd: string, env: ServeIo['env']): Promise<{ printed: string; status: number }> {
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  const stdout = { write, isTTY: false, columns: undefined };
  const io: ServeIo = {
    ...{ stdout, stderr: { ...stdout, write: () => undefined }, env, cwd },
    exit: () => undefined,
    onStop: () => () => undefined,
    onReload: () => () => undefined,
    onUnhandled: () => () => undefined,
  };
  const server = await serve({ port: 0, withExamples: false }, io);
  try {
    const key = adminKeyForm.exec(printed)?.[1] ?? (await runPrinted(printed, { cwd, env }));
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`${server.url}/v1/keys`, { headers });
    return { printed, status };
  } finally {
    await server.close();
  }
}

/** Runs the command that the banner names, and gives the key that it prints. */
async function runPrinted(printed: string, { cwd, env }: Pick<ServeIo, 'cwd' | 'env'>): Promise<string> {
  const [, command = ''] = /^ +toolcrib (keys create (?:.*\\\n)?.*)$/m.exec(printed) ?? [];
  const argv = command.split(/[\s\\]+/).map((word) => word.replace(/^'(.*)'$/, '$1'));
  const { stdout, stderr, code } = await runCli(argv, { cwd, env, connectLocal });
  expect(code, `${printed}\n${stderr}`).toBe(0);
  return stdout.trim();
}

describe('a first start that is killed', () => {
  it('leaves a way in for an admin, at whichever moment it was', async () => {
    await withTempFolder(async (folder) => {
      const { output } = await startFirst({ dataFolder: join(folder, 'whole'), dieAt: 0 });
      const moments = Number(/moments: (\d+)/.exec(output)?.[1]);
      expect(moments, output).toBeGreaterThan(5);

      let killed = 0;
      const numbers = Array.from({ length: moments }, (_, index) => index + 1);
      await forEachLimited(numbers, 2, async (dieAt) => {
        const cwd = join(folder, `${dieAt}`);
        const { signal } = await startFirst({ dataFolder: join(cwd, 'toolcrib-data'), dieAt });
        if (signal === 'SIGKILL') killed += 1;

        const { status } = await becomeAdmin(cwd, {});

        expect(status, `killed at moment ${dieAt} of ${moments}`).toBe(200);
      });
      // What is written behind a start is counted too, so that another start may have a few less.
      expect(killed).toBeGreaterThan(moments / 2);
    });
  });

  it('is told of until an admin key has been used', async () => {
    await withTempFolder(async (cwd) => {
      await startFirst({ dataFolder: join(cwd, 'toolcrib-data'), dieAt: 0 });
      const second = await becomeAdmin(cwd, {});
      const third = await becomeAdmin(cwd, {});

      expect(second.printed).toContain('No admin key has been used yet.');
      expect(third.printed).not.toContain('No admin key has been used yet.');
    });
  });
});

describePostgres('a first start on PostgreSQL that was stopped before it had made keys', (serverUrl) => {
  it('leaves a way in for an admin', async () => {
    const database = await createTestDatabase(serverUrl);
    await withTempFolder(async (cwd) => {
      const env = { DATABASE_URL: database.url };
      await becomeAdmin(cwd, env);
      // As if that process had got no further than its claim.
      await database.pool.query('delete from toolcrib_keys');

      expect(await becomeAdmin(cwd, env)).toMatchObject({ status: 200 });
    }).finally(() => database.drop());
  });
});
