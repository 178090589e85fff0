import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getExportedNames } from './door-exports.ts';
import { loadManifest, toDoors } from './doors.ts';
import { libraryFolder } from './repository.ts';
import { runOrThrow } from './run-command.ts';
import { loadSource } from './syntax.ts';

/** A tarball of a package, as npm would publish it. */
export interface Tarball {
  readonly path: string;
  /** The files in it, relative to the package. */
  readonly files: readonly string[];
}

/** Packs a package, the library if no other is named, as it was built last. */
export async function packPackage(folder: string, packageFolder: string = libraryFolder): Promise<Tarball> {
  const { stdout } = await runOrThrow('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: packageFolder,
  });
  const output: unknown = JSON.parse(stdout);
  // npm answers with a list; newer ones with an object by package name.
  const [packed] = Object.values(output as Record<string, { filename: string; files: { path: string }[] }>);
  if (packed === undefined) throw new Error('npm pack made no tarball.');
  return { path: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}

/** Makes a package in an empty folder and installs tarballs into it. */
export async function installTarballs(tarballs: readonly Tarball[], folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const paths = tarballs.map(({ path }) => path);
  await runOrThrow('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...paths], {
    cwd: folder,
  });
}

/**
 * Imports every door of the installed library with a Node of the caller's choice, and compares what
 * comes out with the names that the door's source lists.
 */
export async function importDoors(node: string, folder: string): Promise<void> {
  const doors = toDoors(loadManifest()).map(({ specifier, source }) => ({
    specifier,
    names: getExportedNames(loadSource(`packages/toolcrib/${source}`)).values,
  }));
  if (doors.length === 0) throw new Error('package.json#exports of the library lists no door.');
  await writeFile(join(folder, 'import-doors.js'), importer.replace('DOORS', JSON.stringify(doors)));
  await runOrThrow(node, ['import-doors.js'], { cwd: folder });
}

const importer = `
for (const { specifier, names } of DOORS) {
  const found = Object.keys(await import(specifier)).sort();
  if (found.join() !== names.join()) {
    throw new Error(specifier + ' exports ' + found.join(', ') + ' instead of ' + names.join(', '));
  }
}
`;
