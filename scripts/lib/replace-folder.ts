import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './repository.ts';

/**
 * Has a new folder filled, which then takes the place of `target`. Whoever uses the one before is disturbed for a
 * moment only. Several may do it at once: the last one stays, whole. If `fill` fails, `target` stays as it is.
 */
export async function replaceFolder(
  target: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<void> {
  // Not in the system's folder for such things, from where nothing could be renamed to another disk.
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  const workplace = await mkdtemp(join(cache, 'build-'));
  try {
    const next = join(workplace, 'next');
    await mkdir(next);
    await fill(next);
    while (!(await isPutInPlace(next, target))) {
      await rm(join(workplace, 'before'), { recursive: true, force: true });
      await moveAway(target, join(workplace, 'before'));
    }
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

/** Whether the place was free. */
function isPutInPlace(folder: string, target: string): Promise<boolean> {
  return isRenamed(folder, target, ['ENOTEMPTY', 'EEXIST']);
}

/** There may be nothing to move: another process has done it. */
async function moveAway(target: string, aside: string): Promise<void> {
  await isRenamed(target, aside, ['ENOENT']);
}

async function isRenamed(from: string, to: string, expected: readonly string[]): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && expected.includes(String(error.code))) return false;
    throw error;
  }
}
