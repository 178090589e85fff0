/** Things in the order of how good they are, and how much this order counts. */
export interface RankedList {
  readonly ids: readonly string[];
  /** @default 1 */
  readonly weight?: number | undefined;
}

/** Something with what it is worth in several lists. */
export interface FusedRank {
  readonly id: string;
  /** From 0 to 1, where 1 is the first in every list. */
  readonly score: number;
}

/**
 * One order of several, by reciprocal rank fusion: each list gives to what is on it its weight divided by `k` plus the place,
 * which begins at 1. The larger `k` is, the less the first places count for. Of the same score, the smaller id comes first.
 */
export function fuseRanks(lists: readonly RankedList[], k: number): readonly FusedRank[] {
  const scores = new Map<string, number>();
  let most = 0;
  for (const { ids, weight = 1 } of lists) {
    most += weight / (k + 1);
    for (const [place, id] of ids.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (k + place + 1));
    }
  }
  const fused = Array.from(scores, ([id, score]) => ({
    id,
    score: Math.round((score / most) * PRECISION) / PRECISION,
  }));
  return fused.sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1));
}

/** What is beyond is noise: two that differ there are the same. */
const PRECISION = 1e9;
