import { ownText } from '../text/own-text.ts';
import { lettersOf, type Term } from './term.ts';

/** Every word that a tool of the index has. A word that no tool has any more is forgotten. */
export class Vocabulary {
  readonly #byText = new Map<string, Term>();
  /** Above every id. They begin with 1: 0 is no word. */
  #capacity = 1;
  /** Words by their first character and their length: where words that are nearly the same are looked for. */
  readonly #byStart = new Map<string, Map<number, Set<Term>>>();
  readonly #freeIds: number[] = [];

  /** Above every id. */
  get capacity(): number {
    return this.#capacity;
  }

  /** How many words there are. */
  get size(): number {
    return this.#byText.size;
  }

  find(text: string): Term | undefined {
    return this.#byText.get(text);
  }

  /** All words with this first character, by their length; those of a length are in no particular order. */
  startingWith(character: string): ReadonlyMap<number, ReadonlySet<Term>> {
    return this.#byStart.get(character) ?? new Map();
  }

  /** The word of a text, which is new if nobody has had it. */
  take(given: string): Term {
    const known = this.#byText.get(given);
    if (known !== undefined) return known;
    const text = ownText(given);
    const id = this.#freeIds.pop() ?? this.#capacity++;
    const term: Term = { id, text, letters: lettersOf(text), places: [], impacts: [] };
    this.#byText.set(text, term);
    this.#addToStart(term);
    return term;
  }

  forget(term: Term): void {
    this.#byText.delete(term.text);
    this.#freeIds.push(term.id);
    const start = startOf(term.text);
    const byLength = this.#byStart.get(start);
    const siblings = byLength?.get(term.text.length);
    siblings?.delete(term);
    if (siblings?.size === 0) byLength?.delete(term.text.length);
    if (byLength?.size === 0) this.#byStart.delete(start);
  }

  #addToStart(term: Term): void {
    const start = startOf(term.text);
    const byLength = this.#byStart.get(start) ?? new Map<number, Set<Term>>();
    this.#byStart.set(start, byLength);
    const siblings = byLength.get(term.text.length);
    if (siblings === undefined) byLength.set(term.text.length, new Set([term]));
    else siblings.add(term);
  }
}

/** The first character, which may be two code units. */
export function startOf(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}
