import type { Pair } from './pair-graph.ts';

/**
 * How many symbols two runs can read at most until they meet, for the pairs that can meet. Pairs without a
 * limit, from which a circle leads back to themselves or to such a pair, are absent.
 */
export function findDelays(meeting: ReadonlySet<Pair>): Map<Pair, number> {
  // A pair is settled once all that follow from it are, which never happens on a circle.
  const unsettled = new Map<Pair, number>();
  for (const pair of meeting) {
    for (const previous of pair.previous) unsettled.set(previous, (unsettled.get(previous) ?? 0) + 1);
  }
  const delays = new Map<Pair, number>();
  const longest = new Map<Pair, number>();
  const settled = [...meeting].filter((pair) => !unsettled.has(pair));
  for (const pair of settled) {
    const delay = longest.get(pair) ?? 0;
    delays.set(pair, delay);
    for (const previous of pair.previous) {
      const isReading = previous.left.symbols !== undefined && previous.right.symbols !== undefined;
      longest.set(previous, Math.max(longest.get(previous) ?? 0, delay + (isReading ? 1 : 0)));
      const count = (unsettled.get(previous) ?? 0) - 1;
      unsettled.set(previous, count);
      if (count === 0) settled.push(previous);
    }
  }
  return delays;
}
