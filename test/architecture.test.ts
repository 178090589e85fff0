import { describe, expect, it } from 'vitest';
import { isTestFile, listFiles, readText } from '../scripts/lib/repository.ts';
import { parseSource } from '../scripts/lib/syntax.ts';
import { findCycles, findImports } from './import-graph.ts';
import { findLayerViolations } from './layers.ts';
import { findGlobalState, findHostUses, findUnnamedExports } from './source-rules.ts';

const folder = 'packages/toolcrib/src';
const files = listFiles(folder)
  .filter((path) => path.endsWith('.ts') && !isTestFile(path))
  .map((path) => parseSource(path.slice(folder.length + 1), readText(path)));
const edges = files.flatMap(findImports);

describe('the sources of the library', () => {
  it('keep to the layers, types included', () => {
    expect(files).not.toEqual([]);
    expect(findLayerViolations(edges)).toEqual([]);
  });

  it('import only files that exist', () => {
    const known = new Set(files.map(({ path }) => path));

    expect(edges.filter(({ isRelative, to }) => isRelative && !known.has(to))).toEqual([]);
  });

  it('have no cycle of value imports', () => {
    expect(findCycles(edges)).toEqual([]);
  });

  it('leave clock, randomness and host out of core', () => {
    expect(files.filter(({ path }) => path.startsWith('core/')).flatMap(findHostUses)).toEqual([]);
  });

  it('export by name, one by one', () => {
    expect(files.flatMap(findUnnamedExports)).toEqual([]);
  });

  it('keep no global state', () => {
    expect(files.flatMap(findGlobalState)).toEqual([]);
  });
});
