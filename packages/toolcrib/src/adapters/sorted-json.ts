/** A value as JSON in which the order of keys says nothing; undefined for what JSON cannot say. */
export function sortedJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    );
  } catch {
    return undefined;
  }
}
