import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { lockDataFolder } from './lock-data-folder.ts';

const module = join(import.meta.dirname, 'lock-data-folder.ts');

/** A process of its own that takes the lock and keeps it. */
async function holdElsewhere(folder: string) {
  const code = `
    const { lockDataFolder } = await import(${JSON.stringify(module)});
    await lockDataFolder(${JSON.stringify(folder)});
    process.stdout.write('held');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('lockDataFolder()', () => {
  it('lets one in, and the next once that has gone', async () => {
    await withTempFolder(async (folder) => {
      const first = await lockDataFolder(folder);

      await expect(lockDataFolder(folder)).rejects.toMatchObject({
        code: 'E_STORE_FAILED',
        message: expect.stringContaining(`process ${process.pid}`),
      });
      await first.release();
      await first.release();
      await (await lockDataFolder(folder)).release();
    });
  });

  it('holds between processes, and ends with one that was killed', async () => {
    await withTempFolder(async (folder) => {
      const child = await holdElsewhere(folder);

      await expect(lockDataFolder(folder)).rejects.toThrow(`process ${child.pid}`);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await (await lockDataFolder(folder)).release();
    });
  });

  it('says that a folder cannot be written', async () => {
    await withTempFolder(async (folder) => {
      await expect(lockDataFolder(join(folder, 'missing'))).rejects.toThrow('cannot be written');
    });
  });

  it.each([
    ['E_STORE_FULL', 13, 'database or disk is full'],
    ['E_STORE_READ_ONLY', 8, 'attempt to write a readonly database'],
    ['E_STORE_READ_ONLY', 1032, 'attempt to write a readonly database'],
    ['E_STORE_FAILED', 14, 'unable to open database file'],
  ])('says by its code why a folder cannot be written: %s for SQLite %d', async (code, errcode, errstr) => {
    const begin = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
      throw Object.assign(new Error(errstr), { code: 'ERR_SQLITE_ERROR', errcode, errstr });
    });
    onTestFinished(() => begin.mockRestore());

    await withTempFolder(async (folder) => {
      await expect(lockDataFolder(folder)).rejects.toMatchObject({
        code,
        message: expect.stringContaining(`cannot be written: ${errstr} (SQLite ${errcode}).`),
      });
    });
  });
});
