import { Pool } from 'pg';
import { type CatalogStore, memoryStore } from 'toolcrib/catalog';
import { postgresStore } from 'toolcrib/stores/postgres';
import { type OpenSqliteDatabase, openSqlite, sqliteStore } from 'toolcrib/stores/sqlite';

/** Where a catalogue is kept, as one process can tell it another. */
export type CatalogPlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'SQLite'; readonly path: string }
  | { readonly kind: 'PostgreSQL'; readonly url: string };

/** Of the databases. */
export type DatabaseKind = Exclude<CatalogPlace['kind'], 'memory'>;

/** The store of a place, with the driver that it uses. */
export type OpenPlace = {
  readonly store: CatalogStore;
  /** After all its catalogues. */
  close(): Promise<void>;
} & (
  | { readonly kind: 'memory' }
  | { readonly kind: 'SQLite'; readonly database: OpenSqliteDatabase }
  | { readonly kind: 'PostgreSQL'; readonly pool: Pool }
);

/** Enough for eight writers, one that listens and one that announces. */
const MAX_CONNECTIONS = 12;

export async function openPlace(place: CatalogPlace): Promise<OpenPlace> {
  switch (place.kind) {
    case 'memory':
      return { kind: 'memory', store: memoryStore(), close: async () => undefined };
    case 'SQLite': {
      const database = openSqlite(place.path);
      const store = sqliteStore(database);
      return { kind: 'SQLite', store, database, close: async () => database.close() };
    }
    case 'PostgreSQL': {
      const pool = new Pool({ connectionString: place.url, max: MAX_CONNECTIONS });
      const store = await postgresStore(pool);
      return { kind: 'PostgreSQL', store, pool, close: () => pool.end() };
    }
  }
}
