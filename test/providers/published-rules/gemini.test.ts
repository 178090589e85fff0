import { describe, expect, it } from 'vitest';
import { checkGeminiTools } from './gemini.ts';

const text = { type: 'STRING' };

function json(parametersJsonSchema: object, rest: object = {}) {
  return { name: 'get_weather', description: 'Gets it.', parametersJsonSchema, ...rest };
}

function open(properties: object, rest: object = {}) {
  return { name: 'get_weather', parameters: { type: 'OBJECT', properties, ...rest } };
}

describe('checkGeminiTools', () => {
  it('has nothing to say of declarations that keep the rules', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' }, b: { const: 1, uniqueItems: true } },
      $defs: { a: { type: 'object', properties: { again: { $ref: '#/$defs/a' } } } },
    };
    const parameters = open(
      {
        list: { type: 'ARRAY', items: { anyOf: [text, { type: 'NULL' }] }, minItems: '1', maxItems: 3 },
        kind: { type: 'STRING', format: 'enum', enum: ['a', 'b'], nullable: true, default: 'a' },
        size: { type: 'INTEGER', format: 'int64', minimum: 1 },
        when: { type: 'STRING', format: 'date-time', pattern: '^2', title: 'When' },
        any: { type: 'OBJECT' },
      },
      { required: ['kind'], propertyOrdering: ['kind', 'list'] },
    );
    const declarations = [json(schema), { ...parameters, name: '_a.b:c-d' }, { name: 'without' }];

    expect(checkGeminiTools(declarations)).toEqual([]);
    expect(checkGeminiTools([{ functionDeclarations: declarations }])).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no list', 1, 'are a list'],
    ['513 functions', Array.from({ length: 513 }, (_, at) => ({ name: `t${at}` })), '512 functions'],
    [
      '513 functions in one tool',
      [{ functionDeclarations: Array(513).fill({ name: 'a' }) }],
      '512 functions',
    ],
    ['an unknown kind of tool', [{ functionDeclarations: [], functions: [] }], '/functions'],
    ['a shared name', [{ name: 'a' }, { name: 'a' }], 'one tool'],
    ['a name that begins with a digit', [{ name: '1a' }], '/name'],
    ['a name that is too long', [{ name: 'a'.repeat(129) }], '/name'],
    ['an unknown field', [{ name: 'a', strict: true }], '/strict'],
    ['a description that is none', [{ name: 'a', description: 1 }], '/description'],
    [
      'both schemas',
      [{ ...open({ a: text }), parametersJsonSchema: { type: 'object' } }],
      '/parameters: stands',
    ],
    ['a JSON Schema that is no object', [json({ type: 'array' })], '/parametersJsonSchema/type'],
    ['a JSON Schema that is none', [json({ type: 'object', properties: [] })], '2020-12'],
    ['a dangling reference', [json({ type: 'object', properties: { a: { $ref: '#/x' } } })], 'nowhere'],
    [
      'a reference with company',
      [json({ type: 'object', properties: { a: { $ref: '#', title: 'A' } } })],
      'beside title',
    ],
    [
      'a required property that is recursive',
      [json({ type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] })],
      'is recursive',
    ],
  ])('catches %s', (_, tools, words) => {
    expect(checkGeminiTools(tools).join('\n')).toContain(words);
  });

  it.each<[string, object, string]>([
    ['no schema', { name: 'a', parameters: [] }, '/parameters: is a schema'],
    ['a root that is no object', { name: 'a', parameters: text }, '/parameters/type'],
    ['a root without properties', open({}), '/parameters/properties'],
    ['a name of a parameter', open({ 'a-b': text }), 'a-b does not match'],
    ['an unknown keyword', open({ a: { ...text, const: 'a' } }), '/properties/a/const: is no field'],
    ['additionalProperties', open({ a: text }, { additionalProperties: false }), '/additionalProperties'],
    ['a keyword in items', open({ a: { type: 'ARRAY', items: { $ref: '#' } } }), '/a/items/$ref'],
    ['a name of prototypes', open({ a: { ...text, toString: 1 } }), '/a/toString: is no field'],
    ['a type in lower case', open({ a: { type: 'string' } }), '/a/type: has a value'],
    ['a list of types', open({ a: { type: ['STRING', 'NULL'] } }), '/a/type: has a value'],
    ['no type', open({ a: { description: 'Any.' } }), '/a: says no type'],
    ['a property that is no schema', open({ a: true }), '/a: is a schema'],
    ['an array without items', open({ a: { type: 'ARRAY' } }), 'items belong'],
    ['items without an array', open({ a: { ...text, items: text } }), 'items belong'],
    ['an enum of numbers', open({ a: { type: 'INTEGER', enum: [1] } }), '/a/enum: has a value'],
    ['an enum that is no text', open({ a: { type: 'INTEGER', enum: ['1'] } }), '/a/enum: belongs'],
    ['an empty enum', open({ a: { ...text, enum: [] } }), '/a/enum: is empty'],
    ['the format enum without values', open({ a: { ...text, format: 'enum' } }), 'comes with values'],
    ['another format', open({ a: { ...text, format: 'uri' } }), '/a/format'],
    ['a format without a type', open({ a: { format: 'int32' } }), '/a/format'],
    ['a union with company', open({ a: { anyOf: [text], description: 'It.' } }), 'beside description'],
    ['an empty union', open({ a: { anyOf: [] } }), 'anyOf has no schema'],
    ['a keyword in a union', open({ a: { anyOf: [{ ...text, not: {} }] } }), '/anyOf/0/not'],
    ['an unknown required name', open({ a: text }, { required: ['b'] }), '/required: names b'],
    [
      'an unknown name in the order',
      open({ a: text }, { propertyOrdering: ['b'] }),
      '/propertyOrdering: names b',
    ],
    ['required without an object', open({ a: { ...text, required: [] } }), '/a/required: belongs'],
    ['a bound that is none', open({ a: { ...text, minLength: '-1' } }), '/a/minLength'],
  ])('catches %s in parameters', (_, declaration, words) => {
    expect(checkGeminiTools([declaration]).join('\n')).toContain(words);
  });
});
