import { createHash, randomUUID } from 'node:crypto';
import { link, lstat, mkdir, open, readdir, realpath, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Caller, ToolError } from 'toolcrib';
import { z } from 'zod';

/** What notes are called, as a parameter of a tool. Nothing in it can lead out of the folder. */
export const noteName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9][a-z0-9-]*$/);

const MAX_NOTES = 1_000;
/** What was deleted; hidden, so that no search finds it. */
const DELETED = '.deleted';

/**
 * The notes in the folder `notes` of a folder, one file each. Each change is whole or has not happened, also when the process
 * dies in the middle of it.
 */
export interface NoteFiles {
  /** @throws ToolError if there is a note of this name, or there are too many. */
  create(name: string, text: string): Promise<void>;
  /** Whether there is a note with exactly this text. */
  has(name: string, text: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Puts a note away, to be found by a token. @throws ToolError if there is none. */
  putAway(name: string, token: string): Promise<void>;
  wasPutAway(name: string, token: string): Promise<boolean>;
  /** @throws ToolError if there is a new note of its name. */
  bringBack(name: string, token: string): Promise<void>;
}

/** Which notes somebody works with. */
export type NotesOf = (caller: Caller) => NoteFiles;

/** Nothing is made before the first note is. */
export function openNoteFiles(root: string): NoteFiles {
  return {
    create: async (name, text) => {
      const folder = await makeFolder(root);
      if ((await readdir(folder)).length >= MAX_NOTES) throw refuse(`There are already ${MAX_NOTES} notes.`);
      const draft = join(folder, `.${randomUUID()}`);
      try {
        await writeDurably(draft, text);
        await claim(draft, join(folder, fileOf(name)));
      } finally {
        await unlink(draft).catch(ignoreMissing);
      }
    },
    has: async (name, text) => (await readNote(join(root, 'notes', fileOf(name)))) === text,
    remove: async (name) => unlink(join(await makeFolder(root), fileOf(name))).catch(ignoreMissing),
    putAway: async (name, token) => {
      const folder = await makeFolder(root);
      await mkdir(join(folder, DELETED), { recursive: true });
      try {
        await rename(join(folder, fileOf(name)), join(folder, DELETED, fileOf(name, token)));
      } catch (cause) {
        throw isCode(cause, 'ENOENT') ? refuse('There is no note of this name.', cause) : cause;
      }
    },
    wasPutAway: async (name, token) => {
      const place = join(root, 'notes', DELETED, fileOf(name, token));
      return (await lstat(place).catch(ignoreMissing)) !== undefined;
    },
    bringBack: async (name, token) => {
      const folder = await makeFolder(root);
      const place = join(folder, DELETED, fileOf(name, token));
      await claim(place, join(folder, fileOf(name)));
      await unlink(place);
    },
  };
}

function fileOf(name: string, token?: string): string {
  if (token === undefined) return `${name}.md`;
  // A token may be any text; a file name may not.
  return `${name}.${createHash('sha256').update(token).digest('hex').slice(0, 32)}.md`;
}

/** The folder itself, and no link to another place. */
async function makeFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true });
  const folder = join(await realpath(root), 'notes');
  await mkdir(folder, { recursive: true });
  if ((await realpath(folder)) !== folder)
    throw refuse('The notes lie outside of the folder, behind a link.');
  return folder;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a file a second name, unless that is taken: of two who try, one succeeds. */
async function claim(file: string, name: string): Promise<void> {
  try {
    await link(file, name);
  } catch (cause) {
    throw isCode(cause, 'EEXIST') ? refuse('There is already a note of this name.', cause) : cause;
  }
}

async function readNote(file: string): Promise<string | undefined> {
  const handle = await open(file).catch(ignoreMissing);
  if (handle === undefined) return undefined;
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isCode(error, 'ENOENT')) throw error;
  return undefined;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function refuse(message: string, cause?: unknown): ToolError {
  return new ToolError(message, { cause, changedNothing: true });
}
