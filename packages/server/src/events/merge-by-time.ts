/** One of the two pages that are merged. */
export interface TimedPage<Item> {
  /** In order. */
  readonly items: readonly Item[];
  /** Whether there may be more behind them. */
  readonly isFull: boolean;
}

/**
 * The items of both pages: each in the order of its page, and by time between them, the left ones first if it is the same.
 * It stops where a page has more that was not read, since that may be earlier than the rest of the other; never before the
 * first item.
 */
export function* mergeByTime<Left extends { readonly at: string }, Right extends { readonly at: string }>(
  left: TimedPage<Left>,
  right: TimedPage<Right>,
): Generator<{ readonly left: Left } | { readonly right: Right }> {
  let [leftIndex, rightIndex] = [0, 0];
  for (;;) {
    const [nextLeft, nextRight] = [left.items[leftIndex], right.items[rightIndex]];
    if (nextLeft === undefined && (nextRight === undefined || isCutAt(left, leftIndex))) return;
    if (nextRight === undefined && isCutAt(right, rightIndex)) return;
    if (nextLeft !== undefined && (nextRight === undefined || nextLeft.at <= nextRight.at)) {
      leftIndex += 1;
      yield { left: nextLeft };
    } else if (nextRight !== undefined) {
      rightIndex += 1;
      yield { right: nextRight };
    }
  }
}

function isCutAt({ items, isFull }: TimedPage<unknown>, index: number): boolean {
  return isFull && index === items.length;
}
