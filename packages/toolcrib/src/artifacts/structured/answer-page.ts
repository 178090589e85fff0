import { cutToBytes, utf8Length } from '../text/utf8.ts';

/** Kept free for the line above an answer, which says what is shown and how to go on. */
const HEADER_BYTES = 176;

/** An answer that is put together item by item, and never has more bytes than it may. */
export class AnswerPage {
  /** How many bytes an item may have to be shown whole, on a page of its own. */
  readonly room: number;
  readonly #items: string[] = [];
  #left: number;

  constructor(maxBytes: number) {
    this.#left = Math.max(0, maxBytes - HEADER_BYTES);
    this.room = Math.max(0, this.#left - 1);
  }

  get itemCount(): number {
    return this.#items.length;
  }

  /**
   * Whether there was room for the item. The first one always has some, if it has to be cut: otherwise the
   * answers of a query that goes on would come to no end.
   */
  add(item: string): boolean {
    const length = utf8Length(item) + 1;
    if (length > this.#left && this.#items.length > 0) return false;
    this.#items.push(length > this.#left ? `${cutToBytes(item, Math.max(0, this.room - 3))}…` : item);
    this.#left -= length;
    return true;
  }

  /** The whole answer: one line about it, then the items and nothing else. */
  finish(header: string): string {
    return [header, ...this.#items].join('\n');
  }
}

/** How an answer goes on, in the words that all answers use. */
export function goOn(next: { readonly [argument: string]: number } | undefined): string {
  if (next === undefined) return 'This is the end.';
  const [[name, value] = []] = Object.entries(next);
  return `There is more. Continue with ${name}: ${value}.`;
}
