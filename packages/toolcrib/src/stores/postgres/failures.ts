import { ToolcribError } from '../../index.ts';
import { databaseCorrupt, type FailureFacts, type FailureReason, storeFailed } from '../store-error.ts';

/** By the codes of PostgreSQL; 08 and others stand for all codes that begin with them. */
const reasons: Readonly<Record<string, FailureReason | 'corrupt'>> = {
  '08': 'unreachable',
  25006: 'read-only',
  '25P03': 'unreachable',
  '25P04': 'busy',
  28: 'refused',
  '3D000': 'refused',
  40001: 'busy',
  '40P01': 'busy',
  42501: 'forbidden',
  53100: 'full',
  53300: 'unreachable',
  '55P03': 'busy',
  57014: 'busy',
  '57P': 'unreachable',
  XX001: 'corrupt',
  XX002: 'corrupt',
};

/** What a pool or a connection rejected with, as an error of ours. */
export function toStoreError(error: unknown, facts: Omit<FailureFacts, 'cause'> = {}): ToolcribError {
  if (error instanceof ToolcribError) return error;
  const reason = reasonOf(error);
  return reason === 'corrupt' ? databaseCorrupt(error) : storeFailed(reason, { ...facts, cause: error });
}

/** Whether the connection is of no use any more: the server has said so, or nothing at all. */
export function isConnectionLost(error: unknown): boolean {
  return reasonOf(error) === 'unreachable';
}

function reasonOf(error: unknown): FailureReason | 'corrupt' {
  const code = stateOf(error);
  if (isForAnotherTenant(error)) return 'failed';
  // The server answers with a code; what has none comes from the way to it, or from a pool that has ended.
  if (code === undefined) return 'unreachable';
  return reasons[code] ?? reasons[code.slice(0, 3)] ?? reasons[code.slice(0, 2)] ?? 'failed';
}

/**
 * Whether a policy of a table has refused a row of another tenant. It has the code of a right that is missing, but no right
 * must be granted for it. The function that checks rows tells them apart; messages are in the language of the server.
 */
function isForAnotherTenant(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'routine' in error &&
    error.routine === 'ExecWithCheckOptions'
  );
}

/** The SQLSTATE. Codes of the operating system, such as EPIPE, have no digit. */
function stateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const code = String(error.code);
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
