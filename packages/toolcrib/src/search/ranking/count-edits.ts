/**
 * How many letters have to be inserted, deleted, replaced or swapped with their neighbour to make one text the other;
 * more than the limit is `limit + 1`.
 */
export function countEdits(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  const width = right.length + 1;
  let beforeLast = new Uint8Array(width);
  let last = Uint8Array.from({ length: width }, (_, index) => index);
  let current = new Uint8Array(width);
  for (let row = 1; row <= left.length; row++) {
    current[0] = row;
    let best = row;
    for (let column = 1; column < width; column++) {
      const isSame = left[row - 1] === right[column - 1];
      let edits = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isSwap) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      current[column] = edits;
      if (edits < best) best = edits;
    }
    if (best > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(at(last, width - 1), limit + 1);
}

function at(row: Uint8Array, column: number): number {
  return row[column] ?? 0;
}
