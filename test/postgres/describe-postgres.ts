import { describe, inject } from 'vitest';
import { POSTGRES_HINT } from './start-postgres.ts';

/** A suite that needs PostgreSQL. Where there is none it is skipped, and its name says why. */
export function describePostgres(name: string, run: (serverUrl: string) => void): void {
  const serverUrl = inject('postgresUrl');
  if (serverUrl === null) describe.skip(`${name} (skipped: ${POSTGRES_HINT})`, () => run(''));
  else describe(name, () => run(serverUrl));
}
