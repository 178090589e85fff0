import { describe, expect, it } from 'vitest';
import { BEGINS_PAIR, lexicon, numberOf, pairLexicon } from './concepts.ts';
import { toPhrase } from './phrase.ts';

describe('the lexicon', () => {
  it('knows words in lower case, and none that is empty', () => {
    for (const word of lexicon.keys()) {
      expect(word).not.toBe('');
      expect(word).toBe(word.toLowerCase());
    }
  });

  it('tells commands from other forms of a verb', () => {
    expect(lexicon.get('ignore')).toBe(numberOf.override);
    expect(lexicon.get('ignores')).toBe(numberOf.overrides);
    expect(lexicon.get('forgotten')).toBe(numberOf.overrides);
    expect(lexicon.get('copied')).toBe(numberOf.embeds);
  });

  it('marks the words that a pair begins with', () => {
    for (const pair of pairLexicon.keys()) {
      const [first = '', second] = pair.split(' ');
      expect((lexicon.get(first) ?? 0) & BEGINS_PAIR).toBe(BEGINS_PAIR);
      expect(second).not.toBeUndefined();
    }
  });
});

describe('toPhrase', () => {
  it('refuses a concept that there is not', () => {
    expect(() => toPhrase('override ~3 nonsense')).toThrow('There is no concept "nonsense".');
  });
});
