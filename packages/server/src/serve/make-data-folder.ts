import { access, constants, mkdir } from 'node:fs/promises';
import { ToolcribError } from 'toolcrib';
import { driverReason, systemErrorCode } from '../store/driver-reason.ts';

/**
 * Makes a data folder that only its owner can look into, unless there is one.
 *
 * @throws ToolcribError `E_STORE_FULL`, `E_STORE_READ_ONLY`, `E_STORE_FAILED`.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw refused(`The data folder ${folder} cannot be made`, { cause, folder });
  }
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw refused(`The data folder ${folder} cannot be written`, { cause, folder });
  }
}

function refused(
  problem: string,
  { cause, folder }: { readonly cause: unknown; readonly folder: string },
): ToolcribError {
  const reason = driverReason(cause);
  const message = `${problem}${reason === undefined ? '' : `: ${reason}`}. Correct that, or give another folder with --data.`;
  return new ToolcribError(systemErrorCode(cause), message, { cause, context: { folder } });
}
