import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.ts';

/**
 * Copies the sources, tests and builds of the repository into an empty folder that works like a checkout of its own. What is
 * installed is shared, except for the packages of the repository itself.
 */
export function copyCheckout(folder: string): void {
  // PostgreSQL runs as another user, which must get to its programs.
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (['node_modules', '.git', '.cache', 'bench', 'suites'].includes(entry.name)) continue;
    cpSync(join(root, entry.name), join(folder, entry.name), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    });
  }
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@toolcrib'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === 'toolcrib' || name === '@toolcrib') continue;
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  symlinkSync(join(folder, 'packages/toolcrib'), join(modules, 'toolcrib'));
  symlinkSync(join(folder, 'packages/server'), join(modules, '@toolcrib/server'));
  symlinkSync(join(root, 'packages/server/node_modules'), join(folder, 'packages/server/node_modules'));
}
