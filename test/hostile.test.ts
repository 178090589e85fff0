import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  defineTool,
  type ErrorCode,
  type JsonObject,
  jsonSchema,
  ToolcribError,
} from '../packages/toolcrib/src/index.ts';

/** Imported definitions are untrusted: each of these was made to break whoever reads it. */

function codeOf(inputSchema: unknown): ErrorCode | 'defined' {
  try {
    define(inputSchema);
    return 'defined';
  } catch (error) {
    if (error instanceof ToolcribError) return error.code;
    throw error;
  }
}

function define(inputSchema: unknown) {
  const description = 'Imported.';
  return defineTool({
    name: 'imported',
    description,
    inputSchema: inputSchema as never,
    handler: () => 'ok',
  });
}

function object(properties: JsonObject, rest: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...rest };
}

/** A schema in which every definition refers twice to the next. */
function doublingBomb(keyword: 'allOf' | 'anyOf', levels: number): JsonObject {
  const definitions = Array.from({ length: levels }, (_, level): [string, JsonObject] => [
    `d${level}`,
    { [keyword]: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
  ]);
  return object(
    { x: { $ref: '#/$defs/d0' } },
    { $defs: { ...Object.fromEntries(definitions), [`d${levels}`]: { type: 'string' } } },
  );
}

function nested(levels: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = object({ x: schema });
  return schema;
}

function cyclicObject(): unknown {
  const schema: Record<string, unknown> = { type: 'object', properties: {} };
  (schema.properties as Record<string, unknown>).self = schema;
  return schema;
}

/** Thirty levels, each holding the one below twice: small in memory, a thousand million nodes as text. */
function sharedObjects(): unknown {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < 30; level++) schema = { type: 'object', properties: { a: schema, b: schema } };
  return schema;
}

function list<Item>(count: number, make: (index: number) => [string, Item]): Record<string, Item> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
}

describe('a hostile schema', () => {
  it.each<[string, unknown, ErrorCode]>([
    ['nested 100 levels deep', nested(100), 'E_SCHEMA_TOO_DEEP'],
    ['nested 100,000 levels deep', nested(100_000), 'E_SCHEMA_TOO_DEEP'],
    ['of a megabyte', object({ x: { description: 'x'.repeat(1_000_000) } }), 'E_SCHEMA_TOO_LARGE'],
    ['of shared objects', sharedObjects(), 'E_SCHEMA_TOO_LARGE'],
    ['that contains itself', cyclicObject(), 'E_SCHEMA_CYCLIC'],
    ['that refers to itself in place', object({ x: { $ref: '#/properties/x' } }), 'E_SCHEMA_CYCLIC'],
    ['whose root refers to the root', { type: 'object', allOf: [{ $ref: '#' }] }, 'E_SCHEMA_CYCLIC'],
    ['that doubles by allOf', doublingBomb('allOf', 30), 'E_SCHEMA_TOO_BRANCHED'],
    ['that doubles by anyOf', doublingBomb('anyOf', 30), 'E_SCHEMA_TOO_BRANCHED'],
    [
      'with an exponential pattern',
      object({ x: { type: 'string', pattern: '^(a+)+$' } }),
      'E_SCHEMA_UNSAFE_PATTERN',
    ],
    [
      'with an exponential property pattern',
      { type: 'object', patternProperties: { '(a|a)*b': {} } },
      'E_SCHEMA_UNSAFE_PATTERN',
    ],
    [
      'with a back-reference',
      object({ x: { type: 'string', pattern: '(a+)\\1' } }),
      'E_SCHEMA_UNSAFE_PATTERN',
    ],
    [
      'with a huge pattern',
      object({ x: { type: 'string', pattern: `^${'a?'.repeat(5_000)}$` } }),
      'E_SCHEMA_UNSAFE_PATTERN',
    ],
    [
      'with thousands of patterns',
      object(list(6_000, (index) => [`p${index}`, { pattern: `^a*${index}` }])),
      'E_SCHEMA_TOO_COMPLEX',
    ],
    [
      'with patterns that are hard to analyse',
      object(list(140, (index) => [`p${index}`, { pattern: `[ab]{60}c${index}` }])),
      'E_SCHEMA_TOO_COMPLEX',
    ],
    [
      'with hundreds of classes of Unicode',
      object({ x: { pattern: '[^\\p{L}]'.repeat(110) } }),
      'E_SCHEMA_TOO_COMPLEX',
    ],
    [
      'with a remote reference',
      object({ x: { $ref: 'https://example.com/schema.json' } }),
      'E_SCHEMA_REMOTE_REF',
    ],
    ['with a file reference', object({ x: { $ref: 'file:///etc/passwd' } }), 'E_SCHEMA_REMOTE_REF'],
    ['with a relative reference', object({ x: { $ref: 'other.json#/x' } }), 'E_SCHEMA_REMOTE_REF'],
    [
      'with a prototype key',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      'E_INVALID_TOOL',
    ],
    ['with a function in it', object({ x: { default: (() => 1) as never } }), 'E_INVALID_TOOL'],
    ['with a date in it', object({ x: { default: new Date(0) as never } }), 'E_INVALID_TOOL'],
    ['that cannot be read', object({ x: new Proxy({}, { ownKeys: () => ['a', 'a'] }) }), 'E_INVALID_TOOL'],
    ['with a broken pattern', object({ x: { type: 'string', pattern: '(' } }), 'E_INVALID_TOOL'],
    ['with a wrong type', object({ x: { type: 'strng' } }), 'E_INVALID_TOOL'],
  ])('%s is refused with a code of its own', (_what, schema, code) => {
    expect(codeOf(schema)).toBe(code);
  });

  it('is named by tool, field and place', () => {
    const schema = object({ outer: object({ inner: { type: 'string', pattern: '^(a+)+$' } }) });

    expect(() => define(schema)).toThrow(
      expect.objectContaining({
        context: expect.objectContaining({
          toolName: 'imported',
          field: 'inputSchema',
          pointer: expect.stringContaining('/properties/outer/properties/inner'),
        }),
      }),
    );
  });

  it('cannot make checking a value exponential in the depth of the value', () => {
    const inner = { properties: { x: { $ref: '#/$defs/node' } } };
    const tool = define(
      object(
        { x: { $ref: '#/$defs/node' } },
        {
          $defs: {
            node: {
              anyOf: [
                { ...inner, required: ['missing'] },
                { ...inner, required: ['absent'] },
              ],
            },
          },
        },
      ),
    );
    let value: JsonObject = {};
    for (let level = 0; level < 100; level++) value = { x: value };

    expect(() => tool.validate(value)).toThrow(expect.objectContaining({ code: 'E_INVALID_TOOL_ARGS' }));
  });

  it('cannot reach inherited names', () => {
    const tool = define(object({ toString: { type: 'string' } }, { required: ['toString', 'constructor'] }));

    expect(() => tool.validate({})).toThrow(
      expect.objectContaining({
        issues: expect.arrayContaining([expect.objectContaining({ path: ['constructor'] })]),
      }),
    );
    expect(tool.validate(JSON.parse('{"toString":"x","constructor":1}'))).toBeTruthy();
  });

  it('cannot change Object.prototype by a default', () => {
    const tool = define(
      object({
        constructor: object({ prototype: { type: 'object', default: { polluted: true } } }, { default: {} }),
      }),
    );

    tool.validate({});

    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('may be recursive, as long as each step descends into the value', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };

    expect(codeOf(tree)).toBe('defined');
    expect(define(tree).validate({ children: [{ children: [] }] })).toEqual({ children: [{ children: [] }] });
    expect(() => define(tree).validate({ children: [{ children: 5 }] })).toThrow();
  });

  it('is not executed: validation needs no code generation', () => {
    const schema = jsonSchema({
      type: 'object',
      properties: { '`);process.exit(1)//': { const: "');throw 1//" } },
    });

    expect(schema['~standard'].validate({ '`);process.exit(1)//': 'x' })).toHaveProperty('issues');
  });
});

describe('patterns that are met in practice', () => {
  it.each([
    z.email(),
    z.uuid(),
    z.url(),
    z.ipv4(),
    z.ipv6(),
    z.base64(),
    z.base64url(),
    z.cuid2(),
    z.ulid(),
    z.iso.date(),
    z.iso.time(),
    z.iso.datetime(),
    z.iso.duration(),
    z.cidrv4(),
    z.e164(),
    z.jwt(),
    z.nanoid(),
    z.string().startsWith('ab').endsWith('yz'),
    z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  ])('of Zod are accepted (%#)', (schema) => {
    expect(codeOf(z.object({ x: schema }))).toBe('defined');
  });
});
