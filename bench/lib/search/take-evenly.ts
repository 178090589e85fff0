/** At most so many values, at even distances, so that every part of the list is in it. */
export function takeEvenly<Value>(values: readonly Value[], atMost: number): Value[] {
  const count = Math.min(atMost, values.length);
  const takenBefore = (index: number) => Math.floor((index * count) / values.length);
  return values.filter((_, index) => takenBefore(index + 1) > takenBefore(index));
}
