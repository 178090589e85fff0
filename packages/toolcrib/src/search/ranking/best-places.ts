/** What places are compared by. */
export interface Ranked {
  /** The places to choose from. */
  readonly places: readonly number[];
  readonly scores: Float64Array;
  /** Whether the first of two places with the same score comes first. */
  readonly isBefore: (left: number, right: number) => boolean;
}

/** The places of the highest scores, the highest first. */
export function bestPlaces({ places, scores, isBefore }: Ranked, limit: number): number[] {
  const best: number[] = [];
  let lowest = Number.NEGATIVE_INFINITY;
  for (const place of places) {
    const score = scores[place] as number;
    if (best.length === limit) {
      const last = best[limit - 1] as number;
      if (score < lowest || (score === lowest && isBefore(last, place))) continue;
      best.pop();
    }
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = best[middle] as number;
      const otherScore = scores[other] as number;
      if (otherScore > score || (otherScore === score && isBefore(other, place))) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, place);
    lowest = scores[best[best.length - 1] as number] as number;
  }
  return best;
}
