import { beforeEach, describe, expect, it } from 'vitest';
import { compareSchemas } from '../../packages/toolcrib/src/compat/compare-schemas.ts';
import type { JsonObject } from '../../packages/toolcrib/src/core/json.ts';
import { readRealDefinitions, realDefinitionsFile } from '../real-definitions.ts';
import { requireData } from '../shared-data.ts';
import { checkComparison } from './check-comparison.ts';
import { createInstanceGenerator } from './generate-instances.ts';
import { isReadable } from './generate-schema.ts';
import { listToolChanges } from './list-tool-changes.ts';

const definitions = readRealDefinitions();
const readable = definitions.filter(({ inputSchema }) => isReadable(inputSchema));

/** `COMPAT_TOOLS=all` changes each tool; else every so many-th. */
const stride = process.env.COMPAT_TOOLS === 'all' ? 1 : 12;

describe('compareSchemas on real tools', () => {
  beforeEach((context) => requireData(context, realDefinitionsFile));

  it('calls each schema compatible with itself', () => {
    const undecided = readable.filter(
      ({ inputSchema }) => compareSchemas(inputSchema, structuredClone(inputSchema)).verdict !== 'compatible',
    );
    const reordered = readable.filter(
      ({ inputSchema }) => compareSchemas(inputSchema, reorder(inputSchema)).verdict !== 'compatible',
    );

    expect(readable.length).toBeGreaterThan(500);
    expect(undecided.map(({ tool }) => tool)).toEqual([]);
    expect(reordered.map(({ tool }) => tool)).toEqual([]);
  });

  it('never calls a narrowed schema compatible or a widened one breaking, and decides nearly all', {
    timeout: 1_200_000,
  }, () => {
    const generate = createInstanceGenerator();
    const wrong: string[] = [];
    const counts = { narrowing: 0, widening: 0, undecided: 0 };

    for (const [index, { tool, inputSchema }] of readable.entries()) {
      if (index % stride !== 0) continue;
      for (const { name, after, isNarrowing } of listToolChanges(inputSchema)) {
        // A few refer to a place of the document that the change has moved.
        if (!isReadable(after)) continue;
        const check = { generate, seed: index, count: 3 };
        const { verdict } = checkComparison({ before: inputSchema, after }, check).comparison;
        counts[isNarrowing ? 'narrowing' : 'widening']++;
        if (verdict === 'unknown') counts.undecided++;
        if (verdict === (isNarrowing ? 'compatible' : 'breaking')) wrong.push(`${tool}: ${name}`);
      }
    }

    expect(wrong).toEqual([]);
    expect(counts.narrowing).toBeGreaterThan(400);
    expect(counts.widening).toBeGreaterThan(400);
    expect(1 - counts.undecided / (counts.narrowing + counts.widening)).toBeGreaterThanOrEqual(0.99);
  });
});

function reorder(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).reverse());
}
