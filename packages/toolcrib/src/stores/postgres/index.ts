export { type PostgresStoreOptions, postgresStore } from './catalog.ts';
export { postgresLedger } from './ledger.ts';
export type { PostgresAnswer, PostgresClient, PostgresPool } from './postgres-pool.ts';
