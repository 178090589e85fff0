import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../packages/toolcrib/src/compat/compare-schemas.ts';
import { compareSpecs } from '../../packages/toolcrib/src/compat/compare-specs.ts';
import { ConfigError } from '../../packages/toolcrib/src/core/errors.ts';
import type { JsonObject } from '../../packages/toolcrib/src/core/json.ts';
import { hostilePairs } from './hostile-pairs.ts';
import type { Schema } from './schema-places.ts';

describe('compareSchemas on hostile pairs', () => {
  for (const [name, [before, after]] of Object.entries(hostilePairs)) {
    it(`ends without a wrong answer: ${name}`, () => {
      const forwards = compare(before, after);
      const backwards = compare(after, before);

      expect(forwards).not.toBe('compatible');
      expect(['compatible', 'breaking', 'unknown', 'refused']).toContain(backwards);
      expect(['compatible', 'refused', 'unknown']).toContain(compare(before, before));
    });
  }

  it('throws nothing but a ConfigError for what is no JSON', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.properties = { self: cyclic };
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('a trap');
        },
      },
    );
    const getter = Object.defineProperty({}, 'type', {
      enumerable: true,
      get: () => {
        throw new Error('a getter');
      },
    });
    const odd: readonly unknown[] = [
      ...[
        undefined,
        null,
        1,
        'string',
        [],
        () => true,
        Symbol('schema'),
        1n,
        Number.NaN,
        new Map(),
        new Date(0),
      ],
      ...[cyclic, throwing, getter, { minimum: Number.NaN }, { enum: [undefined] }, { const: () => 1 }],
      ...[
        { type: 'strin' },
        { type: 5 },
        { pattern: '(' },
        { pattern: 5 },
        { required: 'a' },
        { $ref: 7 },
        { items: [1] },
      ],
      ...[
        { properties: { a: 1 } },
        { minLength: -1 },
        { multipleOf: 0 },
        { $schema: 7 },
        { enum: 'a' },
        { pattern: '\ud800' },
      ],
    ];

    for (const schema of odd) {
      for (const other of [true, { type: 'string' }] as const) {
        expect(['refused', 'unknown']).toContain(compare(other, schema as Schema));
        expect(['refused', 'unknown', 'breaking']).toContain(compare(schema as Schema, other));
      }
      expect(['refused', 'unknown', 'breaking', 'compatible']).toContain(
        attempt(() => compareSpecs({ inputSchema: schema as JsonObject }, { inputSchema: {} }).verdict),
      );
    }
  });

  it('leaves the prototype of objects alone', () => {
    const hostile = JSON.parse(
      '{"properties":{"__proto__":{"default":{"polluted":true}}},"__proto__":{"type":"string"}}',
    );

    compare(hostile, { type: 'object' });
    compare({ type: 'object' }, hostile);

    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});

function compare(before: Schema, after: Schema): string {
  return attempt(() => compareSchemas(before, after).verdict);
}

/** Anything else than a refusal fails the test. */
function attempt(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (error instanceof ConfigError) return 'refused';
    throw error;
  }
}
