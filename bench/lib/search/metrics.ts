/** What is right for a query. */
export interface JudgedQuery {
  /** Ids of tools. */
  readonly gold: readonly string[];
  /** Interchangeable tools: any one of a group will do, and the others add nothing. */
  readonly groups?: readonly (readonly string[])[];
}

/** How good a ranking is, from 0 to 1. */
export interface Quality {
  readonly ndcg10: number;
  readonly recall1: number;
  readonly recall5: number;
  readonly recall10: number;
}

/**
 * Judges a ranking. What is wanted are items: each group is one, and so is each gold tool that is in no group. An item is
 * found where the first of its tools stands. Later ones of the same item gain nothing, and still take their places, as
 * they do in front of whoever asked.
 */
export function judgeRanking(ranking: readonly string[], query: JudgedQuery): Quality {
  const items = toItems(query);
  const ranks = findRanks(ranking, items);
  const recallAt = (limit: number) => ranks.filter((rank) => rank < limit).length / items.length;
  return {
    ndcg10: gainOf(ranks) / gainOf(items.keys()),
    recall1: recallAt(1),
    recall5: recallAt(5),
    recall10: recallAt(10),
  };
}

/** The mean of each measure. */
export function meanQuality(qualities: readonly Quality[]): Quality {
  const mean = (measure: keyof Quality) =>
    qualities.reduce((sum, quality) => sum + quality[measure], 0) / qualities.length;
  return {
    ndcg10: mean('ndcg10'),
    recall1: mean('recall1'),
    recall5: mean('recall5'),
    recall10: mean('recall10'),
  };
}

/** The items that a query asks for, each as the ids of which one is enough. */
function toItems({ gold, groups = [] }: JudgedQuery): ReadonlySet<string>[] {
  const grouped = new Set(groups.flat());
  const single = new Set(gold.filter((id) => !grouped.has(id)));
  return [...groups.map((group) => new Set(group)), ...[...single].map((id) => new Set([id]))];
}

/** The places of the items that were found, counted from 0. */
function findRanks(ranking: readonly string[], items: readonly ReadonlySet<string>[]): number[] {
  const ranks = items.map((item) => ranking.findIndex((id) => item.has(id)));
  return ranks.filter((rank) => rank >= 0);
}

/** Discounted gain of the first ten places, where every item is worth the same. */
function gainOf(ranks: Iterable<number>): number {
  let gain = 0;
  for (const rank of ranks) if (rank < 10) gain += 1 / Math.log2(rank + 2);
  return gain;
}
