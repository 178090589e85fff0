/**
 * A source of ids that are the same in every run: `id-000001`, `id-000002` and so on. The first 999,999 of
 * them sort in the order in which they were made.
 */
export function createFakeIds(prefix = 'id'): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${String(count).padStart(6, '0')}`;
  };
}
