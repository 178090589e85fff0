import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

/** The first `node` in a PATH that no package brought along; undefined if there is none. */
export function findSystemNode(path: string): string | undefined {
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (folder !== '' && isExecutable(candidate) && !isInsidePackage(candidate)) return candidate;
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Absent or not executable: the next folder may have it.
  }
}

function isInsidePackage(path: string): boolean {
  return `${path}${sep}${realpathSync(path)}`.split(sep).includes('node_modules');
}
