import { describe, expect, it } from 'vitest';
import { readToolTexts } from './read-tool-texts.ts';

describe('readToolTexts', () => {
  it('reads the names, titles, descriptions and choices of parameters, wherever they are', () => {
    const texts = readToolTexts({
      name: 'book',
      title: 'Book a room',
      description: 'Books.',
      tags: ['travel'],
      source: 'https://hotels.example/mcp',
      inputSchema: {
        type: 'object',
        properties: {
          guest: { type: 'object', title: 'Guest', properties: { firstName: { description: 'given name' } } },
          rooms: { type: 'array', items: { anyOf: [{ description: 'a suite' }, { enum: ['single', 2] }] } },
        },
        $defs: { city: { description: 'where it is' } },
      },
    });
    expect(texts).toEqual({
      name: ['book'],
      title: ['Book a room'],
      description: ['Books.'],
      parameters: ['guest', 'firstName', 'rooms'],
      'parameter texts': ['Guest', 'given name', 'a suite', 'single', 'where it is'],
      tags: ['travel', 'https://hotels.example/mcp'],
    });
  });

  it('reads a part only of a schema that is made to fill memory', () => {
    const property = { description: 'x'.repeat(1_000), enum: Array.from({ length: 1_000 }, String) };
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, property]));
    const { parameters, 'parameter texts': texts } = readToolTexts({
      name: 'bomb',
      inputSchema: { properties },
    });
    expect(parameters).toHaveLength(500);
    expect(texts.join('').length).toBeLessThan(50_000);
  });

  it('ignores what is no schema', () => {
    const inputSchema = { properties: { a: true, b: null, c: [1] }, items: 3, anyOf: 'x' } as never;
    expect(readToolTexts({ name: 'odd', inputSchema }).parameters).toEqual(['a', 'b', 'c']);
  });
});
