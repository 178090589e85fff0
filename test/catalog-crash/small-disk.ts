import { execFile } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk that can be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room on it, apart from some bytes. */
  fill(exceptBytes?: number): Promise<void>;
  /** Takes back what `fill` has done. */
  free(): Promise<void>;
  /** From now on it can only be read. */
  makeReadOnly(): Promise<void>;
  remove(): Promise<void>;
}

/** Why a test without one is skipped. */
export const SMALL_DISK_HINT = 'only root may mount a small disk, and only on Linux';

/** Whether {@link createSmallDisk} is likely to work. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Mounts a disk in memory, on which everybody may write. */
export async function createSmallDisk(bytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'toolcrib-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=1777`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: async (exceptBytes = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      await writeFile(filler, new Uint8Array(Math.max(0, bavail * bsize - exceptBytes)));
    },
    free: () => rm(filler),
    makeReadOnly: async () => {
      await run('mount', ['-o', 'remount,ro', folder]);
    },
    remove: async () => {
      // Also if somebody has a file of it open.
      await run('umount', ['--lazy', folder]);
      await rmdir(folder);
    },
  };
}
