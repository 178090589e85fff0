export type { StoreSchema } from '../plan-migrations.ts';
export type { SqlRow, SqlSession, SqlValue, StoreSession } from '../sql-session.ts';
export {
  type PostgresArtifactStore,
  type PostgresArtifactStoreOptions,
  postgresArtifactStore,
} from './artifact-store.ts';
export { type PostgresStoreOptions, postgresStore } from './catalog.ts';
export { type PostgresLedgerOptions, postgresLedger } from './ledger.ts';
export type { PostgresAnswer, PostgresClient, PostgresPool } from './postgres-pool.ts';
export { postgresSession } from './shared-session.ts';
