// Installs what package-lock.json asks for, unless it is there already. Plain JavaScript without
// dependencies: it runs on the system's Node, before the repository's own Node exists.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const reason = findReasonToInstall(root);
if (reason === undefined) {
  console.log('setup: dependencies are up to date');
} else {
  console.log(`setup: ${reason}; running npm ci (half a minute or so)`);
  process.exitCode = install();
  const problem = process.exitCode === 0 ? findReasonToInstall(root) : undefined;
  if (problem !== undefined) {
    console.error(`setup: ${problem}, even after npm ci; does your npm ignore install scripts?`);
    process.exitCode = 1;
  }
}

/**
 * Why the dependencies have to be installed, or undefined when they are up to date.
 *
 * @param {string} folder the folder of package-lock.json
 * @returns {string | undefined}
 */
function findReasonToInstall(folder) {
  const installed = readPackages(join(folder, 'node_modules/.package-lock.json'));
  // npm writes this file last, so an interrupted installation counts as none.
  if (installed === undefined) return 'nothing is installed yet';
  const wanted = readPackages(join(folder, 'package-lock.json')) ?? {};
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue;
    const found = installed[path];
    // An optional package of another platform is in the lock only. One for development beside is not optional here.
    if (found === undefined && (entry.optional || (entry.devOptional && entry.os !== undefined))) continue;
    if (found === undefined) return `${path} is missing`;
    if (found.version !== entry.version || found.integrity !== entry.integrity) {
      return `${path} differs from package-lock.json`;
    }
  }
  if (!existsSync(join(folder, 'node_modules/.bin/node'))) return "the repository's own Node is missing";
  return undefined;
}

/** @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, os?: string[] }> | undefined} */
function readPackages(path) {
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

function install() {
  // npm must not run on the Node that it is about to delete.
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
  const { status, error } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error !== undefined) console.error(`setup: npm could not be started: ${error.message}`);
  return status ?? 1;
}
