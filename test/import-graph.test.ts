import { describe, expect, it } from 'vitest';
import { parseSource } from '../scripts/lib/syntax.ts';
import { findCycles, findImports } from './import-graph.ts';

describe('findImports', () => {
  it('finds every kind of import and tells types from values', () => {
    const text = [
      "import { a } from './a.ts';",
      "import type { B } from '../b.ts';",
      "import { type C } from './c.ts';",
      "export { d } from './d.ts';",
      "export type { E } from './e.ts';",
      "const f = await import('./f.ts');",
      "type G = import('./g.ts').G;",
      "import 'node:fs';",
    ].join('\n');

    const edges = findImports(parseSource('core/x.ts', text));

    expect(edges.map(({ to, isTypeOnly }) => [to, isTypeOnly])).toEqual([
      ['core/a.ts', false],
      ['b.ts', true],
      ['core/c.ts', false],
      ['core/d.ts', false],
      ['core/e.ts', true],
      ['core/f.ts', false],
      ['core/g.ts', true],
      ['node:fs', false],
    ]);
    expect(edges.at(-1)).toMatchObject({ isRelative: false, place: 'core/x.ts:8' });
  });
});

describe('findCycles', () => {
  it('finds a cycle of values', () => {
    expect(findCycles(graph({ a: 'import "./b.ts"', b: 'import "./c.ts"', c: 'import "./b.ts"' }))).toEqual([
      ['b.ts', 'c.ts'],
    ]);
  });

  it('finds a file that imports itself', () => {
    expect(findCycles(graph({ a: 'import "./a.ts"' }))).toEqual([['a.ts']]);
  });

  it('allows a cycle that a type closes, and two ways to one file', () => {
    const edges = graph({
      a: 'import "./b.ts"; import "./c.ts"',
      b: 'import "./c.ts"',
      c: 'import type { A } from "./a.ts"',
    });

    expect(findCycles(edges)).toEqual([]);
  });
});

function graph(sources: Readonly<Record<string, string>>) {
  return Object.entries(sources).flatMap(([name, text]) => findImports(parseSource(`${name}.ts`, text)));
}
