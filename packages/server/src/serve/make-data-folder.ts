import { mkdir } from 'node:fs/promises';
import { ToolcribError } from 'toolcrib';

/**
 * Makes a data folder that only its owner can look into, unless there is one.
 *
 * @throws ToolcribError `E_STORE_FAILED`.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const message = `The data folder ${folder} cannot be made. Give another one with --data.`;
    throw new ToolcribError('E_STORE_FAILED', message, { cause, context: { folder } });
  }
}
