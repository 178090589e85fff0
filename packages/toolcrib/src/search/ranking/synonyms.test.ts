import { describe, expect, it } from 'vitest';
import { Stemmer } from '../text/stemmer.ts';
import { stopWords } from '../text/stop-words.ts';
import { broaderWords } from './broader-words.ts';
import { synonymGroups } from './synonym-groups.ts';
import { synonymsOf } from './synonyms.ts';

const stemmer = new Stemmer();
const stemsOf = (words: string) => words.split(' ').map((word) => stemmer.stem(word));

describe('synonyms', () => {
  it('stand for each other within a group, by their stems', () => {
    for (const group of synonymGroups) {
      const stems = new Set(stemsOf(group));
      for (const stem of stems) {
        const others = [...stems].filter((other) => other !== stem);
        expect(synonymsOf(stem)).toEqual(expect.arrayContaining(others));
      }
    }
  });

  it('are found for any form of a word', () => {
    expect(synonymsOf(stemmer.stem('folders'))).toContain(stemmer.stem('directories'));
    expect(synonymsOf(stemmer.stem('deleting'))).toContain(stemmer.stem('removed'));
  });

  it('lead from a word to broader ones, and not back', () => {
    expect(synonymsOf(stemmer.stem('euros'))).toContain(stemmer.stem('currency'));
    expect(synonymsOf(stemmer.stem('currency'))).not.toContain(stemmer.stem('euros'));
  });

  it('do not lead from one group of a word to its other groups', () => {
    expect(synonymsOf('creat')).toEqual(expect.arrayContaining(['add', stemmer.stem('generate')]));
    expect(synonymsOf('add')).not.toContain(stemmer.stem('generate'));
  });

  it('leave a word that nobody listed alone', () => {
    expect(synonymsOf('constructor')).toEqual([]);
    expect(synonymsOf('')).toEqual([]);
  });
});

describe('the lists of synonyms', () => {
  it('have at least two words in every group, and none twice in another form', () => {
    const isPoor = (stems: readonly string[]) => stems.length < 2 || new Set(stems).size < stems.length;

    expect(synonymGroups.filter((group) => isPoor(stemsOf(group)))).toEqual([]);
  });

  it('say nothing twice', () => {
    const pairs = [
      ...synonymGroups.flatMap((group) => {
        const words = group.split(' ');
        return words.flatMap((word, at) =>
          words.slice(at + 1).map((other) => [word, other].sort().join(' ')),
        );
      }),
      ...broaderWords.flatMap(([words, broader]) =>
        words.split(' ').flatMap((word) => broader.split(' ').map((other) => [word, other].sort().join(' '))),
      ),
    ];

    expect(pairs.filter((pair, at) => pairs.indexOf(pair) !== at)).toEqual([]);
  });

  it('have no words that queries lose before synonyms are looked for', () => {
    const words = [...synonymGroups, ...broaderWords.flat()].flatMap((line) => line.split(' '));

    expect(words.filter((word) => stopWords.has(word) || !/^[a-z0-9]+$/.test(word))).toEqual([]);
  });
});
