import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTestFile, listFiles, readText, root } from '../scripts/lib/repository.ts';
import { findCitations } from './citations.ts';
import { requirements, sections } from './requirements.ts';

/** Cases that are published run in the test of each store. */
const isCaseFile = (path: string) => /\/testkit\/[\w-]+-cases\.ts$/.test(path);
const testFiles = ['packages', 'test', 'examples']
  .flatMap(listFiles)
  .filter((path) => isTestFile(path) || isCaseFile(path));
const citations = testFiles.flatMap((path) => findCitations(path, readText(path)));
const contract = join(root, '../shared/contract.md');

describe('requirements', () => {
  it('has a known section for every id', () => {
    const strays = Object.keys(requirements).filter(
      (id) => !/^[A-Z]\d+$/.test(id) || !(id.charAt(0) in sections),
    );

    expect(strays).toEqual([]);
  });

  it('knows every id that a test cites', () => {
    const unknown = citations.filter(({ id }) => !Object.hasOwn(requirements, id));

    expect(unknown).toEqual([]);
  });

  it('has every finished id cited by a test', () => {
    const cited = new Set(citations.map(({ id }) => id));
    const uncited = Object.entries(requirements)
      .filter(([id, { status }]) => status === 'finished' && !cited.has(id))
      .map(([id, { text }]) => `${id} ${text}`);

    expect(uncited).toEqual([]);
  });

  it('has the ids of the contract', (context) => {
    if (!existsSync(contract)) return context.skip('The contract is not beside this checkout.');
    const ids = readFileSync(contract, 'utf8').matchAll(/^- ([A-Z]\d+) /gm);

    expect(Object.keys(requirements)).toEqual(Array.from(ids, ([, id]) => id));
  });
});

describe('findCitations', () => {
  it('reads ids at the start of names, with modifiers and in templates', () => {
    const text = [
      "it('[R2] refuses a clash', () => {});",
      "test.each([1])('[T1, T9] %s', () => {});",
      'it.concurrent(`[S4] sorts`, () => {});',
      "it('keeps [R3] apart', () => {});",
      "describe('[R4]', () => {});",
      "catalogCase('[C3] creates', async () => {});",
    ].join('\n');

    expect(findCitations('a.test.ts', text)).toEqual([
      { id: 'R2', place: 'a.test.ts:1' },
      { id: 'T1', place: 'a.test.ts:2' },
      { id: 'T9', place: 'a.test.ts:2' },
      { id: 'S4', place: 'a.test.ts:3' },
      { id: 'C3', place: 'a.test.ts:6' },
    ]);
  });

  it.each(['skip', 'todo', 'concurrent.skip'])('does not count a test marked %s', (modifier) => {
    const text = `it.${modifier}('[R2] x', () => {}); // it('[R3] y')`;

    expect(findCitations('a.test.ts', text)).toEqual([]);
  });

  it('keeps what is no id, so that a misspelt one is found', () => {
    const [citation] = findCitations('a.test.ts', "it('[r2] x', () => {});");

    expect(citation?.id).toBe('r2');
  });
});
