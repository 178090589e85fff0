import type { Term } from './term.ts';

/** The part of an index that one search may look at. What is outside plays no part in anything. */
export class IndexView {
  /** 1 at the places that may be looked at; undefined if all may be. */
  readonly #mask: Uint8Array | undefined;

  constructor(mask?: Uint8Array) {
    this.#mask = mask;
  }

  has(place: number): boolean {
    return this.#mask === undefined || this.#mask[place] === 1;
  }

  /** How many tools have a word. */
  count({ places }: Term): number {
    const mask = this.#mask;
    if (mask === undefined) return places.length;
    let count = 0;
    // A typed array gives 0 or 1, and nothing only beyond its end.
    for (const place of places) count += mask[place] ?? 0;
    return count;
  }
}
