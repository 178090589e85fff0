import { describe, expect, it } from 'vitest';
import {
  closed,
  refusals,
  translate,
  translateProperty,
  withProperty,
} from '../../../../../test/providers/dialects/translating.ts';
import type { JsonObject } from '../../core/json.ts';
import { anthropicStrictDialect } from './dialects.ts';

const exact = { isExact: true };

describe('the dialect anthropic-strict', () => {
  it.each(['pattern', 'minimum', 'maximum', 'multipleOf', 'maxItems'])('refuses %s', (keyword) => {
    const property = {
      type: ['string', 'integer', 'array'],
      items: { type: 'null' },
      [keyword]: keyword === 'pattern' ? 'a' : 2,
    };

    expect(refusals(withProperty(property), anthropicStrictDialect, exact)).toEqual([
      `/properties/it ${keyword}`,
    ]);
  });

  it('keeps a list that must not be empty, and refuses longer ones', () => {
    const list = { type: 'array', items: { type: 'string' } };

    expect(translateProperty({ ...list, minItems: 1 }, anthropicStrictDialect, exact)).toEqual({
      ...list,
      minItems: 1,
    });
    expect(refusals(withProperty({ ...list, minItems: 2 }), anthropicStrictDialect, exact)).toEqual([
      '/properties/it minItems',
    ]);
  });

  it('has a union for several types that have keywords of their own', () => {
    const property = { type: ['object', 'null'], properties: { a: { type: 'null' } }, required: ['a'] };

    expect(translateProperty(property, anthropicStrictDialect, exact)).toEqual({
      anyOf: [closed({ a: { type: 'null' } }), { type: 'null' }],
    });
    expect(translateProperty({ type: ['string', 'null'] }, anthropicStrictDialect, exact)).toEqual({
      type: ['string', 'null'],
    });
    expect(
      translateProperty({ type: ['string', 'null'], format: 'date', default: null }, anthropicStrictDialect),
    ).toEqual({
      description: 'Default: null.',
      anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }],
    });
  });

  it('leaves optional properties optional, and needs no codec for them', () => {
    const { schema, codec, cost } = translate(
      { type: 'object', properties: { a: { type: 'string' } } },
      anthropicStrictDialect,
      exact,
    );

    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    });
    expect(codec).toBeUndefined();
    expect(cost.optionalParameters).toBe(1);
  });

  it('refuses a schema that leads back to itself', () => {
    const tree = { type: 'object', properties: { next: { $ref: '#/$defs/tree' } } };

    expect(
      refusals(withProperty({ $ref: '#/$defs/tree' }, { $defs: { tree } }), anthropicStrictDialect),
    ).toEqual(['/$defs/tree/properties/next $ref']);
    expect(refusals(withProperty({ $ref: '#' }), anthropicStrictDialect)).toEqual(['/properties/it $ref']);
  });

  it('copies what a reference with a description refers to, which is no union', () => {
    const schema = withProperty(
      { $ref: '#/$defs/a', description: 'D' },
      { $defs: { a: { type: 'string', description: 'A' } } },
    );
    const { schema: strict, cost } = translate(schema, anthropicStrictDialect, exact);

    expect(strict).toEqual(closed({ it: { type: 'string', description: 'D\nA' } }));
    expect(cost.unions).toBe(0);
  });

  it('makes names of properties legal, in words too', () => {
    const schema = { type: 'object', properties: { 'a b': { type: 'string' } }, not: { required: ['a b'] } };
    const { schema: strict, codec } = translate(schema, anthropicStrictDialect);
    const [name = ''] = Object.keys(strict.properties as JsonObject);

    expect(strict.description).toBe(`Must also satisfy: {"not":{"required":["${name}"]}}.`);
    expect(codec?.decode({ [name]: 'x' })).toEqual({ 'a b': 'x' });
  });
});
