import { ToolcribError } from '../../index.ts';
import { databaseCorrupt, type FailureReason, storeFailed } from '../store-error.ts';

/** What a file in WAL mode says that is opened on a full disk. */
const IOERR_SHMSIZE = 4874;
/** What a file says that ends in the middle of a page. */
const IOERR_SHORT_READ = 522;

/** By the primary result codes of SQLite, as both drivers tell them: a number, or its name. */
const reasons: Readonly<Record<string, FailureReason | 'corrupt'>> = {
  5: 'busy',
  SQLITE_BUSY: 'busy',
  6: 'busy',
  SQLITE_LOCKED: 'busy',
  8: 'read-only',
  SQLITE_READONLY: 'read-only',
  11: 'corrupt',
  SQLITE_CORRUPT: 'corrupt',
  13: 'full',
  SQLITE_FULL: 'full',
  14: 'unreachable',
  SQLITE_CANTOPEN: 'unreachable',
  26: 'corrupt',
  SQLITE_NOTADB: 'corrupt',
};

/** What a driver threw, as an error of ours. */
export function toStoreError(error: unknown): ToolcribError {
  if (error instanceof ToolcribError) return error;
  const reason = reasonOf(error);
  return reason === 'corrupt' ? databaseCorrupt(error) : storeFailed(reason, { cause: error });
}

function reasonOf(error: unknown): FailureReason | 'corrupt' {
  if (typeof error !== 'object' || error === null) return 'failed';
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
  // The upper bits and the third word, as in SQLITE_BUSY_SNAPSHOT, mostly tell more than is needed.
  if (errcode === IOERR_SHMSIZE || code === 'SQLITE_IOERR_SHMSIZE') return 'full';
  if (errcode === IOERR_SHORT_READ || code === 'SQLITE_IOERR_SHORT_READ') return 'corrupt';
  if (typeof errcode === 'number') return reasons[errcode & 0xff] ?? 'failed';
  const [primary] = /^SQLITE_[A-Z]+/.exec(String(code)) ?? [];
  if (primary !== undefined) return reasons[primary] ?? 'failed';
  // A database that its user has closed, and statements of it: the one driver has a code for that, the other a message.
  return code === 'ERR_INVALID_STATE' || /\bnot open\b/.test(String(message)) ? 'unreachable' : 'failed';
}
