import { describe, expect, it } from 'vitest';
import { checkBedrockTools } from './bedrock.ts';

const text = { type: 'string' };
const root = { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false };

function tool(json: object, rest: object = {}) {
  return { toolSpec: { name: 'get_weather', description: 'Gets it.', inputSchema: { json }, ...rest } };
}

function strictWith(property: object) {
  return [tool({ ...root, properties: { a: property } }, { strict: true })];
}

describe('checkBedrockTools', () => {
  it('has nothing to say of tools that keep the rules', () => {
    const free = { type: 'object', properties: { a: { oneOf: [text, { minimum: 3 }] } }, anyOf: [{}] };
    const bare = { toolSpec: { name: 'bare', inputSchema: { json: { type: 'object' } } } };

    expect(checkBedrockTools([tool(free), tool(root, { name: 'b', strict: true }), bare])).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no list', undefined, 'are a list'],
    ['an empty list', [], 'at least one'],
    ['a shared name', [tool(root), tool(root)], 'one tool'],
    ['a name that is too long', [tool(root, { name: 'a'.repeat(65) })], '/toolSpec/name'],
    ['a name with a dot', [tool(root, { name: 'a.b' })], '/toolSpec/name'],
    ['an empty description', [tool(root, { description: '' })], '/toolSpec/description'],
    ['a second member of the union', [{ ...tool(root), cachePoint: {} }], '/cachePoint'],
    ['no wrapper', [{ name: 'a', inputSchema: { json: root } }], '/toolSpec: the field is required'],
    ['an unknown field', [tool(root, { parameters: {} })], '/toolSpec/parameters'],
    ['a schema without its wrapper', [tool(root, { inputSchema: root })], '/inputSchema/json'],
    ['a flag that is none', [tool(root, { strict: 1 })], '/toolSpec/strict'],
    ['a root that is no object', [tool({ type: ['object'] })], '/json/type'],
    ['a schema that is none', [tool({ type: 'object', required: 'a' })], '2020-12'],
    ['a dangling reference', [tool({ type: 'object', $ref: '#/$defs/a' })], 'nowhere'],
    ['a keyword in a strict tool', strictWith({ type: 'number', multipleOf: 2 }), '/multipleOf: no keyword'],
    ['a pattern in a strict tool', strictWith({ type: 'string', pattern: 'a' }), '/pattern: no keyword'],
    ['an open object in a strict tool', strictWith({ type: 'object' }), 'additionalProperties: false'],
    ['recursion in a strict tool', strictWith({ $ref: '#' }), 'not recursive'],
  ])('catches %s', (_, tools, words) => {
    expect(checkBedrockTools(tools).join('\n')).toContain(words);
  });
});
