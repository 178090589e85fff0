import { describe, expect, it } from 'vitest';
import { errorTable } from '../packages/toolcrib/src/core/errors.ts';
import { ERRORS_PAGE, renderErrorsPage } from '../scripts/errors-page.ts';
import { isTestFile, listFiles, readText } from '../scripts/lib/repository.ts';
import { loadSource, type SourceFile, walk } from '../scripts/lib/syntax.ts';

const codes = Object.keys(errorTable).sort();

describe('the errors page', () => {
  it('is what the table renders to; `npm run errors` updates it', () => {
    expect(readText(ERRORS_PAGE)).toBe(renderErrorsPage());
  });

  it('has a section for every code, and no other', () => {
    const headings = readText(ERRORS_PAGE).matchAll(/^## (\S+)$/gm);

    expect(Array.from(headings, ([, code]) => code)).toEqual(codes);
  });
});

describe('the error codes', () => {
  const sources = listFiles('packages')
    .filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTestFile(path))
    .filter((path) => !path.endsWith('/core/errors.ts'));
  const used = new Set(sources.flatMap((path) => findCodes(loadSource(path))));

  it('are in the table if a source uses them', () => {
    expect([...used].filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('are used by a source if they are in the table', () => {
    expect(codes.filter((code) => !used.has(code))).toEqual([]);
  });
});

function findCodes({ program }: SourceFile): string[] {
  const found: string[] = [];
  walk(program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string' && /^E_[A-Z0-9_]+$/.test(node.value)) {
      found.push(node.value);
    }
    return undefined;
  });
  return found;
}
