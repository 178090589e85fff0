import { constants } from 'node:fs';
import { type FileHandle, open, opendir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Caller, ToolError } from 'toolcrib';
import { isPlainName, readPathSteps } from './safe-path.ts';

/** A file that was found. */
export interface FoundFile {
  /** Relative to the folder, with `/` between names. */
  readonly path: string;
}

/** A file that was read. */
export interface ReadFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: string;
  /** Undefined if it is too large, or no text. */
  readonly text: string | undefined;
}

/** One folder of which files may be read, and nothing outside of it. Symbolic links are not followed. */
export interface OpenFolder {
  /** All files under a path, sorted by name within each folder. */
  walk(path: string, options: WalkOptions): AsyncGenerator<FoundFile, void>;
  /** @throws ToolError if there is no such file. */
  read(path: string, options: { readonly maxBytes: number }): Promise<ReadFile>;
}

/** Which folder somebody works in. */
export type FolderOf = (caller: Caller) => OpenFolder;

/** How far a walk goes. */
export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Called when something was left out, because it was too much. */
  readonly onLimit: () => void;
}

const MAX_DEPTH = 16;
const MAX_FILES = 20_000;
/** Large, and never what somebody looks for. */
const skipped: readonly string[] = ['node_modules'];
// O_NOFOLLOW against a link put there meanwhile, O_NONBLOCK against pipes that nobody writes to. Windows has neither.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Nothing is read before a method is called; the folder may come and go. */
export function openFolder(root: string): OpenFolder {
  return {
    walk: (path, options) => walkFolder(root, path, options),
    read: async (path, { maxBytes }) => {
      const steps = readPathSteps(path);
      const place = await findInside(root, steps);
      const file = place === undefined ? undefined : await readPlace(place, maxBytes);
      if (file === undefined) throw new ToolError('There is no such file.', { changedNothing: true });
      return { path: steps.join('/'), ...file };
    },
  };
}

async function* walkFolder(
  root: string,
  path: string,
  options: WalkOptions,
): AsyncGenerator<FoundFile, void> {
  const waiting: (readonly string[])[] = [readPathSteps(path)];
  let found = 0;
  for (let steps = waiting.pop(); steps !== undefined; steps = waiting.pop()) {
    const names = await listNames(root, steps, options);
    for (const file of names.files) {
      options.signal.throwIfAborted();
      if (++found > MAX_FILES) return options.onLimit();
      yield { path: [...steps, file].join('/') };
    }
    if (names.folders.length > 0 && steps.length >= MAX_DEPTH) options.onLimit();
    else waiting.push(...names.folders.toReversed().map((name) => [...steps, name]));
  }
}

async function listNames(
  root: string,
  steps: readonly string[],
  { signal, onLimit }: WalkOptions,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  const place = await findInside(root, steps);
  const files: string[] = [];
  const folders: string[] = [];
  if (place === undefined) return { files, folders };
  try {
    for await (const entry of await opendir(place)) {
      signal.throwIfAborted();
      if (!isPlainName(entry.name) || skipped.includes(entry.name)) continue;
      if (files.length + folders.length >= MAX_FILES) {
        onLimit();
        break;
      }
      if (entry.isFile()) files.push(entry.name);
      else if (entry.isDirectory()) folders.push(entry.name);
    }
  } catch (error) {
    // A folder that is gone, or that this process may not read, holds nothing.
    if (!isFileError(error)) throw error;
  }
  return { files: files.sort(), folders: folders.sort() };
}

/** The real place of a path, if it is the one that it says: no link on the way leads elsewhere. */
async function findInside(root: string, steps: readonly string[]): Promise<string | undefined> {
  try {
    const realRoot = await realpath(root);
    const place = join(realRoot, ...steps);
    const real = await realpath(place);
    return real === place && `${real}${sep}`.startsWith(realRoot + (realRoot.endsWith(sep) ? '' : sep))
      ? real
      : undefined;
  } catch (error) {
    if (!isFileError(error)) throw error;
    return undefined;
  }
}

async function readPlace(place: string, maxBytes: number): Promise<Omit<ReadFile, 'path'> | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(place, READ_FLAGS);
    const stats = await handle.stat();
    if (!stats.isFile()) return undefined;
    const facts = { bytes: stats.size, modifiedAt: stats.mtime.toISOString() };
    return { ...facts, text: stats.size > maxBytes ? undefined : await readText(handle, stats.size) };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return undefined;
  } finally {
    await handle?.close();
  }
}

/** As much as its size was, whatever is added or taken away meanwhile. */
async function readText(handle: FileHandle, size: number): Promise<string | undefined> {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(buffer, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const bytes = buffer.subarray(0, length);
  return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
}

/** A failure of the file system, and no mistake in this code. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
