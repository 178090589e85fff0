import { promises as fs } from 'node:fs';
import { mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { makeDataFolder } from './make-data-folder.ts';

function failure(syscall: string, code: string): Error {
  return Object.assign(new Error(`${code}: a failure of the host`), { code, syscall });
}

/** A folder that is as on a mount that may only be read: for what is missing there, a recursive mkdir says ENOENT. */
function mountReadOnly(folder: string): void {
  const { access } = fs;
  const spies = [
    vi.spyOn(fs, 'mkdir').mockRejectedValue(failure('mkdir', 'ENOENT')),
    vi.spyOn(fs, 'access').mockImplementation(async (place, mode) => {
      await access(place, mode);
      if (String(place).startsWith(folder)) throw failure('access', 'EROFS');
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
}

describe('makeDataFolder()', () => {
  it('makes folders that only their owner can look into', async () => {
    await withTempFolder(async (folder) => {
      const dataFolder = join(folder, 'new', 'data');

      await makeDataFolder(dataFolder);

      expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
    });
  });

  it.each(['data', 'new/deep/data'])('says that %s would be on a read-only file system', async (path) => {
    await withTempFolder(async (folder) => {
      const dataFolder = join(folder, path);
      mountReadOnly(folder);

      await expect(makeDataFolder(dataFolder)).rejects.toMatchObject({
        code: 'E_STORE_READ_ONLY',
        message: `The data folder ${dataFolder} cannot be made: access EROFS, a read-only file system. Correct that, or give another folder with --data.`,
      });
    });
  });

  it('says so of a folder that is there', async () => {
    await withTempFolder(async (folder) => {
      await mkdir(join(folder, 'data'));
      mountReadOnly(folder);
      vi.mocked(fs.mkdir).mockResolvedValue(undefined);

      await expect(makeDataFolder(join(folder, 'data'))).rejects.toMatchObject({
        code: 'E_STORE_READ_ONLY',
        message: expect.stringContaining('cannot be written: access EROFS, a read-only file system.'),
      });
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
