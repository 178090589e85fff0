import type { Query } from './query.ts';
import type { RankingWeights } from './weights.ts';

/** Which words of the index a query is about. The arrays are used again for every search. */
export class WordMarks {
  readonly #ranking: RankingWeights;
  #weights = new Float64Array(0);
  #marked: number[] = [];

  constructor(ranking: RankingWeights) {
    this.#ranking = ranking;
  }

  /** By the id of a word, from 0 to 1: how much the query is about it. */
  get weights(): Float64Array {
    return this.#weights;
  }

  /** Makes room for so many words. */
  reserve(capacity: number): void {
    if (this.#weights.length >= capacity) return;
    const size = Math.max(capacity, 2 * this.#weights.length);
    this.#weights = new Float64Array(size);
    this.#marked = [];
  }

  begin({ words }: Query): void {
    for (const id of this.#marked) this.#weights[id] = 0;
    this.#marked = [];
    for (const { importance, alternatives } of words) {
      for (const { term, kind } of alternatives) {
        if ((this.#weights[term.id] as number) > 0) continue;
        this.#weights[term.id] = importance * (kind === 'word' ? 1 : this.#ranking.alternatives[kind]);
        this.#marked.push(term.id);
      }
    }
  }
}
