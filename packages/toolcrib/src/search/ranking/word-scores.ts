import type { IndexView } from '../index/index-view.ts';
import type { Query, QueryWord } from './query.ts';

/**
 * What tools are worth by the words that they have, and how much of the query they cover. The arrays are used again for
 * every search, so that one costs as much as the tools that it touches.
 *
 * INVARIANT A tool's numbers are sums in the order of the query, whatever its place: the same to the last bit in every index
 * that has the same tools.
 */
export class WordScores {
  #scores = new Float64Array(0);
  #covered = new Float64Array(0);
  #best = new Float64Array(0);
  #touched: number[] = [];
  #ofWord: number[] = [];

  /** The places of the tools that have a word of the query. */
  get touched(): readonly number[] {
    return this.#touched;
  }

  /** By place. */
  get scores(): Float64Array {
    return this.#scores;
  }

  /** The weights of the words that a tool has, added up. */
  coveredBy(place: number): number {
    return this.#covered[place] ?? 0;
  }

  /** Starts again, for an index with so many places. */
  reset(capacity: number): void {
    if (this.#scores.length < capacity) {
      const size = Math.max(capacity, 2 * this.#scores.length);
      this.#scores = new Float64Array(size);
      this.#covered = new Float64Array(size);
      this.#best = new Float64Array(size);
    } else {
      for (const place of this.#touched) {
        this.#scores[place] = 0;
        this.#covered[place] = 0;
      }
    }
    this.#touched = [];
  }

  add(query: Query, view: IndexView): void {
    for (const word of query.words) {
      if (word.alternatives.length === 1) this.#addOne(word, view);
      else if (word.alternatives.length > 1) this.#addBest(word, view);
    }
  }

  #addOne({ alternatives: [alternative] }: QueryWord, view: IndexView): void {
    if (alternative === undefined) return;
    const { weight, term } = alternative;
    const { places, impacts } = term;
    for (let index = 0; index < places.length; index++) {
      // Below the length there is always one.
      const place = places[index] as number;
      if (view.has(place)) this.#put(place, weight * (impacts[index] as number), weight);
    }
  }

  #addBest({ alternatives }: QueryWord, view: IndexView): void {
    for (const { weight, term } of alternatives) {
      const { places, impacts } = term;
      for (let index = 0; index < places.length; index++) {
        const place = places[index] as number;
        if (!view.has(place)) continue;
        const score = weight * (impacts[index] as number);
        const known = this.#best[place] as number;
        if (known === 0) this.#ofWord.push(place);
        if (score > known) this.#best[place] = score;
      }
    }
    const most = Math.max(...alternatives.map(({ weight }) => weight));
    for (const place of this.#ofWord) {
      this.#put(place, this.#best[place] as number, most);
      this.#best[place] = 0;
    }
    this.#ofWord.length = 0;
  }

  #put(place: number, score: number, weight: number): void {
    const before = this.#scores[place] as number;
    if (before === 0) this.#touched.push(place);
    this.#scores[place] = before + score;
    this.#covered[place] = (this.#covered[place] as number) + weight;
  }
}
