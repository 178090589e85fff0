import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { libraryFolder } from './repository.ts';

/** One way into the library: an entry of package.json#exports. */
export interface Door {
  /** What users import, such as `toolcrib` or `toolcrib/stores/testkit`. */
  readonly specifier: string;
  /** The file that lists its exports, relative to the package. */
  readonly source: string;
}

/** The part of a package.json that tells its doors. */
export interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Reads the package.json of the library. */
export function loadManifest(): Manifest {
  return JSON.parse(readFileSync(join(libraryFolder, 'package.json'), 'utf8'));
}

/** The doors of a package. Throws for an entry whose code, types and name do not belong together. */
export function toDoors({ name, exports = {} }: Manifest): Door[] {
  return Object.entries(exports)
    .filter(([subpath]) => subpath !== './package.json')
    .map(([subpath, target]) => {
      const folder = subpath === '.' ? '' : `${subpath.slice(2)}/`;
      const { types, default: code } = typeof target === 'string' ? { types: '', default: target } : target;
      if (types !== `./dist/${folder}index.d.ts` || code !== `./dist/${folder}index.js`) {
        throw new Error(
          `exports["${subpath}"] must be { "types": "./dist/${folder}index.d.ts", "default": "./dist/${folder}index.js" }.`,
        );
      }
      return { specifier: posix.join(name, subpath), source: `src/${folder}index.ts` };
    });
}
