import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, inject, it, vi } from 'vitest';

const starter = `
import { startPostgres } from '${new URL('start-postgres.ts', import.meta.url)}';
const { url } = await startPostgres({ fsync: false });
process.stdout.write(new URL(url).hostname);
`;

/** Whether the tests use a server that they start themselves. */
const isOurs = inject('postgresUrl') !== null && !process.env.TEST_PG_URL;

it.skipIf(!isOurs)('ends the server and removes its folder when the process is killed', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', starter]);
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
  const folder = decodeURIComponent(output);
  expect(existsSync(folder)).toBe(true);

  child.kill('SIGKILL');

  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 60_000 });
});
