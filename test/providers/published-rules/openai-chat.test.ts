import { describe, expect, it } from 'vitest';
import { checkOpenAIChatTools } from './openai-chat.ts';

const text = { type: 'string' };

function tool(parameters: object | undefined, rest: object = {}) {
  return {
    type: 'function',
    function: { name: 'get_weather', description: 'Gets it.', parameters, ...rest },
  };
}

function object(properties: Record<string, unknown>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function strictWith(property: unknown, rest: object = {}) {
  return [tool({ ...object({ a: property }), ...rest }, { strict: true })];
}

function texts(count: number, length: number): string[] {
  return Array.from({ length: count }, (_, at) => String(at).padStart(length, 'x'));
}

function nest(levels: number): object {
  return levels === 1 ? object({}) : object({ a: nest(levels - 1) });
}

describe('checkOpenAIChatTools', () => {
  it('has nothing to say of tools that keep the rules', () => {
    const free = { type: 'object', properties: { a: { oneOf: [text, { type: 'array', items: {} }] } } };
    const full = object({
      node: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      size: { type: ['number', 'null'], exclusiveMinimum: 0, multipleOf: 0.5, description: 'Of it.' },
      list: { type: 'array', items: object({}), minItems: 3, maxItems: 9 },
      kind: { type: ['string', 'null'], enum: ['a', null], default: null },
      when: { type: 'string', format: 'uuid', pattern: '^a' },
      one: { type: 'integer', const: 1 },
    });
    const tools = [tool(free), tool(full, { name: 'b', strict: true }), tool(undefined, { name: 'c' })];

    expect(checkOpenAIChatTools(tools)).toEqual([]);
    expect(checkOpenAIChatTools([tool(nest(10), { strict: true })])).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no list', null, 'are a list'],
    ['129 tools', texts(129, 3).map((name) => tool(object({}), { name })), '128 tools, and has 129'],
    ['a shared name', [tool(object({})), tool(object({}))], 'one tool'],
    ['a name that is too long', [tool(object({}), { name: 'a'.repeat(65) })], '/function/name'],
    ['a name with a colon', [tool(object({}), { name: 'a:b' })], '/function/name'],
    ['the format of Responses', [{ type: 'function', name: 'a', parameters: {} }], '/function: the field is'],
    ['another type', [{ ...tool(object({})), type: 'custom' }], '/type'],
    ['an unknown field', [tool(object({}), { input_schema: {} })], '/function/input_schema'],
    ['a description that is none', [tool(object({}), { description: 1 })], '/function/description'],
    ['a flag that is none', [tool(object({}), { strict: 'true' })], '/function/strict'],
    ['a root that is no object', [tool({ properties: {} })], '/parameters/type'],
    ['a root without properties', [tool({ type: 'object' })], '/parameters/properties'],
    ['a combination at the root', [tool({ ...object({}), oneOf: [{}] })], '/parameters/oneOf'],
    ['not at the root', [tool({ ...object({}), not: {} })], '/parameters/not'],
    ['an array without items', [tool(object({ a: { type: ['array', 'null'] } }))], 'names its items'],
    ['a tuple without items', [tool(object({ a: { type: 'array', prefixItems: [{}] } }))], 'names its items'],
    ['items of draft 7', [tool(object({ a: { type: 'array', items: [{}] } }))], '2020-12'],
    ['a dangling reference', [tool(object({ a: { $ref: '#/definitions/a' } }))], 'nowhere'],
  ])('catches %s', (_, tools, words) => {
    expect(checkOpenAIChatTools(tools).join('\n')).toContain(words);
  });

  it.each<[string, object[], string]>([
    [
      'an optional property',
      [tool({ ...object({ a: text }), required: [] }, { strict: true })],
      'leaves out a',
    ],
    ['an unknown required name', strictWith(text, { required: ['a', 'b'] }), 'names b'],
    ['an open root', strictWith(text, { additionalProperties: true }), '/additionalProperties'],
    ['an open object below', strictWith({ type: 'object', properties: {} }), '/a/additionalProperties'],
    ['allOf', strictWith({ allOf: [text] }), '/allOf: no keyword'],
    ['oneOf', strictWith({ oneOf: [text] }), '/oneOf: no keyword'],
    [
      'uniqueItems',
      strictWith({ type: 'array', items: text, uniqueItems: true }),
      '/uniqueItems: no keyword',
    ],
    ['prefixItems', strictWith({ type: 'array', items: text, prefixItems: [] }), '/prefixItems: no keyword'],
    ['a keyword in a definition', strictWith(text, { $defs: { d: { not: text } } }), '/$defs/d/not'],
    ['a format of other providers', strictWith({ type: 'string', format: 'uri' }), '/format'],
    ['a schema without a type', strictWith({ enum: ['a'] }), 'says its type'],
    ['a boolean schema', strictWith(true), 'is an object'],
    ['a value of another type', strictWith({ type: 'string', enum: ['a', null] }), '/enum/1'],
    ['a reference with company', strictWith({ $ref: '#', description: 'It.' }), 'beside description'],
    ['eleven levels', [tool(nest(11), { strict: true })], '10 levels'],
    ['1,001 values', strictWith({ type: 'string', enum: texts(1001, 4) }), '1000 enum values'],
    ['a large enum', strictWith({ type: 'string', enum: texts(251, 60) }), '15000 characters'],
    [
      '5,001 properties',
      [tool(object(Object.fromEntries(texts(5001, 4).map((name) => [name, text]))), { strict: true })],
      '5000 properties',
    ],
    [
      'names of 120,001 characters',
      [tool(object({ ['a'.repeat(120_001)]: text }), { strict: true })],
      '120000 characters',
    ],
  ])('catches %s in a strict tool', (_, tools, words) => {
    expect(checkOpenAIChatTools(tools).join('\n')).toContain(words);
  });
});
