import { makeRoom } from './make-room.ts';
import { codeOf, type FileHandle, ignoreAbsence, type NodeModules } from './node-modules.ts';
import type { FileStamp } from './read-chunks.ts';

/** What hosts say where a file cannot have two names. */
const noLinks: readonly string[] = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];
/** What hosts say where a folder cannot be opened or flushed, such as Windows. */
const noFolderSync: readonly string[] = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EBADF'];

/**
 * The files of a store. A file is written under a name of its own, flushed, and then given the name of its
 * artifact, which is one step: whoever looks finds the whole file or none.
 */
export class ArtifactFolder {
  readonly #modules: NodeModules;
  readonly #path: string;
  readonly #maxBytes: number;
  /** How many bytes may be added before the folder is looked through. */
  #room = 0;
  /** When the last file that was added has its name. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    modules: NodeModules,
    { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
  ) {
    this.#modules = modules;
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  /** The digest of an id is a legal name everywhere, also where `A` and `a` are one. */
  pathOf(id: string): string {
    // As JSON, because UTF-8 has one replacement for all halves of characters.
    const digest = this.#modules.crypto.createHash('sha256').update(JSON.stringify(id)).digest('hex');
    return this.#modules.path.join(this.#path, `${digest}.artifact`);
  }

  async has(path: string): Promise<boolean> {
    const { promises: fs } = this.#modules.fs;
    return (await fs.stat(path).catch(ignoreAbsence)) !== undefined;
  }

  /** Opens a file to be read; undefined if there is none. */
  async open(path: string): Promise<FileHandle | undefined> {
    return await this.#modules.fs.promises.open(path, 'r').catch(ignoreAbsence);
  }

  /** Adds a file, unless there is one already: then it gives undefined. Nothing is left if it fails. */
  async add(path: string, write: (handle: FileHandle) => Promise<void>): Promise<FileStamp | undefined> {
    const { promises: fs } = this.#modules.fs;
    const part = this.#modules.path.join(this.#path, `${this.#modules.crypto.randomUUID()}.part`);
    try {
      await this.#write(part, write);
      // Not before it is closed, because some hosts change the time then.
      const { size, mtimeMs } = await fs.stat(part);
      const isAdded = await this.#inTurn(async () => {
        await this.#makeRoom({ size, mtimeMs });
        return await this.#giveName(part, path);
      });
      if (!isAdded) return undefined;
      await this.#flush(path);
      return { size, mtimeMs };
    } finally {
      // If it is still there and cannot be removed, it is a leftover.
      await fs.unlink(part).catch(() => undefined);
    }
  }

  async #write(part: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
    const handle = await this.#modules.fs.promises.open(part, 'wx', 0o600);
    try {
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async #makeRoom(arrival: FileStamp): Promise<void> {
    if (arrival.size <= this.#room) {
      this.#room -= arrival.size;
      return;
    }
    this.#room = 0;
    this.#room = await makeRoom(this.#modules, { folder: this.#path, maxBytes: this.#maxBytes, arrival });
  }

  /** Whether the name was free. */
  async #giveName(part: string, path: string): Promise<boolean> {
    const { promises: fs } = this.#modules.fs;
    try {
      await fs.link(part, path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      if (!noLinks.includes(codeOf(error))) throw error;
      // Renaming replaces what is there. Another process that adds the same id right now is not noticed.
      if (await this.has(path)) return false;
      await fs.rename(part, path);
    }
    return true;
  }

  /** Makes a name survive a power failure. */
  async #flush(path: string): Promise<void> {
    const { promises: fs } = this.#modules.fs;
    let folder: FileHandle | undefined;
    try {
      folder = await fs.open(this.#path, 'r');
      await folder.sync();
    } catch (error) {
      if (noFolderSync.includes(codeOf(error))) return;
      await fs.unlink(path).catch(() => undefined);
      throw error;
    } finally {
      await folder?.close();
    }
  }

  /** One after another, so that none is counted twice and none overlooked. */
  #inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(action);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
