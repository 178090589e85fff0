import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { driverReason } from '../../store/driver-reason.ts';
import { DATABASE_FILE } from '../client/database-file.ts';
import type { Finding } from './finding.ts';

const OTHERS_MAY = 0o077;

/** Whether the local database is there, can be written, and is nobody else's business. */
export async function checkDataFolder(folder: string): Promise<Finding> {
  const check = 'data folder';
  const file = join(folder, DATABASE_FILE);
  try {
    await access(file, constants.F_OK);
  } catch {
    // Nothing there yet is what a newcomer has.
    const fix = 'Start a service here with `toolcrib serve`, or name another place with --data or --url.';
    return { check, status: 'fail', found: `There is no database in ${folder}.`, fix };
  }
  try {
    await access(file, constants.R_OK | constants.W_OK);
    await access(folder, constants.W_OK);
  } catch (error) {
    const reason = driverReason(error);
    return {
      check,
      status: 'fail',
      found: `${file} cannot be written${reason === undefined ? '' : `: ${reason}`}.`,
      fix: 'Change its owner or its rights, or mount its disk for writing.',
    };
  }
  const { mode } = await stat(folder);
  if (process.platform !== 'win32' && (mode & OTHERS_MAY) !== 0) {
    const fix = `Others on this machine may look into it: chmod 700 ${folder}`;
    return { check, status: 'warn', found: folder, fix };
  }
  return { check, status: 'ok', found: folder };
}
