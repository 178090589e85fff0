import { stemmer as porter } from 'stemmer';

/** Words of Latin letters, of a length that Porter's rules are made for. */
const STEMMABLE = /^[a-z]{3,32}$/;
/** Most words of a catalogue are a few thousand; what hostile ones add is forgotten again. */
const MAX_REMEMBERED = 50_000;

/** Brings words to their stems, so that `searches`, `searching` and `search` are one. It remembers what it has stemmed. */
export class Stemmer {
  readonly #known = new Map<string, string>();

  stem(word: string): string {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const stem = STEMMABLE.test(word) ? porter(word) : word;
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(word, stem);
    return stem;
  }
}
