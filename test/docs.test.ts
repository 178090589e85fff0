import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../scripts/lib/ensure-built.ts';
import { listFiles, readText, root } from '../scripts/lib/repository.ts';
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
