import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildLibrary } from './build-library.ts';
import { buildServer } from './build-server.ts';
import { isTestFile, libraryFolder, listFiles, root, serverFolder } from './repository.ts';

/** Builds the library and the service unless what was built is at least as new as every source. */
export async function ensureBuilt(): Promise<void> {
  if (isStale(libraryFolder)) await buildLibrary();
  if (isStale(serverFolder)) await buildServer();
}

function isStale(folder: string): boolean {
  const built = join(folder, 'dist/index.js');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = listFiles(relative(root, join(folder, 'src'))).filter((path) => !isTestFile(path));
  return sources.some((path) => statSync(join(root, path)).mtimeMs > builtAt);
}
