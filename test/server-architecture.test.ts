import { describe, expect, it } from 'vitest';
import { isTestFile, listFiles, readText } from '../scripts/lib/repository.ts';
import { parseSource } from '../scripts/lib/syntax.ts';
import { findCycles, findImports } from './import-graph.ts';
import { findServerLayerViolations } from './server-layers.ts';
import { findGlobalState, findUnnamedExports } from './source-rules.ts';

const folder = 'packages/server/src';
const files = listFiles(folder)
  .filter((path) => path.endsWith('.ts') && !isTestFile(path))
  .map((path) => parseSource(path.slice(folder.length + 1), readText(path)));
const edges = files.flatMap(findImports);

describe('the sources of the service', () => {
  it('keep to their parts, types included, and start no process', () => {
    expect(files).not.toEqual([]);
    expect(findServerLayerViolations(edges)).toEqual([]);
  });

  it('have no cycle of value imports', () => {
    expect(findCycles(edges)).toEqual([]);
  });

  it('export by name, one by one', () => {
    expect(files.flatMap(findUnnamedExports)).toEqual([]);
  });

  it('keep no global state', () => {
    expect(files.flatMap(findGlobalState)).toEqual([]);
  });
});

describe('findServerLayerViolations', () => {
  it.each([
    ['http/a.ts', '../routes/b.ts'],
    ['routes/a.ts', '../cli/b.ts'],
    ['auth/a.ts', '../http/b.ts'],
    ['surprise/a.ts', '../auth/b.ts'],
    ['http/a.ts', 'node:fs'],
    ['serve/a.ts', 'node:child_process'],
    ['cli/a.ts', 'child_process'],
    ['serve/a.ts', 'node:worker_threads'],
    ['isolate/a.ts', '../serve/b.ts'],
  ])('refuses that %s imports %s', (from, to) => {
    expect(findServerLayerViolations(findImports(parseSource(from, `import '${to}';`)))).toHaveLength(1);
  });
});
