import { mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { canMount, createSmallDisk, SMALL_DISK_HINT } from '../../../../test/catalog-crash/small-disk.ts';
import { makeDataFolder } from './make-data-folder.ts';

describe('makeDataFolder()', () => {
  it('makes folders that only their owner can look into', async () => {
    await withTempFolder(async (folder) => {
      const dataFolder = join(folder, 'new', 'data');

      await makeDataFolder(dataFolder);

      expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
    });
  });

  it.for([
    ['data', 'cannot be made'],
    ['new/deep/data', 'cannot be made'],
    ['existing', 'cannot be written'],
  ] as const)('says that %s is on a read-only file system', async ([path, problem], { skip }) => {
    skip(!canMount, SMALL_DISK_HINT);
    const disk = await createSmallDisk(2 ** 18);
    onTestFinished(disk.remove);
    await mkdir(join(disk.folder, 'existing'));
    await disk.makeReadOnly();
    const dataFolder = join(disk.folder, path);

    await expect(makeDataFolder(dataFolder)).rejects.toMatchObject({
      code: 'E_STORE_READ_ONLY',
      message: `The data folder ${dataFolder} ${problem}: access EROFS, a read-only file system. Correct that, or give another folder with --data.`,
    });
  });

  it('blames no file system where a link leads nowhere', async () => {
    await withTempFolder(async (folder) => {
      await symlink(join(folder, 'missing', 'place'), join(folder, 'link'));

      await expect(makeDataFolder(join(folder, 'link', 'data'))).rejects.toMatchObject({
        code: 'E_STORE_FAILED',
        message: expect.stringContaining('cannot be made: mkdir ENOTDIR.'),
      });
    });
  });
});
