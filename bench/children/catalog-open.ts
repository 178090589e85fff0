import { Pool } from 'pg';
import { openCatalog } from 'toolcrib/catalog';
import { openSqlite } from 'toolcrib/stores/sqlite';
import { type CatalogPlace, openPlace } from '../lib/catalog-place.ts';
import { getCpuTime } from '../lib/cpu-time.ts';
import { readPostgresRows, readSqliteRows } from '../lib/raw-tables.ts';
import { getWallTime } from '../lib/wall-time.ts';

/** Who reads. */
export interface OpenInput {
  readonly side: 'raw' | 'ours';
  readonly place: CatalogPlace;
}

/** Nanoseconds, of the processor and by the clock. */
export interface OpenTimes {
  readonly cpu: number;
  readonly wall: number;
}

/** What it takes in a process that has only loaded its modules. */
export async function measure({ side, place }: OpenInput): Promise<OpenTimes> {
  const read = side === 'raw' ? readRows : readTools;
  const [cpu, wall] = [getCpuTime(), getWallTime()];
  const close = await read(place);
  const times = { cpu: getCpuTime() - cpu, wall: getWallTime() - wall };
  await close();
  return times;
}

type Close = () => unknown;

async function readTools(place: CatalogPlace): Promise<Close> {
  const { store, close } = await openPlace(place);
  const catalog = await openCatalog(store);
  return async () => {
    catalog.close();
    await close();
  };
}

/** Every row that describes a tool, as the driver gives it. */
async function readRows(place: CatalogPlace): Promise<Close> {
  switch (place.kind) {
    case 'memory':
      return () => undefined;
    case 'SQLite': {
      const database = openSqlite(place.path);
      readSqliteRows(database, 'default');
      return () => database.close();
    }
    case 'PostgreSQL': {
      const pool = new Pool({ connectionString: place.url });
      await readPostgresRows(pool, 'default');
      return () => pool.end();
    }
  }
}
