import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../postgres/test-database.ts';
import { SHARED_ENDING } from './open-store.ts';

/** The durable stores, by the names that tests show. */
export type StoreKind = 'SQLite' | 'SQLite with shared commits' | 'PostgreSQL';

/** Where processes of a test keep what outlives them. */
export interface CrashPlace {
  readonly folder: string;
  /** A ledger of its own for each name, which has letters, digits and underscores: what `openStore` takes. */
  addStore(name: string): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a place with an empty folder and, for PostgreSQL, an empty database on a server. */
export async function createCrashPlace(kind: StoreKind, serverUrl: string | null): Promise<CrashPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'toolcrib-crash-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (kind !== 'PostgreSQL') {
    const ending = kind === 'SQLite' ? '.sqlite' : SHARED_ENDING;
    return { folder, addStore: async (name) => join(folder, `${name}${ending}`), remove: removeFolder };
  }
  const database = await createTestDatabase(serverUrl ?? '');
  return {
    folder,
    addStore: async (name) => {
      await database.pool.query(`create schema ${name}`);
      const separator = database.url.includes('?') ? '&' : '?';
      return `${database.url}${separator}options=${encodeURIComponent(`-c search_path=${name}`)}`;
    },
    remove: async () => {
      await database.drop();
      await removeFolder();
    },
  };
}
