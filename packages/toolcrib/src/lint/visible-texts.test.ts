import { describe, expect, it } from 'vitest';
import { pointerOf, readVisibleTexts } from './visible-texts.ts';

function read(spec: Partial<Parameters<typeof readVisibleTexts>[0]>): string[] {
  const texts = readVisibleTexts({ name: 'n', inputSchema: {}, ...spec });
  return texts.map(({ place, text, kind }) => `${kind} ${pointerOf(place)} ${text}`);
}

describe('readVisibleTexts', () => {
  it('reads the fields of a tool', () => {
    const fields = { title: 't', description: 'd', tags: ['g'], annotations: { title: 'a' } };

    expect(read(fields)).toEqual([
      'name /name n',
      'prose /title t',
      'prose /description d',
      'key /annotations/title title',
      'prose /annotations/title a',
      'prose /tags/0 g',
    ]);
  });

  it('tells names, text, values and terms of a schema apart', () => {
    const inputSchema = {
      type: 'object',
      properties: { 'a/b': { description: 'd', default: { k: 'v' }, enum: ['e'], const: 'c', 'x-o': 'o' } },
      patternProperties: { '^p': true },
      $defs: { q: { anyOf: [{ title: 'i' }] } },
      required: ['r'],
    };

    expect(read({ inputSchema })).toEqual([
      'name /name n',
      'term /inputSchema/type object',
      'key /inputSchema/properties/a~1b a/b',
      'prose /inputSchema/properties/a~1b/description d',
      'key /inputSchema/properties/a~1b/default/k k',
      'value /inputSchema/properties/a~1b/default/k v',
      'value /inputSchema/properties/a~1b/enum/0 e',
      'value /inputSchema/properties/a~1b/const c',
      'key /inputSchema/properties/a~1b/x-o x-o',
      'prose /inputSchema/properties/a~1b/x-o o',
      'key /inputSchema/patternProperties/^p ^p',
      'key /inputSchema/$defs/q q',
      'prose /inputSchema/$defs/q/anyOf/0/title i',
      'term /inputSchema/required/0 r',
    ]);
  });

  it('reads what stands where a schema should be, and the version and scopes', () => {
    const inputSchema = { properties: 'p', $vocabulary: { v: true }, 'x-o': { $defs: { d: 's' } } };

    expect(read({ inputSchema, version: '1', authority: { requires: ['a:b'] } })).toEqual([
      'name /name n',
      'term /version 1',
      'key /authority/requires requires',
      'term /authority/requires/0 a:b',
      'prose /inputSchema/properties p',
      'key /inputSchema/$vocabulary/v v',
      'key /inputSchema/x-o x-o',
      'key /inputSchema/x-o/$defs/d d',
      'prose /inputSchema/x-o/$defs/d s',
    ]);
  });

  it('takes a property that is called like a keyword for a property', () => {
    const inputSchema = { properties: { properties: { description: 'd' }, enum: { title: 't' } } };

    expect(read({ inputSchema })).toEqual([
      'name /name n',
      'key /inputSchema/properties/properties properties',
      'prose /inputSchema/properties/properties/description d',
      'key /inputSchema/properties/enum enum',
      'prose /inputSchema/properties/enum/title t',
    ]);
  });
});
