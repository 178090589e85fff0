import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../core/canonical-json.ts';
import { diffSpecs } from './diff-specs.ts';
import { readSpec } from './read-spec.ts';
import type { ToolSpec } from './tool-spec.ts';

const weather: ToolSpec = {
  name: 'weather',
  version: '1.0.0',
  description: 'Tells the weather.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
  outputSchema: {},
  tags: ['travel'],
};

describe('diffSpecs', () => {
  it('tells the fields in the order of a spec, with pointers into it', () => {
    const after: ToolSpec = {
      tags: ['travel', 'maps'],
      annotations: { readOnlyHint: true },
      name: 'weather',
      version: '2.0.0',
      title: 'Weather',
      inputSchema: {
        properties: { city: { type: 'string', minLength: 1 }, 'a/b': {} },
        type: 'object',
      },
      outputSchema: {},
    };

    expect(diffSpecs(weather, after)).toEqual([
      { field: 'version', pointer: '/version', before: '1.0.0', after: '2.0.0' },
      { field: 'title', pointer: '/title', after: 'Weather' },
      { field: 'description', pointer: '/description', before: 'Tells the weather.' },
      { field: 'inputSchema', pointer: '/inputSchema/properties/a~1b', after: {} },
      { field: 'inputSchema', pointer: '/inputSchema/properties/city/minLength', after: 1 },
      { field: 'annotations', pointer: '/annotations', after: { readOnlyHint: true } },
      { field: 'tags', pointer: '/tags/1', after: 'maps' },
    ]);
  });

  it('is empty exactly if two specs are identical, and frozen', () => {
    fc.assert(
      fc.property(specs, specs, (before, after) => {
        const differences = diffSpecs(before, after);

        expect(differences.length === 0).toBe(canonicalJson(before) === canonicalJson(after));
        expect(Object.isFrozen(differences) && differences.every(Object.isFrozen)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('names the field that every pointer begins with', () => {
    fc.assert(
      fc.property(specs, specs, (before, after) => {
        for (const { field, pointer } of diffSpecs(before, after)) {
          expect(pointer.split('/')[1]).toBe(field);
        }
      }),
    );
  });
});

const texts = fc.constantFrom('a', 'b');
const schemas = fc.dictionary(texts, fc.constantFrom(1, 'x', [1], { a: 1, b: 2 }, { b: 2, a: 1 }), {
  noNullPrototype: true,
});
const specs: fc.Arbitrary<ToolSpec> = fc
  .record(
    {
      name: texts,
      version: texts,
      title: texts,
      description: texts,
      inputSchema: schemas,
      outputSchema: schemas,
      annotations: schemas,
      tags: fc.uniqueArray(texts),
    },
    { requiredKeys: ['name', 'inputSchema', 'outputSchema'], noNullPrototype: true },
  )
  .map(readSpec);
