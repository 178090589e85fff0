/**
 * How many letters have to be inserted, deleted, replaced or swapped with their neighbour to make one text the other;
 * more than the limit is `limit + 1`.
 */
export function countEdits(left: string, right: string, limit: number): number {
  const tooMany = limit + 1;
  if (Math.abs(left.length - right.length) > limit) return tooMany;
  const start = commonStart(left, right);
  const rows = left.length - start;
  const width = right.length - start + 1;
  let beforeLast: number[] = [];
  let last: number[] = [];
  for (let column = 0; column < width; column++) last.push(column);
  for (let row = 1; row <= rows; row++) {
    const current = [row];
    const letter = left[start + row - 1];
    let best = row;
    for (let column = 1; column < width; column++) {
      const other = right[start + column - 1];
      let edits = Math.min((last[column] as number) + 1, (current[column - 1] as number) + 1);
      edits = Math.min(edits, (last[column - 1] as number) + (letter === other ? 0 : 1));
      const isSwap =
        row > 1 && column > 1 && letter === right[start + column - 2] && left[start + row - 2] === other;
      if (isSwap) edits = Math.min(edits, (beforeLast[column - 2] as number) + 1);
      current.push(edits);
      if (edits < best) best = edits;
    }
    if (best > limit) return tooMany;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[width - 1] as number, tooMany);
}

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}
