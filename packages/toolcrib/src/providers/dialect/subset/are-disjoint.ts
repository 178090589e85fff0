/** Whether two sets have nothing in common. */
export function areDisjoint<Value>(first: ReadonlySet<Value>, second: ReadonlySet<Value>): boolean {
  const [small, large] = first.size <= second.size ? [first, second] : [second, first];
  for (const value of small) if (large.has(value)) return false;
  return true;
}
