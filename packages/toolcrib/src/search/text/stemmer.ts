import { stemmer as porter } from 'stemmer';
import { ownText } from './own-text.ts';

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
    if (!STEMMABLE.test(word)) return word;
    const stem = ownText(porter(word));
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(ownText(word), stem);
    return stem;
  }
}
