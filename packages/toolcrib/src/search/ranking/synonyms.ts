import { Stemmer } from '../text/stemmer.ts';
import { broaderWords } from './broader-words.ts';
import { synonymGroups } from './synonym-groups.ts';

/** The stems that may stand for a stem: those of its groups first, then broader ones. */
export function synonymsOf(stem: string): readonly string[] {
  return byStem.get(stem) ?? NONE;
}

const NONE: readonly string[] = Object.freeze([]);
const byStem: ReadonlyMap<string, readonly string[]> = readSynonyms();

function readSynonyms(): ReadonlyMap<string, readonly string[]> {
  const stemmer = new Stemmer();
  const known = new Map<string, string[]>();
  const stemsOf = (words: string) => words.split(' ').map((word) => stemmer.stem(word));
  const add = (stems: readonly string[], others: readonly string[]) => {
    for (const stem of stems) {
      const synonyms = known.get(stem) ?? [];
      for (const other of others) if (other !== stem && !synonyms.includes(other)) synonyms.push(other);
      known.set(stem, synonyms);
    }
  };
  for (const group of synonymGroups) add(stemsOf(group), stemsOf(group));
  for (const [words, broader] of broaderWords) add(stemsOf(words), stemsOf(broader));
  return known;
}
