/** The shortest of the times that are set, in milliseconds; undefined if none is. */
export function shortestTimeout(...timeouts: readonly (number | undefined)[]): number | undefined {
  const known = timeouts.filter((timeout) => timeout !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
