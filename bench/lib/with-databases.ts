import type { CatalogPlace, DatabaseKind } from './catalog-place.ts';
import { createEmptyPlace, type EmptyPlace } from './empty-place.ts';
import { NO_POSTGRES_NOTE, withPostgres } from './with-postgres.ts';

/** A database of this machine. */
export interface Database {
  readonly kind: DatabaseKind;
  /** Of PostgreSQL. */
  readonly serverUrl?: string;
  /** Gives a place with nothing in it. */
  create(): Promise<CatalogPlace>;
}

/** The databases of this machine, and what a reader has to know of them. */
export interface Databases {
  readonly all: readonly Database[];
  readonly notes: readonly string[];
}

/** Gives databases, and removes all that was created in them. */
export async function withDatabases<Value>(use: (databases: Databases) => Promise<Value>): Promise<Value> {
  return await withPostgres(async (serverUrl) => {
    const created: EmptyPlace[] = [];
    const createIn = async (url?: string) => {
      const place = await createEmptyPlace(url);
      created.push(place);
      return place.place;
    };
    const sqlite: Database = { kind: 'SQLite', create: () => createIn() };
    const postgres: Database[] =
      serverUrl === undefined ? [] : [{ kind: 'PostgreSQL', serverUrl, create: () => createIn(serverUrl) }];
    const notes = serverUrl === undefined ? [NO_POSTGRES_NOTE] : [];
    try {
      return await use({ all: [sqlite, ...postgres], notes });
    } finally {
      for (const { remove } of created) await remove();
    }
  });
}
