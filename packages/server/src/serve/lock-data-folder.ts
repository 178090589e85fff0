import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ToolcribError } from 'toolcrib';
import { driverReason, systemErrorCode } from '../store/driver-reason.ts';

/** The right to be the one service of a data folder. */
export interface DataFolderLock {
  release(): Promise<void>;
}

/**
 * Takes the right to be the one service of a data folder. The lock is one of the operating system, held through an empty
 * SQLite file, so it ends with the process however that ends, and no number of a process has to be trusted.
 *
 * @throws ToolcribError `E_STORE_FAILED` if another service has it; `E_STORE_FULL` or `E_STORE_FAILED` if the folder cannot be
 * written.
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  const note = join(folder, 'serve.pid');
  const database = await openExclusively(folder, note);
  // For people who wonder who has the lock; nothing depends on it.
  await writeFile(note, `${process.pid}\n`).catch(() => undefined);
  let isHeld = true;
  return {
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await rm(note, { force: true });
      database.close();
    },
  };
}

async function openExclusively(folder: string, note: string): Promise<DatabaseSync> {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, 'serve.lock'), { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (cause) {
    database?.close();
    throw new ToolcribError(systemErrorCode(cause), await explain(cause, { folder, note }), {
      cause,
      context: { folder },
    });
  }
}

async function explain(
  cause: unknown,
  { folder, note }: { readonly folder: string; readonly note: string },
): Promise<string> {
  const isTaken = cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY;
  if (!isTaken) {
    const reason = driverReason(cause);
    return `The data folder ${folder} cannot be written${reason === undefined ? '' : `: ${reason}`}. Correct that, or give another folder with --data.`;
  }
  const pid = await readFile(note, 'utf8').catch(() => '');
  const who = /^\d{1,10}\n$/.test(pid) ? ` (process ${pid.trim()})` : '';
  return `Another service${who} uses the data folder ${folder}. Stop it, or give another folder with --data.`;
}

const SQLITE_BUSY = 5;
