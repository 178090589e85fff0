import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the published library. */
export const libraryFolder: string = join(root, 'packages/toolcrib');

/** The folder of the published service. */
export const serverFolder: string = join(root, 'packages/server');

const skippedFolders: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', '.cache', 'coverage']);

/** The files below a folder, as sorted paths relative to the root with forward slashes; none if it is absent. */
export function listFiles(folder: string): string[] {
  const found: string[] = [];
  const visit = (current: string): void => {
    for (const entry of readFolder(current)) {
      const path = join(current, entry.name);
      if (entry.isFile()) found.push(relative(root, path).split(sep).join('/'));
      else if (entry.isDirectory() && !skippedFolders.has(entry.name)) visit(path);
    }
  };
  visit(join(root, folder));
  return found.sort();
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Whether a file holds tests, run or compiled, and so is no part of what is published. */
export function isTestFile(path: string): boolean {
  return /\.test(-d)?\.ts$/.test(path);
}

/** The text of a file, its path relative to the root. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
