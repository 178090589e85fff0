import type { TestProject } from 'vitest/node';
import { POSTGRES_HINT, startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where PostgreSQL is; null where there is none, and its tests are skipped. */
    readonly postgresUrl: string | null;
  }
}

/** Starts one PostgreSQL for all test files, and ends it after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server?.url ?? null);
  if (server === undefined) process.stderr.write(`notice: ${POSTGRES_HINT}\n`);
  return async () => await server?.stop();
}
