/** A line of a comparison: in both texts, only in the old, or only in the new one. */
export type DiffLine = { readonly mark: ' ' | '-' | '+'; readonly text: string };

/** Above so many changes a comparison is given up, because its cost grows with the square of them. */
const MAX_CHANGES = 1_000;

/** The shortest way from one list of lines to another; if they differ too much, everything that differs is replaced. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const start = countEqual(before, after, (lines, index) => lines[index]);
  const left = before.slice(start);
  const right = after.slice(start);
  const end = countEqual(left, right, (lines, index) => lines[lines.length - 1 - index]);
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ mark: ' ', text }));
  return [
    ...same(before.slice(0, start)),
    ...diffMiddle(left.slice(0, left.length - end), right.slice(0, right.length - end)),
    ...same(left.slice(left.length - end)),
  ];
}

function countEqual(
  left: readonly string[],
  right: readonly string[],
  at: (lines: readonly string[], index: number) => string | undefined,
): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && at(left, count) === at(right, count)) count++;
  return count;
}

function diffMiddle(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const rounds = findShortestWay(before, after);
  if (rounds !== undefined) return walkBack(before, after, rounds);
  return [
    ...before.map((text): DiffLine => ({ mark: '-', text })),
    ...after.map((text): DiffLine => ({ mark: '+', text })),
  ];
}

/**
 * The greedy algorithm of Myers. For each number of changes, how far one gets in the old text on each diagonal (old minus
 * new index); diagonal `k` of round `d` is at `k + d`.
 */
function findShortestWay(
  before: readonly string[],
  after: readonly string[],
): readonly Int32Array[] | undefined {
  const rounds: Int32Array[] = [];
  const most = Math.min(before.length + after.length, MAX_CHANGES);
  for (let changes = 0; changes <= most; changes++) {
    const reached = new Int32Array(2 * changes + 1);
    const previous = rounds[changes - 1];
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = previous === undefined ? 0 : step(previous, changes - 1, diagonal).x;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      reached[diagonal + changes] = x;
      if (x >= before.length && x - diagonal >= after.length) return [...rounds, reached];
    }
    rounds.push(reached);
  }
  return undefined;
}

/** How a diagonal is entered from the round before: by a line of the new text, or one of the old text left out. */
function step(
  previous: Int32Array,
  changes: number,
  diagonal: number,
): { readonly x: number; readonly isInsertion: boolean } {
  const below = Math.abs(diagonal + 1) <= changes ? (previous[diagonal + 1 + changes] ?? 0) : -1;
  const above = Math.abs(diagonal - 1) <= changes ? (previous[diagonal - 1 + changes] ?? 0) : -1;
  return below > above ? { x: below, isInsertion: true } : { x: above + 1, isInsertion: false };
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  rounds: readonly Int32Array[],
): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let changes = rounds.length - 1; changes >= 0; changes--) {
    const previous = rounds[changes - 1];
    const entry = previous === undefined ? undefined : step(previous, changes - 1, x - y);
    const startX = entry?.x ?? 0;
    while (x > startX) {
      x--;
      y--;
      lines.push({ mark: ' ', text: before[x] ?? '' });
    }
    if (entry === undefined) break;
    if (entry.isInsertion) lines.push({ mark: '+', text: after[--y] ?? '' });
    else lines.push({ mark: '-', text: before[--x] ?? '' });
  }
  return lines.reverse();
}
