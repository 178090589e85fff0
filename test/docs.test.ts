import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../scripts/lib/ensure-built.ts';
import { isTestFile, listFiles, readText, root } from '../scripts/lib/repository.ts';
import { runCommand } from '../scripts/lib/run-command.ts';
import { findSnippets, toFileName, toFileText, toMarkdownPlaces } from './snippets.ts';

// Not below node_modules, where Node does not strip types.
const folder = join(root, '.cache/docs-snippets');
const tsconfig = {
  extends: '../../tsconfig.base.json',
  compilerOptions: { types: ['node'], noUnusedLocals: false, noUnusedParameters: false },
  include: ['*.ts'],
};
const pages = [
  'README.md',
  'packages/toolcrib/README.md',
  'packages/server/README.md',
  ...listFiles('docs').filter((path) => path.endsWith('.md')),
];
const snippets = pages
  .filter((path) => !path.startsWith('docs/decisions/'))
  .flatMap((path) => findSnippets(path, readText(path)));

describe('the code in the documentation', () => {
  beforeAll(async () => {
    await ensureBuilt();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    for (const snippet of snippets) writeFileSync(join(folder, toFileName(snippet)), toFileText(snippet));
  });

  it('compiles', async () => {
    const { output } = await runCommand('tsc', ['-p', folder]);

    expect(toMarkdownPlaces(output)).toBe('');
  });

  it.each(snippets.filter(({ isRun }) => isRun))('runs: $file:$line', async (snippet) => {
    const { code, output } = await runCommand('node', [join(folder, toFileName(snippet))]);

    expect(code, toMarkdownPlaces(output)).toBe(0);
  });

  it('begins in the README', () => {
    expect(snippets.some(({ file, isRun }) => file === 'README.md' && isRun)).toBe(true);
  });
});

describe('the records of decisions', () => {
  const records = listFiles('docs/decisions').map((path) => ({
    path,
    number: /\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1] ?? '',
    title: readText(path).split('\n', 1)[0] ?? '',
  }));

  it('have numbers of their own', () => {
    const numbers = records.map(({ number }) => number);

    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    expect(numbers.length).toBeGreaterThan(50);
  });

  it('have their number in their title', () => {
    const wrong = records.filter(({ number, title }) => !title.startsWith(`# ${Number(number)}. `));

    expect(wrong).toEqual([]);
  });
});

describe('links in the documentation', () => {
  it('lead to files of the repository', () => {
    const all = new Set(listFiles('.'));
    const missing = [...pages, 'ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((file) =>
      [...readText(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:/.test(target)) return [];
        const path = join(dirname(file), target);
        return all.has(path) || [...all].some((other) => other.startsWith(`${path.replace(/\/$/, '')}/`))
          ? []
          : [`${file}: ${target}`];
      }),
    );

    expect(missing).toEqual([]);
  });
});

describe('the samples in the documentation', () => {
  it('have ids of calls, requests and envelopes that begin with their time, as real ones do', () => {
    const guides = pages.filter((path) => !path.startsWith('docs/decisions/'));
    const texts = [...guides, ...listFiles('examples').filter((path) => path.endsWith('.md'))].map(
      (file) => ({ file, text: readText(file) }),
    );

    expect(texts.flatMap(({ file, text }) => findOldIds(text).map((id) => `${file}: ${id}`))).toEqual([]);
    const ids = texts.flatMap(({ text }) => text.match(/\b1m7[0-9a-hjkmnp-tv-z]{23}\b/g) ?? []);
    expect(new Set(ids).size).toBeGreaterThan(5);
  });

  it('have such ids in the help of the command line too', () => {
    const files = listFiles('packages/server/src/cli/commands').filter((path) => !isTestFile(path));
    const ids = files.flatMap((path) => readText(path).match(sampleIdOfHelp) ?? []);

    expect(ids.length).toBeGreaterThan(2);
    expect(ids.filter((id) => !id.startsWith('1m7'))).toEqual([]);
  });

  it('are looked at closely enough to find an id of the form before', () => {
    const text =
      'gate iqMmCq2sAo6OxU-DyQ3jLZ9d.0, "C-kOo5bM2_6m0E4AyX8zqeji", Reference: 06fQ…. and no-id-but-words-of-24-cha, ' +
      'tcrib_OD7505IyUPmqSOsO_Svms3wok-BzZxRxbPDc_4nRgk9hPQ4y3ZQCPznNosBg, Reference: 1m7h5nr66jkr1r5ah552hfcp8w, ' +
      'nonce="bsdrgvjeyjd74pdgtznqphve6t".';

    expect(findOldIds(text)).toEqual([
      ...['iqMmCq2sAo6OxU-DyQ3jLZ9d', 'C-kOo5bM2_6m0E4AyX8zqeji', '06fQ'],
      'bsdrgvjeyjd74pdgtznqphve6t',
    ]);
  });
});

/** What follows a command that takes an id, in an example. */
const sampleIdOfHelp = /(?<=toolcrib (?:calls|gates) [a-z]+ )[\da-z]{8,}/g;

/**
 * Ids had 24 characters of base64url, nearly all of which have capitals, small letters and digits, and words do not. Later they
 * had 26 random ones, nearly all of which have a digit.
 */
function findOldIds(text: string): string[] {
  const words: readonly string[] = text.match(/(?<![\w./#@-])[\w-]{24}(?![\w-])/g) ?? [];
  const references = [...text.matchAll(/Reference: ([\w-]+)/g)].flatMap(([, id = '']) => id);
  return [
    ...words.filter((word) => /[A-Z]/.test(word) && /[a-z]/.test(word) && /\d/.test(word)),
    ...references.filter((id) => /[A-Z]/.test(id) && !words.includes(id)),
    ...(text.match(/\b(?!1m7)(?=[a-z]*\d)[0-9a-hjkmnp-tv-z]{26}\b/g) ?? []),
  ];
}
