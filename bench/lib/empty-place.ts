import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogPlace } from './catalog-place.ts';
import { createPostgresSchema } from './postgres-schema.ts';

/** A place for catalogues where there is nothing yet. */
export interface EmptyPlace {
  readonly place: CatalogPlace;
  remove(): Promise<void>;
}

/** A file of its own, or a schema of its own on a server of PostgreSQL. */
export async function createEmptyPlace(serverUrl?: string): Promise<EmptyPlace> {
  if (serverUrl !== undefined) {
    const { url, drop } = await createPostgresSchema(serverUrl);
    return { place: { kind: 'PostgreSQL', url }, remove: drop };
  }
  const folder = await mkdtemp(join(tmpdir(), 'toolcrib-bench-'));
  return {
    place: { kind: 'SQLite', path: join(folder, 'tools.sqlite') },
    remove: () => rm(folder, { recursive: true }),
  };
}
