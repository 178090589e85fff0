import { type ErrorCode, type ErrorContext, ToolcribError } from '../index.ts';

/** Why a database did not do what it was asked to, as `context.reason`. */
export type FailureReason =
  | 'busy'
  | 'full'
  | 'read-only'
  | 'refused'
  | 'forbidden'
  | 'unreachable'
  | 'failed';

/** What is known of a failure. */
export interface FailureFacts {
  /** What the driver threw, which may tell values: it goes nowhere but into `cause`. */
  readonly cause: unknown;
  /** That the change was about to take effect when the connection was lost. */
  readonly isOutcomeUnknown?: boolean;
}

const messages: Readonly<Record<FailureReason, string>> = {
  busy: 'The database was kept busy by others for too long. Try again.',
  full: 'The disk of the database is full. Free some space, then try again.',
  'read-only': 'The database is read-only. Make it writable, then try again.',
  refused: 'The database server refused the connection. Correct the database, the user or the password.',
  forbidden: 'The user of the database lacks a right. Grant it, then try again.',
  unreachable: 'The database cannot be reached. Try again when it can.',
  failed: 'The database refused a statement.',
};

/** Reasons for which somebody has something else to do than to wait have codes of their own. */
const codes: Readonly<Partial<Record<FailureReason, ErrorCode>>> = {
  full: 'E_STORE_FULL',
  'read-only': 'E_STORE_READ_ONLY',
  refused: 'E_STORE_REFUSED',
  forbidden: 'E_STORE_REFUSED',
};

/** That a database could not be asked, or refused. */
export function storeFailed(reason: FailureReason, facts: FailureFacts): ToolcribError {
  const { cause, isOutcomeUnknown = false } = facts;
  const message = isOutcomeUnknown
    ? 'The connection to the database was lost while a change took effect. Look whether it did before you repeat it.'
    : messages[reason];
  const context: ErrorContext = isOutcomeUnknown ? { reason, isOutcomeUnknown } : { reason };
  const code = isOutcomeUnknown ? undefined : codes[reason];
  return new ToolcribError(code ?? 'E_STORE_FAILED', message, { cause, context });
}

/** That a database as a whole cannot be read, by what its driver threw. */
export function databaseCorrupt(cause: unknown): ToolcribError {
  const message = 'The database is damaged. Restore it from a backup, or a snapshot into a new one.';
  return new ToolcribError('E_STORE_CORRUPT', message, { cause });
}
