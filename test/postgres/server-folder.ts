import { cp, lchown, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Who PostgreSQL runs as when the tests run as root, which it refuses: nobody. */
const NOBODY = 65_534;

/** The user to start PostgreSQL as; empty for the current one. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Where a server keeps its data and its socket, and the programs that it is made of. */
export interface ServerFolder {
  readonly path: string;
  readonly binaries: string;
  readonly user: ServerUser;
}

/**
 * Makes a temporary folder that belongs to the user of the server. The binaries are copied into it when
 * that user cannot reach them, as in a checkout under `/root`.
 */
export async function createServerFolder(binaries: string): Promise<ServerFolder> {
  const user: ServerUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const isReachable = async (path: string) => user.uid === undefined || (await isOpenToOthers(path));
  const parent = (await isReachable(tmpdir())) ? tmpdir() : '/tmp';
  const path = await realpath(await mkdtemp(join(parent, 'toolcrib-pg-')));
  try {
    const canReach = await isReachable(binaries);
    if (!canReach) await cp(binaries, join(path, 'native'), { recursive: true, verbatimSymlinks: true });
    // All of it, because it is the server's user who removes it in the end.
    await giveTo(user, path);
    return { path, binaries: canReach ? binaries : join(path, 'native'), user };
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}

async function giveTo({ uid, gid }: ServerUser, path: string): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  for (const name of await readdir(path, { recursive: true })) await lchown(join(path, name), uid, gid);
  await lchown(path, uid, gid);
}

/** Whether every user may walk down to a folder. */
async function isOpenToOthers(folder: string): Promise<boolean> {
  const path = await realpath(folder);
  const { mode } = await stat(path);
  if ((mode & 0o001) === 0) return false;
  return dirname(path) === path || (await isOpenToOthers(dirname(path)));
}
