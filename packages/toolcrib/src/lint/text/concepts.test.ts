import { describe, expect, it } from 'vitest';
import { BEGINS_PAIR, lexicon, numberOf, pairLexicon } from './concepts.ts';
import { toPhrase, toTags } from './phrase.ts';
import { readWords } from './read-words.ts';

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
  it('has gaps that end with the sentence, the clause, or at a negation', () => {
    const matches = (source: string, text: string) =>
      toTags(readWords(text).concepts).search(toPhrase(source).pattern) !== -1;

    expect(matches('must ~2 call', 'You must not call it.')).toBe(true);
    expect(matches('must +2 call', 'You must not call it.')).toBe(false);
    expect(matches('must +2 call', 'You must now call it.')).toBe(true);
    expect(matches('must +2 call', 'You must. Call it.')).toBe(false);
    expect(matches('must ~3 call', 'You must, then, call it.')).toBe(true);
    expect(matches('must -3 call', 'You must, then, call it.')).toBe(false);
  });

  it('sees where a quoted sentence begins, and no quoted name', () => {
    const isThere = (text: string) => readWords(text).present[numberOf.quotation] === 1;

    expect(isThere('Say "this is a whole sentence".')).toBe(true);
    expect(isThere("Say 'this is a whole sentence'.")).toBe(true);
    expect(isThere('Say "yes" or "no".')).toBe(false);
    expect(isThere('Take `this is a piece of code`.')).toBe(false);
  });

  it('takes "make sure to" for a duty, and "if you need to" for none', () => {
    const isDuty = (text: string) => readWords(text).present[numberOf.must] === 1;

    expect(isDuty('Make sure to call it.')).toBe(true);
    expect(isDuty('You need to call it.')).toBe(true);
    expect(isDuty('If you need to call it, do.')).toBe(false);
  });

  it('finds a pair also where a mark follows its second word', () => {
    const { present } = readWords('Carry on. Then go on.');

    expect(present[numberOf.resume]).toBe(1);
  });

  it('refuses a concept that there is not', () => {
    expect(() => toPhrase('override ~3 nonsense')).toThrow('There is no concept "nonsense".');
  });
});
