import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, inject, it, vi } from 'vitest';
import { POSTGRES_HINT } from './start-postgres.ts';

const starter = `
import { startPostgres } from ${JSON.stringify(new URL('start-postgres.ts', import.meta.url))};
const { url } = await startPostgres({ fsync: false });
process.stdout.write(new URL(url).hostname);
`;

it('ends the server and removes its folder when the process is killed', async ({ skip }) => {
  skip(
    Boolean(process.env.TEST_PG_URL),
    'needs a server that the tests start, and TEST_PG_URL names another',
  );
  skip(inject('postgresUrl') === null, POSTGRES_HINT);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', starter]);
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
  const folder = decodeURIComponent(output);
  expect(existsSync(folder)).toBe(true);

  child.kill('SIGKILL');

  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 60_000 });
});
