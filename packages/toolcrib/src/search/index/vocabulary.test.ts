import { describe, expect, it } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

describe('Vocabulary', () => {
  it('gives the id of a forgotten word to the next one, and nothing of the word itself', () => {
    const vocabulary = new Vocabulary();
    const cat = vocabulary.take('cat');
    vocabulary.take('cow');
    vocabulary.forget(cat);
    expect(vocabulary.find('cat')).toBeUndefined();
    expect(vocabulary.take('dog').id).toBe(cat.id);
    expect(vocabulary.size).toBe(2);
    expect(vocabulary.capacity).toBe(3);
  });

  it('finds words by their first character and length', () => {
    const vocabulary = new Vocabulary();
    for (const text of ['cat', 'cow', 'camel', 'dog', '𝒳yz']) vocabulary.take(text);
    const texts = (start: string, length: number) =>
      [...(vocabulary.startingWith(start).get(length) ?? [])].map(({ text }) => text);
    expect(texts('c', 3)).toEqual(['cat', 'cow']);
    expect(texts('c', 5)).toEqual(['camel']);
    expect(texts('𝒳', 4)).toEqual(['𝒳yz']);
    vocabulary.forget(vocabulary.take('camel'));
    expect(texts('c', 5)).toEqual([]);
    expect(texts('q', 1)).toEqual([]);
  });

  it('has no word 0', () => {
    const vocabulary = new Vocabulary();
    expect(vocabulary.take('first').id).toBe(1);
  });
});
