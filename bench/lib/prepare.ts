import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildLibrary } from '../../scripts/lib/build-library.ts';
import { buildServer } from '../../scripts/lib/build-server.ts';
import { root } from '../../scripts/lib/repository.ts';
import { runOrThrow } from '../../scripts/lib/run-command.ts';

/** The folder of the bench. */
export const benchFolder: string = join(root, 'bench');

/** Installs what the bench needs, unless that was done, and builds the library and the service. */
export async function prepare(): Promise<void> {
  if (!isInstalled()) {
    console.log('bench: installing the peers (a minute or so)');
    await runOrThrow('npm', ['ci', '--prefix', benchFolder, '--loglevel=error']);
  }
  await buildLibrary();
  await buildServer();
}

/** Whether every dependency is there in the version that package.json asks for. */
function isInstalled(): boolean {
  // npm writes this file last, so an interrupted installation counts as none.
  const isComplete = existsSync(join(benchFolder, 'node_modules/.package-lock.json'));
  const wanted = readJson('package.json')?.dependencies ?? {};
  return isComplete && Object.entries(wanted).every(([name, version]) => isThere(name, version));
}

function isThere(name: string, version: string): boolean {
  const found = readJson(`node_modules/${name}/package.json`)?.version;
  return version.startsWith('file:') ? found !== undefined : found === version;
}

interface PackageJson {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function readJson(path: string): PackageJson | undefined {
  const file = join(benchFolder, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
