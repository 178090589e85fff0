import { describe, expect, it } from 'vitest';
import { checkAnthropicTools } from './anthropic.ts';

const text = { type: 'string' };
const strictRoot = { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false };

function plain(schema: object, name = 'get_weather') {
  return { name, description: 'Gets it.', input_schema: schema };
}

function deferred(name: string) {
  return { ...plain(strictRoot, name), defer_loading: true };
}

function strict(schema: object, name = 'get_weather') {
  return { ...plain(schema, name), strict: true };
}

function strictWith(property: object, rest: object = {}) {
  return [strict({ ...strictRoot, properties: { a: property }, ...rest })];
}

function many(count: number, make: (at: number) => object): object[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

function object(properties: object, required: string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}

describe('checkAnthropicTools', () => {
  it('has nothing to say of deferred tools beside one that is not', () => {
    expect(checkAnthropicTools([plain(strictRoot), deferred('a')])).toEqual([]);
  });

  it('has nothing to say of tools that keep the rules', () => {
    const free = plain({
      type: 'object',
      properties: {
        'a.b-c_1': { type: 'integer', minimum: 1, oneOf: [{ const: 1 }, { $ref: '#/$defs/n' }] },
      },
      $defs: { n: { type: 'number', not: { const: 3 } } },
      patternProperties: { '^x': {} },
    });
    const full = strict(
      object(
        {
          list: { type: 'array', items: { $ref: '#/$defs/item' }, minItems: 1, default: [] },
          kind: { enum: ['a', 1, true, null], title: 'Kind' },
          when: { type: 'string', format: 'date-time' },
          either: { anyOf: [text, { type: 'null' }], description: 'One of two.' },
          code: { type: 'string', pattern: '^[A-Z]{2}\\d+$' },
          both: { allOf: [text] },
        },
        ['list'],
      ),
      'full',
    );
    const withDefs = { ...full, input_schema: { ...full.input_schema, $defs: { item: { const: 'x' } } } };

    expect(checkAnthropicTools([free, withDefs, { name: 'bare', input_schema: { type: 'object' } }])).toEqual(
      [],
    );
  });

  it.each<[string, unknown, string]>([
    ['no list', {}, 'are a list'],
    ['a name with a dot', [plain(strictRoot, 'a.b')], '/name'],
    ['a name that is too long', [plain(strictRoot, 'a'.repeat(129))], '/name'],
    ['a shared name', [plain(strictRoot), plain(strictRoot)], 'one tool'],
    ['a field of another provider', [{ ...plain(strictRoot), parameters: {} }], '/parameters'],
    ['no schema', [{ name: 'a' }], '/input_schema: the field is required'],
    ['a flag that is none', [{ ...plain(strictRoot), strict: 'yes' }], '/strict'],
    ['a type of server tools', [{ ...plain(strictRoot), type: 'bash_20250124' }], '/type: is custom'],
    ['a description that is none', [{ ...plain(strictRoot), description: null }], '/description'],
    ['a root that is no object', [plain({ type: 'string' })], '/input_schema/type'],
    ['a combination at the root', [plain({ type: 'object', anyOf: [{}] })], '/input_schema/anyOf'],
    ['a property name with a dollar', [plain({ type: 'object', properties: { $top: {} } })], '$top'],
    [
      'a bound of draft 4',
      [plain({ type: 'object', properties: { n: { exclusiveMinimum: true } } })],
      '2020-12',
    ],
    [
      'items of draft 7',
      [plain({ type: 'object', properties: { n: { items: [{}] } } })],
      '/properties/n/items',
    ],
    [
      'a dangling reference',
      [plain({ type: 'object', properties: { n: { $ref: '#/$defs/n' } } })],
      'nowhere',
    ],
    ['an external reference', [plain({ type: 'object', $ref: 'https://example.com/s' })], 'nowhere'],
    ['nothing but deferred tools', [deferred('a'), deferred('b')], 'not deferred'],
    [
      'a cache that ends at a deferred tool',
      [plain(strictRoot), { ...deferred('a'), cache_control: { type: 'ephemeral' } }],
      'the cache to end',
    ],
    [
      'examples with deferred tools',
      [{ ...plain(strictRoot), input_examples: [] }, deferred('a')],
      'examples do',
    ],
    ['more than 10,000 tools', many(10_001, (at) => plain({ type: 'object' }, `t${at}`)), '10000 tools'],
  ])('catches %s', (_, tools, words) => {
    expect(checkAnthropicTools(tools).join('\n')).toContain(words);
  });

  it.each<[string, object[], string]>([
    ['a keyword', strictWith({ type: 'string', minLength: 1 }), '/properties/a/minLength: no keyword'],
    [
      'a keyword in a definition',
      strictWith(text, { $defs: { d: { type: 'number', maximum: 1 } } }),
      '/maximum',
    ],
    ['oneOf', strictWith({ oneOf: [text] }), '/oneOf: no keyword'],
    ['an open object', [strict({ type: 'object', properties: {} })], 'additionalProperties: false'],
    ['an open object below', strictWith({ type: ['object', 'null'] }), '/properties/a: a strict object'],
    ['a map', strictWith({ type: 'object', additionalProperties: text }), '/additionalProperties: has to be'],
    ['a schema that says nothing', strictWith({ description: 'Any.' }), 'says a type'],
    ['a boolean schema', [strict({ ...strictRoot, properties: { a: true } })], 'is an object'],
    ['an unknown format', strictWith({ type: 'string', format: 'regex' }), '/format'],
    ['two items', strictWith({ type: 'array', items: text, minItems: 2 }), '0 or 1'],
    ['a value that is a list', strictWith({ enum: [['a']] }), 'values are'],
    ['a constant that is an object', strictWith({ const: {} }), 'values are'],
    ['allOf with a reference', strictWith({ allOf: [{ $ref: '#' }] }), '/allOf: allOf cannot'],
    ['look-ahead', strictWith({ type: 'string', pattern: '^(?=a)' }), '/pattern'],
    ['a word boundary', strictWith({ type: 'string', pattern: '\\bx' }), '/pattern'],
    ['recursion', strictWith({ anyOf: [text, { $ref: '#' }] }), 'not recursive'],
    [
      'recursion through two definitions',
      strictWith(
        { $ref: '#/$defs/x' },
        { $defs: { x: object({ y: { $ref: '#/$defs/y' } }), y: object({ x: { $ref: '#/$defs/x' } }) } },
      ),
      'not recursive',
    ],
    ['21 strict tools', many(21, (at) => strict(object({}), `t${at}`)), '20 strict tools, and has 21'],
    [
      '25 optional parameters',
      many(5, (at) => strict(object({ a: text, b: text, c: text, d: object({ e: text }) }), `t${at}`)),
      '24 optional parameters, and has 25',
    ],
    [
      '17 unions',
      many(17, (at) => strict(object({ a: { type: ['string', 'null'] } }, ['a']), `t${at}`)),
      '16 parameters with unions, and has 17',
    ],
  ])('catches %s in a strict tool', (_, tools, words) => {
    expect(checkAnthropicTools(tools).join('\n')).toContain(words);
  });

  it('does not count tools that are not strict', () => {
    const tools = many(30, (at) =>
      plain({ type: 'object', properties: { a: { type: ['string', 'null'] } } }, `t${at}`),
    );

    expect(checkAnthropicTools(tools)).toEqual([]);
  });
});
