// Writes test/doors.json, the exported names of every door.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExportedNames, getExportedNames } from './lib/door-exports.ts';
import { loadManifest, toDoors } from './lib/doors.ts';
import { root } from './lib/repository.ts';
import { runOrThrow } from './lib/run-command.ts';
import { loadSource } from './lib/syntax.ts';

/** Where the snapshot is, relative to the root. */
export const DOORS_SNAPSHOT = 'test/doors.json';

/** The exported names of every door, as the sources have them now. */
export function collectDoors(): Record<string, ExportedNames> {
  const doors = toDoors(loadManifest());
  return Object.fromEntries(
    doors.map(({ specifier, source }) => [
      specifier,
      getExportedNames(loadSource(`packages/toolcrib/${source}`)),
    ]),
  );
}

if (import.meta.main) {
  writeFileSync(join(root, DOORS_SNAPSHOT), JSON.stringify(collectDoors(), undefined, 2));
  await runOrThrow('biome', ['format', '--write', DOORS_SNAPSHOT]);
}
