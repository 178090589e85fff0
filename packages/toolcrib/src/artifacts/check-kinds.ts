import type { ArtifactKind } from './artifact-kind.ts';

/** Whether a value is a kind, as far as that can be seen. */
export function isArtifactKind(value: unknown): value is ArtifactKind {
  const { queries, accepts } = Object(value) as Partial<ArtifactKind>;
  return typeof value === 'function' && Array.isArray(queries) && typeof accepts === 'function';
}

/** The name that two different queries of some kinds share; undefined if there is none. */
export function findSharedName(kinds: readonly ArtifactKind[]): string | undefined {
  const byName = new Map<string, unknown>();
  for (const query of kinds.flatMap(({ queries }) => queries)) {
    const known = byName.get(query.name);
    if (known !== undefined && known !== query) return query.name;
    byName.set(query.name, query);
  }
  return undefined;
}
