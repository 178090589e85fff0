/** The highest scores so far. */
export class BestScores {
  readonly #scores: Float64Array;
  #count = 0;

  constructor(limit: number) {
    this.#scores = new Float64Array(limit);
  }

  /** What a score must reach to be one of them. */
  get floor(): number {
    return this.#count < this.#scores.length ? Number.NEGATIVE_INFINITY : (this.#scores[0] as number);
  }

  /** In rising order, so that the lowest goes first. */
  add(score: number): void {
    const scores = this.#scores;
    if (this.#count < scores.length) {
      scores[this.#count++] = score;
      if (this.#count === scores.length) scores.sort();
      return;
    }
    if (score <= (scores[0] as number)) return;
    let index = 1;
    for (; index < scores.length && (scores[index] as number) < score; index++) {
      scores[index - 1] = scores[index] as number;
    }
    scores[index - 1] = score;
  }
}
