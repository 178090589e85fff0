import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strictSchemas } from '../../../../../test/providers/dialects/strict-schemas.ts';
import { translate } from '../../../../../test/providers/dialects/translating.ts';
import { anthropicDialect, anthropicStrictDialect } from './dialects.ts';
import { measureCost } from './measure-cost.ts';

describe('measureCost', () => {
  it('counts what providers count', () => {
    const cost = measureCost({
      type: 'object',
      properties: {
        ab: { type: ['string', 'null'] },
        cd: { enum: ['xyz', 12] },
        ef: { anyOf: [{ const: 'q' }, { type: 'array', items: { $ref: '#/$defs/node' } }] },
      },
      required: ['ab'],
      $defs: {
        node: { type: 'object', properties: { up: { type: 'object', properties: {} } }, required: ['up'] },
      },
    });

    expect(cost).toEqual({
      optionalParameters: 2,
      unions: 2,
      properties: 4,
      enumValues: 2,
      textLength: 'abcdef'.length + 'xyz12'.length + 'q'.length + 'node'.length + 'up'.length,
      // The root, the list, the node and what is in it.
      depth: 4,
    });
  });

  it('comes to an end with a schema that leads back to itself', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#' } } };

    expect(measureCost(tree)).toMatchObject({ depth: 1, properties: 1 });
  });

  it('is the sum of what the properties of an object take', () => {
    fc.assert(
      fc.property(strictSchemas, strictSchemas, ({ $defs: _, ...first }, { $defs: __, ...second }) => {
        const [one, other] = [measureCost(first), measureCost(second)];
        const both = measureCost({ type: 'object', properties: { a: first, bc: second }, required: ['a'] });

        expect(both).toEqual({
          optionalParameters: one.optionalParameters + other.optionalParameters + 1,
          unions: one.unions + other.unions,
          properties: one.properties + other.properties + 2,
          enumValues: one.enumValues + other.enumValues,
          textLength: one.textLength + other.textLength + 'abc'.length,
          depth: Math.max(one.depth, other.depth) + 1,
        });
      }),
    );
  });

  it('is there for every translation', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };

    expect(translate(schema, anthropicDialect).cost).toEqual(translate(schema, anthropicStrictDialect).cost);
  });
});
