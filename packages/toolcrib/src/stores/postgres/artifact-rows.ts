import { ToolcribError } from '../../index.ts';
import { toStoreError } from './failures.ts';
import type { PostgresAnswer, PostgresPool } from './postgres-pool.ts';

/** What a statement is given. */
export type ArtifactValue = string | number | Uint8Array;

/** Runs a statement on the tables of artifacts. @throws ToolcribError as a session does. */
export async function askRows(
  pool: PostgresPool,
  statement: string,
  values: readonly ArtifactValue[],
): Promise<PostgresAnswer> {
  try {
    return await pool.query(statement, [...values]);
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Whether a statement was refused because another row has the same unique value. */
export function isTaken(error: unknown): boolean {
  const cause = error instanceof ToolcribError ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '23505';
}
