import {
  type CatalogEvent,
  openCatalog,
  type ToolCatalog,
} from '../../packages/toolcrib/src/catalog/index.ts';
import {
  type OpenSqliteDatabase,
  openSqlite,
  sqliteStore,
} from '../../packages/toolcrib/src/stores/sqlite/index.ts';

/** A catalogue in a SQLite file. */
export interface FileCatalog {
  readonly path: string;
  readonly database: OpenSqliteDatabase;
  readonly catalog: ToolCatalog;
  /** What a subscriber was told from the beginning. */
  readonly seen: readonly CatalogEvent[];
  close(): void;
}

/** Opens a catalogue on a connection to a file, by default one as the library opens it. */
export async function openFileCatalog(path: string, database = openSqlite(path)): Promise<FileCatalog> {
  const catalog = await openCatalog(sqliteStore(database));
  const seen: CatalogEvent[] = [];
  catalog.subscribe((event) => seen.push(event), { after: 0 });
  const close = (): void => {
    catalog.close();
    database.close();
  };
  return { path, database, catalog, seen, close };
}
