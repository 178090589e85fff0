import { type ErrorContext, ToolcribError } from '../index.ts';

/** Why a database did not do what it was asked to, as `context.reason` of an `E_STORE_FAILED`. */
export type FailureReason = 'busy' | 'full' | 'read-only' | 'unreachable' | 'failed';

/** What is known of a failure. */
export interface FailureFacts {
  /** What the driver threw, which may tell values: it goes nowhere but into `cause`. */
  readonly cause: unknown;
  /** That the change was about to take effect when the connection was lost. */
  readonly isOutcomeUnknown?: boolean;
}

const messages: Readonly<Record<FailureReason, string>> = {
  busy: 'The database was kept busy by others for too long. Try again.',
  full: 'The database has no room left. Make room for it, then try again.',
  'read-only': 'The database cannot be written to: it is read-only.',
  unreachable: 'The database cannot be reached. Try again when it can.',
  failed: 'The database refused a statement; the cause of this error says why.',
};

/** That a database could not be asked, or refused. */
export function storeFailed(reason: FailureReason, facts: FailureFacts): ToolcribError {
  const { cause, isOutcomeUnknown = false } = facts;
  const message = isOutcomeUnknown
    ? 'The connection to the database was lost while a change took effect. Look whether it did before you repeat it.'
    : messages[reason];
  const context: ErrorContext = isOutcomeUnknown ? { reason, isOutcomeUnknown } : { reason };
  return new ToolcribError('E_STORE_FAILED', message, { cause, context });
}

/** That a database as a whole cannot be read, by what its driver threw. */
export function databaseCorrupt(cause: unknown): ToolcribError {
  const message = 'The database is damaged. Restore it from a backup, or a snapshot into a new one.';
  return new ToolcribError('E_STORE_CORRUPT', message, { cause });
}
