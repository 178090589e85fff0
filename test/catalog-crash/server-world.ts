import {
  type CatalogEvent,
  openCatalog,
  type ToolCatalog,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { type PostgresPool, postgresStore } from '../../packages/toolcrib/src/stores/postgres/index.ts';
import { openPool } from '../postgres/open-pool.ts';
import { NEVER_MS } from './open-catalog-store.ts';

/** A catalogue in a PostgreSQL database, with connections of its own. */
export interface ServerCatalog {
  readonly catalog: ToolCatalog;
  /** What a subscriber was told from the beginning. */
  readonly seen: readonly CatalogEvent[];
  close(): Promise<void>;
}

/** Opens a catalogue on a pool, which may be wrapped before the store gets it. */
export async function openServerCatalog(
  connectionString: string,
  wrap: (pool: PostgresPool) => PostgresPool = (pool) => pool,
): Promise<ServerCatalog> {
  const pool = openPool({ connectionString, max: 4 });
  try {
    const catalog = await openCatalog(await postgresStore(wrap(pool), { pollMs: NEVER_MS }));
    const seen: CatalogEvent[] = [];
    catalog.subscribe((event) => seen.push(event), { after: 0 });
    const close = async (): Promise<void> => {
      catalog.close();
      await pool.end();
    };
    return { catalog, seen, close };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
