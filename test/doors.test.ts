import { describe, expect, it } from 'vitest';
import { collectDoors, DOORS_SNAPSHOT } from '../scripts/doors-snapshot.ts';
import { findUndocumented, getExportedNames } from '../scripts/lib/door-exports.ts';
import { loadManifest, toDoors } from '../scripts/lib/doors.ts';
import { listFiles, readText } from '../scripts/lib/repository.ts';
import { parseSource } from '../scripts/lib/syntax.ts';
import { findDoorRows } from './door-rows.ts';

describe('the doors of the library', () => {
  const doors = toDoors(loadManifest());

  it('are the index files of the sources', () => {
    const indexFiles = listFiles('packages/toolcrib/src').filter((path) => path.endsWith('/index.ts'));

    expect(doors.map(({ source }) => `packages/toolcrib/${source}`).sort()).toEqual(indexFiles);
  });

  it('are the rows of the table in the README', () => {
    const specifiers = doors.map(({ specifier }) => specifier);

    expect(findDoorRows(readText('README.md')).sort()).toEqual(specifiers.sort());
  });

  it('export what the snapshot says; `npm run doors` updates it', () => {
    expect(collectDoors()).toEqual(JSON.parse(readText(DOORS_SNAPSHOT)));
  });

  it('export nothing without TSDoc', () => {
    const undocumented = doors.map(({ source }) => findUndocumented(`packages/toolcrib/${source}`));

    expect(undocumented.flat()).toEqual([]);
  });
});

describe('toDoors', () => {
  it('reads the door and the file behind it', () => {
    const exports = {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './stores/testkit': {
        types: './dist/stores/testkit/index.d.ts',
        default: './dist/stores/testkit/index.js',
      },
      './package.json': './package.json',
    };

    expect(toDoors({ name: 'toolcrib', exports })).toEqual([
      { specifier: 'toolcrib', source: 'src/index.ts' },
      { specifier: 'toolcrib/stores/testkit', source: 'src/stores/testkit/index.ts' },
    ]);
  });

  it.each([
    { '.': './dist/index.js' },
    { './a': { types: './dist/a/index.d.ts', default: './dist/b/index.js' } },
    { './a': { default: './dist/a/index.js' } },
  ])('refuses %j', (exports) => {
    expect(() => toDoors({ name: 'toolcrib', exports })).toThrow('must be');
  });
});

describe('getExportedNames', () => {
  it('tells values from types and uses the outer name', () => {
    const text = [
      "export { b, inner as a, type C } from './b.ts';",
      "export type { D } from './d.ts';",
      'export interface E {}',
      'export const f = 1;',
    ].join('\n');

    expect(getExportedNames(parseSource('index.ts', text))).toEqual({
      values: ['a', 'b', 'f'],
      types: ['C', 'D', 'E'],
    });
  });
});

describe('findUndocumented', () => {
  it('follows an export to its declaration', () => {
    const sources: Readonly<Record<string, string>> = {
      'src/index.ts':
        "import { f } from './c.ts'; export { f }; export { a, b, type D } from './core/x.ts'; export { g } from 'zod';",
      'src/core/x.ts':
        "export { renamed as a } from './y.ts';\n/** Old. */\n// No TSDoc.\nexport const b = 1;\n/* Plain. */ export type D = 1;",
      'src/core/y.ts':
        '/** Documented. */\n// biome-ignore lint/a/b: because\nfunction renamed() {}\nexport { renamed };',
      'src/c.ts': 'export class f {}\n/** Something else. */\nconst g = 1;',
    };
    const load = (path: string) => parseSource(path, sources[path] ?? '');

    expect(findUndocumented('src/index.ts', load)).toEqual(['f', 'b', 'D']);
  });
});

describe('findDoorRows', () => {
  it('reads the first column of the table under the heading', () => {
    const text = [
      '| `other` | x |',
      '## Doors',
      'Text with `code`.',
      '| import | for |',
      '|---|---|',
      '| `toolcrib` | `Tool` |',
      '| `toolcrib/stores/testkit` | stores |',
      '## Next',
      '| `later` | x |',
    ].join('\n');

    expect(findDoorRows(text)).toEqual(['toolcrib', 'toolcrib/stores/testkit']);
  });
});
