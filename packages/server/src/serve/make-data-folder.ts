import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolcribError } from 'toolcrib';
import { diskCodeOf, driverReason, systemErrorCode } from '../store/driver-reason.ts';

/**
 * Makes a data folder that only its owner can look into, unless there is one.
 *
 * @throws ToolcribError `E_STORE_FULL`, `E_STORE_READ_ONLY`, `E_STORE_FAILED`.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const cause = (isMissing(error) && (await findRefusal(folder))) || error;
    throw refused(`The data folder ${folder} cannot be made`, { cause, folder });
  }
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw refused(`The data folder ${folder} cannot be written`, { cause, folder });
  }
}

/** What the first parent that exists is refused with. On a read-only file system, a recursive mkdir reports ENOENT instead. */
async function findRefusal(folder: string): Promise<unknown> {
  const parent = dirname(folder);
  try {
    await access(parent, constants.W_OK);
    return undefined;
  } catch (error) {
    return isMissing(error) && parent !== folder ? await findRefusal(parent) : error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function refused(
  problem: string,
  { cause, folder }: { readonly cause: unknown; readonly folder: string },
): ToolcribError {
  const reason = driverReason(cause);
  const isReadOnly = diskCodeOf(cause) === 'E_STORE_READ_ONLY';
  const why = reason === undefined ? '' : `: ${reason}${isReadOnly ? ', a read-only file system' : ''}`;
  const message = `${problem}${why}. Correct that, or give another folder with --data.`;
  return new ToolcribError(systemErrorCode(cause), message, { cause, context: { folder } });
}
