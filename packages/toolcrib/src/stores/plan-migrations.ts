import { ToolcribError } from '../index.ts';
import type { SqlRow } from './sql-session.ts';

/** The tables of one store, and how they came to be. */
export interface StoreSchema {
  /** Its row in the table `toolcrib_versions`; Toolcrib has `ledger`, `catalog` and `service`. */
  readonly part: string;
  /** One script for each version, the first one for version 1. A script that was released never changes. */
  readonly migrations: readonly string[];
}

/** Who has which version; every store of a database has its row there. */
export const createVersions =
  'create table if not exists toolcrib_versions (part text primary key, version integer not null)';

export const selectVersion = 'select version from toolcrib_versions where part = ?';

export const upsertVersion =
  'insert into toolcrib_versions (part, version) values (?, ?) on conflict (part) do update set version = excluded.version';

/** The version in the answer to {@link selectVersion}; 0 when there is none yet. */
export function readVersion(rows: readonly SqlRow[]): number {
  return Number(rows[0]?.version ?? 0);
}

/**
 * The scripts that lead from a stored version to the newest, in order.
 *
 * @throws ToolcribError `E_STORE_TOO_NEW` when the stored version is newer than any that is known.
 */
export function planMigrations({ part, migrations }: StoreSchema, storedVersion: number): readonly string[] {
  const knownVersion = migrations.length;
  if (storedVersion <= knownVersion) return migrations.slice(storedVersion);
  throw new ToolcribError(
    'E_STORE_TOO_NEW',
    `The tables of the ${part} have version ${storedVersion}, but this version of toolcrib knows them up to ${knownVersion} only. Update toolcrib.`,
    { context: { part, storedVersion, knownVersion } },
  );
}
