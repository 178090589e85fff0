import { describe, expect, it } from 'vitest';
import { parseSource } from '../scripts/lib/syntax.ts';
import { findImports } from './import-graph.ts';
import { findLayerViolations } from './layers.ts';

describe('findLayerViolations', () => {
  it.each([
    ['core/a.ts', '../runtime/b.ts'],
    ['catalog/a.ts', '../search/b.ts'],
    ['runtime/a.ts', '../catalog/b.ts'],
    ['core/a.ts', '../index.ts'],
    ['providers/openai/a.ts', '../../adapters/mastra/index.ts'],
    ['providers/openai/a.ts', '../anthropic/b.ts'],
    ['adapters/mastra/a.ts', '../../providers/plan/b.ts'],
    ['stores/sqlite/a.ts', '../memory/b.ts'],
    ['stores/memory/a.ts', '../../catalog/rules.ts'],
    ['surprise/a.ts', '../core/b.ts'],
    ['core/a.ts', 'node:fs'],
    ['core/a.ts', 'fs/promises'],
    ['core/a.ts', 'zod'],
  ])('refuses that %s imports %s', (from, to) => {
    expect(violations(from, `import { x } from '${to}';`)).toHaveLength(1);
    expect(violations(from, `import type { X } from '${to}';`)).toHaveLength(1);
  });

  it.each([
    ['core/schema/a.ts', '../b.ts'],
    ['artifacts/a.ts', '../runtime/b.ts'],
    ['index.ts', './core/tool.ts'],
    ['stores/sqlite/a.ts', '../../catalog/index.ts'],
    ['stores/sqlite/a.ts', '../sql.ts'],
    ['providers/openai/chat/a.ts', '../../plan/b.ts'],
    ['adapters/mastra/a.ts', '../../index.ts'],
    ['adapters/mastra/a.ts', '../../providers/index.ts'],
    ['core/a.ts', '@standard-schema/spec'],
    ['runtime/a.ts', 'node:crypto'],
  ])('allows that %s imports %s', (from, to) => {
    expect(violations(from, `import { x } from '${to}';`)).toEqual([]);
  });

  it('says where, what and why', () => {
    expect(violations('core/a.ts', "\nimport { x } from '../stores/memory/index.ts';")).toEqual([
      'core/a.ts:2 imports stores/memory/index.ts: core may import no other layer',
    ]);
  });
});

function violations(path: string, text: string): string[] {
  return findLayerViolations(findImports(parseSource(path, text)));
}
