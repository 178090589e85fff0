import type { IndexView } from '../index/index-view.ts';
import { lettersOf, type Term } from '../index/term.ts';
import { startOf, type Vocabulary } from '../index/vocabulary.ts';
import { countEdits } from './count-edits.ts';

/** Words that people misspell. Names and codes are looked for as they are. */
const WORD = /^\p{L}{4,24}$/u;
/** From these lengths on, one mistake and two are taken for mistakes: of short words, other words are as near. */
const ONE_EDIT_LENGTH = 4;
const TWO_EDITS_LENGTH = 8;
/** A stem, and what may follow it in a word whose ending has the mistake, as `translat` in `translatoin`. */
const MIN_STEM = 5;
const MAX_ENDING = 6;
const SAME_START = 3;
const MAX_TERMS = 3;

interface Guess {
  readonly term: Term;
  readonly edits: number;
}

/** The words that a word, or its stem, nearly is: those with the fewest differences first. */
export function findTypos(
  spelling: { readonly word: string; readonly stem: string },
  vocabulary: Vocabulary,
  view: IndexView,
): readonly Term[] {
  const { word, stem } = spelling;
  if (!WORD.test(word)) return [];
  const byLength = vocabulary.startingWith(startOf(word));
  const edits = new Map<Term, number>();
  const near = (word === stem ? [word] : [word, stem]).flatMap((text) => findNear(text, byLength));
  for (const guess of [...near, ...findBeginnings(word, byLength)]) {
    edits.set(guess.term, Math.min(guess.edits, edits.get(guess.term) ?? guess.edits));
  }
  const found = [...edits].map(([term, count]) => ({ term, edits: count, tools: view.count(term) }));
  return found
    .filter(({ tools }) => tools > 0)
    .sort((left, right) => left.edits - right.edits || right.tools - left.tools || byText(left, right))
    .slice(0, MAX_TERMS)
    .map(({ term }) => term);
}

function editsAllowed(length: number): number {
  if (length >= TWO_EDITS_LENGTH) return 2;
  return length >= ONE_EDIT_LENGTH ? 1 : 0;
}

/** Stems that the word begins with, or nearly. */
function findBeginnings(word: string, byLength: ReadonlyMap<number, ReadonlySet<Term>>): readonly Guess[] {
  const found: Guess[] = [];
  const letters = lettersOf(word);
  const start = word.slice(0, SAME_START);
  for (let length = Math.max(MIN_STEM, word.length - MAX_ENDING); length <= word.length; length++) {
    const beginnings = [length - 1, length, length + 1].map((end) => word.slice(0, end));
    for (const term of byLength.get(length) ?? []) {
      // One mistake takes at most one letter of the stem away.
      if (!term.text.startsWith(start) || countBits(term.letters & ~letters) > 1) continue;
      const edits = Math.min(...beginnings.map((text) => countEdits(text, term.text, 1)));
      if (edits <= 1) found.push({ term, edits: edits + 1 });
    }
  }
  return found;
}

function findNear(text: string, byLength: ReadonlyMap<number, ReadonlySet<Term>>): readonly Guess[] {
  const found: Guess[] = [];
  const letters = lettersOf(text);
  const most = editsAllowed(text.length);
  for (let length = text.length - most; length <= text.length + most; length++) {
    const limit = editsAllowed(Math.min(text.length, length));
    if (limit < Math.abs(text.length - length) || limit === 0) continue;
    for (const term of byLength.get(length) ?? []) {
      // Each mistake changes at most two letters.
      if (countBits(term.letters ^ letters) > 2 * limit) continue;
      const edits = countEdits(text, term.text, limit);
      if (edits <= limit) found.push({ term, edits });
    }
  }
  return found;
}

function byText(left: Guess, right: Guess): number {
  return left.term.text < right.term.text ? -1 : 1;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
