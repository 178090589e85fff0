import { expect, it } from 'vitest';
import { runCommand } from '../scripts/lib/run-command.ts';

// `npm install` can write a lock file that leaves out other platforms, which `npm ci` then refuses.
it('is a lock file that a fresh clone can be installed from', async () => {
  const { code, output } = await runCommand('npm', ['ci', '--dry-run', '--offline', '--loglevel=error']);

  expect(code, output).toBe(0);
});
