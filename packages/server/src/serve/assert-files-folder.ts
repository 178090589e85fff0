import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { ConfigError } from 'toolcrib';
import { tenantsFolder } from '../example-tools/tenant-folder.ts';
import type { ServeSettings } from './read-serve-options.ts';

/**
 * Looks at the folder that somebody has given to the example tools, before anything is made.
 *
 * @throws ConfigError `E_INVALID_OPTION` if it does not exist, for it may have been misspelt, or if tools could reach the
 * database through it.
 */
export async function assertFilesFolder({
  files: { folder, isGiven },
  dataFolder,
  databaseUrl,
}: Pick<ServeSettings, 'files' | 'dataFolder' | 'databaseUrl'>): Promise<void> {
  if (!isGiven) return;
  const stats = await stat(folder).catch(() => undefined);
  if (stats?.isDirectory() !== true) throw refused(`The folder ${folder} of --files does not exist.`);
  // A database on a server leaves nothing in the data folder.
  if (databaseUrl !== undefined || (await areApart(folder, dataFolder))) return;
  throw refused(
    `One of the folders ${folder} of --files and ${dataFolder} of the data contains the other, so that tools could reach the database. Choose another one, with --files or --data.`,
  );
}

async function areApart(folder: string, dataFolder: string): Promise<boolean> {
  const [files, data] = await Promise.all([realPlace(folder), realPlace(dataFolder)]);
  // What is used if nothing is given.
  if (files === join(data, 'files')) return true;
  return [files, tenantsFolder(files)].every((place) => !isWithin(place, data) && !isWithin(data, place));
}

/** Without links, as far as it exists. */
async function realPlace(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    // It is made later, in a folder that may exist.
    const parent = dirname(folder);
    return parent === folder ? folder : join(await realPlace(parent), basename(folder));
  }
}

function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function refused(message: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'filesFolder' } });
}
