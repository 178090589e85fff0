import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildLibrary } from './build-library.ts';
import { isTestFile, libraryFolder, listFiles, root } from './repository.ts';

/** Builds the library unless what was built is at least as new as every source. */
export async function ensureBuilt(): Promise<void> {
  const built = join(libraryFolder, 'dist/index.js');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = listFiles('packages/toolcrib/src').filter((path) => !isTestFile(path));
  const isStale = sources.some((path) => statSync(join(root, path)).mtimeMs > builtAt);
  if (isStale) await buildLibrary();
}
