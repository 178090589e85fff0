/** Two lists that are sorted by name in code-unit order: as something was, and as it is. */
export interface SortedLists<Item> {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

/**
 * Tells of every name that has not the very same item in both lists, with what it has in each. Next to nothing is done for
 * what is the same before the first change and after the last.
 */
export function mergeByName<Item>(
  { before, after }: SortedLists<Item>,
  nameOf: (item: Item) => string,
  tell: (before: Item | undefined, after: Item | undefined) => void,
): void {
  const start = countSame({ before, after });
  const end = countSameAtEnd({ before, after }, start);
  let [left, right] = [start, start];
  while (left < before.length - end || right < after.length - end) {
    const old = left < before.length - end ? before[left] : undefined;
    const current = right < after.length - end ? after[right] : undefined;
    const order = compareNames(old && nameOf(old), current && nameOf(current));
    if (order <= 0) left++;
    if (order >= 0) right++;
    if (old !== current) tell(order <= 0 ? old : undefined, order >= 0 ? current : undefined);
  }
}

function countSame<Item>({ before, after }: SortedLists<Item>): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) count++;
  return count;
}

function countSameAtEnd<Item>({ before, after }: SortedLists<Item>, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count++;
  return count;
}

/** Behind the end of a list comes nothing any more. */
function compareNames(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  return right === undefined || left < right ? -1 : 1;
}
