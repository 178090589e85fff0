import { ignoreAbsence, type NodeModules } from './node-modules.ts';
import type { FileStamp } from './read-chunks.ts';

/** What an artifact file is called: the digest of its id. */
const ARTIFACT = /^[0-9a-f]{64}\.artifact$/;
/** What a file is called that is being written. */
const PART = /^[0-9a-f-]{36}\.part$/;

/** Nobody writes on a file any more that was last written so much earlier than another. */
const LEFTOVER_MS = 3_600_000;
const STATS_AT_ONCE = 256;

/** What there has to be room for. */
export interface RoomOptions {
  readonly folder: string;
  /** How many bytes all files may have. */
  readonly maxBytes: number;
  /** The file that is to be added. */
  readonly arrival: FileStamp;
}

interface FoundFile extends FileStamp {
  readonly path: string;
}

/**
 * Removes the oldest artifacts until a new one fits and a tenth of the room is free, so that a full folder is
 * not looked through at every put; and what crashed processes left. Times are compared with that of the new
 * file, which is by the clock of the same file system. Files of other names are never touched.
 *
 * Gives how many bytes more may be put before the folder is looked through again. That is at most a tenth of
 * the room, because other processes may fill it too.
 */
export async function makeRoom(modules: NodeModules, options: RoomOptions): Promise<number> {
  const { folder, maxBytes, arrival } = options;
  const names = await modules.fs.promises.readdir(folder);
  const find = async (pattern: RegExp) =>
    await findFiles(modules, { folder, names: names.filter((name) => pattern.test(name)) });

  for (const part of await find(PART)) {
    if (arrival.mtimeMs - part.mtimeMs > LEFTOVER_MS) await remove(modules, part.path);
  }
  const artifacts = (await find(ARTIFACT)).sort((a, b) => a.mtimeMs - b.mtimeMs);
  let byteLength = artifacts.reduce((sum, file) => sum + file.size, arrival.size);
  if (byteLength > maxBytes) {
    for (const file of artifacts) {
      if (byteLength <= maxBytes * 0.9) break;
      if (await remove(modules, file.path)) byteLength -= file.size;
    }
  }
  return Math.min(maxBytes - byteLength, maxBytes / 10);
}

async function findFiles(
  { fs: { promises: fs }, path }: NodeModules,
  { folder, names }: { readonly folder: string; readonly names: readonly string[] },
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const find = async (name: string) => {
    const file = path.join(folder, name);
    // What cannot be looked at cannot be removed either, and is no file of ours.
    const stats = await fs.stat(file).catch(() => undefined);
    if (stats?.isFile()) found.push({ path: file, size: stats.size, mtimeMs: stats.mtimeMs });
  };
  for (let index = 0; index < names.length; index += STATS_AT_ONCE) {
    await Promise.all(names.slice(index, index + STATS_AT_ONCE).map(find));
  }
  return found;
}

/** Whether the file is gone. One that cannot be removed keeps its place, and others have to go. */
async function remove({ fs }: NodeModules, path: string): Promise<boolean> {
  return await fs.promises
    .unlink(path)
    .catch(ignoreAbsence)
    .then(
      () => true,
      () => false,
    );
}
