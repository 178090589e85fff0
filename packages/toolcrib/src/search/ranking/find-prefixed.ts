import type { IndexView } from '../index/index-view.ts';
import type { Term } from '../index/term.ts';
import { startOf, type Vocabulary } from '../index/vocabulary.ts';

/** More would say nothing about what somebody is about to type. */
const MAX_TERMS = 24;
/** A stem that the beginning of a word has left behind, as `notif` of `notificatio`. */
const MIN_STEM = 4;
const MAX_ENDING = 7;

/** The words that something begins, those that most tools have first. */
export function findPrefixed(start: string, vocabulary: Vocabulary, view: IndexView): readonly Term[] {
  const found: { readonly term: Term; readonly count: number }[] = [];
  for (const terms of vocabulary.startingWith(startOf(start)).values()) {
    for (const term of terms) {
      if (!term.text.startsWith(start) && !isStemOf(term.text, start)) continue;
      const count = view.count(term);
      if (count > 0) found.push({ term, count });
    }
  }
  found.sort((left, right) => right.count - left.count || (left.term.text < right.term.text ? -1 : 1));
  return found.slice(0, MAX_TERMS).map(({ term }) => term);
}

function isStemOf(stem: string, start: string): boolean {
  return stem.length >= MIN_STEM && start.length - stem.length <= MAX_ENDING && start.startsWith(stem);
}
