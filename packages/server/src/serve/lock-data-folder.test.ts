import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { canMount, createSmallDisk, SMALL_DISK_HINT } from '../../../../test/catalog-crash/small-disk.ts';
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

  it('says by its code that the disk is full, and can be had once there is room', async ({ skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const disk = await createSmallDisk(2 ** 18);
    onTestFinished(disk.remove);
    await disk.fill();

    await expect(lockDataFolder(disk.folder)).rejects.toMatchObject({
      code: 'E_STORE_FULL',
      message: expect.stringContaining('cannot be written: database or disk is full (SQLite 13).'),
    });

    await disk.free();
    await (await lockDataFolder(disk.folder)).release();
  });
});
