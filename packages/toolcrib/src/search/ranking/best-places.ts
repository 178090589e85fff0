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
  for (const place of places) {
    const score = scores[place] as number;
    if (best.length < limit) best.push(place);
    else {
      const last = best[limit - 1] as number;
      const lowest = scores[last] as number;
      if (score < lowest || (score === lowest && isBefore(last, place))) continue;
    }
    // The last one is the new one, or goes.
    let low = 0;
    let high = best.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = best[middle] as number;
      const otherScore = scores[other] as number;
      if (otherScore > score || (otherScore === score && isBefore(other, place))) low = middle + 1;
      else high = middle;
    }
    for (let index = best.length - 1; index > low; index--) best[index] = best[index - 1] as number;
    best[low] = place;
  }
  return best;
}
