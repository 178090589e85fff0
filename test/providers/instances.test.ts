import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireData, sharedData } from '../shared-data.ts';
import { instancesOf, sampleInstances } from './instances.ts';

const file = sharedData('tools/livemcp-527.json');

function validatorOf(schema: object): (value: unknown) => boolean {
  return new Ajv2020({ strict: false, logger: false, validateFormats: false }).compile(schema);
}

const node = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, next: { $ref: '#/$defs/node' } },
  required: ['name'],
  additionalProperties: false,
};

const schemas: Readonly<Record<string, object>> = {
  bounds: {
    type: 'array',
    items: { type: 'number', minimum: 2, maximum: 3 },
    minItems: 2,
    maxItems: 4,
  },
  steps: { type: 'integer', multipleOf: 7, minimum: 20, maximum: 50 },
  open: { type: 'number', maximum: -5 },
  texts: { type: 'string', minLength: 2, maxLength: 3 },
  pattern: { type: 'string', pattern: '^[a-f]{2}-\\d+$' },
  literals: { anyOf: [{ const: { a: 1 } }, { enum: ['x', null, 3] }] },
  closed: { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false },
  map: { type: 'object', additionalProperties: { type: 'integer' } },
  types: { type: ['string', 'null', 'array'], items: { type: 'null' } },
  tuple: { type: 'array', prefixItems: [{ const: 1 }, { type: 'string' }] },
  combined: {
    type: 'object',
    properties: { kind: { type: 'string' } },
    required: ['kind'],
    oneOf: [
      { properties: { kind: { const: 'a' }, size: { type: 'integer' } }, required: ['size'] },
      { properties: { kind: { const: 'b' } } },
    ],
  },
  all: {
    allOf: [{ $ref: '#/$defs/a' }, { required: ['b'], properties: { b: { const: 2 } } }],
    $defs: { a: { type: 'object', properties: { a: { type: 'null' } }, required: ['a'] } },
  },
  recursive: { $ref: '#/$defs/node', $defs: { node } },
};

describe('instancesOf', () => {
  it.each(Object.entries(schemas))('draws values that fit: %s', (_, schema) => {
    const isValid = validatorOf(schema);

    fc.assert(fc.property(instancesOf(schema), (value) => isValid(JSON.parse(JSON.stringify(value)))));
  });

  it('takes both branches, and leaves out what is optional now and then', () => {
    const drawn = fc.sample(instancesOf(schemas.combined), 50) as { kind: string }[];
    const closed = fc.sample(instancesOf(schemas.closed), 50) as object[];

    expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(['a', 'b']));
    expect(new Set(closed.map((value) => Object.keys(value).length))).toEqual(new Set([0, 1]));
  });
});

describe('sampleInstances', () => {
  it('draws the same values for the same seed, and no wrong ones', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer', not: { const: 0 } } },
      minProperties: 1,
    };
    const isValid = validatorOf(schema);
    const draw = (seed: number) => sampleInstances(schema, { seed, count: 20, isValid });

    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(1)).toHaveLength(20);
    expect(draw(1).every(isValid)).toBe(true);
  });

  it('gives nothing where nothing fits', () => {
    expect(sampleInstances(false, { seed: 1, count: 5, isValid: () => false })).toEqual([]);
  });

  it('finds values for every real definition', (context) => {
    requireData(context, file);
    const { tools } = JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '{}');
    const without = (tools as { tool: string; inputSchema: object }[])
      // Its schema is of no dialect.
      .filter(({ tool }) => tool !== 'read_pdf')
      .filter(({ inputSchema: { $schema, ...schema } }: { inputSchema: { $schema?: string } }) => {
        const isValid = validatorOf(schema);
        return sampleInstances(schema, { seed: 7, count: 3, isValid }).length < 3;
      });

    expect(without.map(({ tool }) => tool)).toEqual([]);
  });
});
