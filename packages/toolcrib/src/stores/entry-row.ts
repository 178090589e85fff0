import { ToolcribError } from '../index.ts';
import { type EntrySummary, isEnded, type LedgerEntry } from '../runtime/index.ts';
import { toColumn } from './column-text.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { SqlRow, SqlValue } from './sql-session.ts';

/** The values of an entry in the order of the columns: what is searched for, and the whole as text. */
export function toRow(entry: LedgerEntry): readonly SqlValue[] {
  const { invocationId, revision, state, tenant, callerId, idempotencyKey, owner, outcome } = entry;
  return [
    revision,
    state,
    toColumn(tenant),
    toColumn(callerId),
    idempotencyKey === null ? null : toColumn(idempotencyKey),
    toColumn(owner),
    isEnded(state) && outcome !== null ? outcome.endedAt : null,
    JSON.stringify(entry),
    invocationId,
  ];
}

/**
 * The frozen entry of a row with `invocation_id` and `entry`.
 *
 * @throws ToolcribError `E_LEDGER_FAILED` that names the invocation when the row does not hold its entry.
 */
export function readRow(row: SqlRow): LedgerEntry {
  const invocationId = String(row.invocation_id);
  let entry: unknown;
  try {
    entry = JSON.parse(String(row.entry));
  } catch (cause) {
    throw unreadable(invocationId, { cause });
  }
  if (isEntryOf(entry, invocationId)) return freezeDeeply(withOrigin(entry));
  throw unreadable(invocationId);
}

/** Columns of which no database reads the text of an entry: its length is written in front of it. */
export const summaryColumns = 'invocation_id, revision, state, octet_length(entry) as bytes';

/** The summary of a row with {@link summaryColumns}. */
export function readSummary({ invocation_id, revision, state, bytes }: SqlRow): EntrySummary {
  return Object.freeze({
    invocationId: String(invocation_id),
    revision: Number(revision),
    // Only the ledger writes rows.
    state: String(state) as EntrySummary['state'],
    bytes: Number(bytes),
  });
}

function unreadable(invocationId: string, options: { readonly cause?: unknown } = {}): ToolcribError {
  return new ToolcribError(
    'E_LEDGER_FAILED',
    `The stored entry of call "${invocationId}" cannot be read. Something other than the ledger has changed it; restore or delete its row.`,
    { ...options, context: { invocationId } },
  );
}

/** Only the ledger writes rows, so what carries the right id is taken for the whole. */
function isEntryOf(value: unknown, invocationId: string): value is LedgerEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'invocationId' in value &&
    value.invocationId === invocationId
  );
}

/** Entries of earlier versions do not say where their call came from. */
function withOrigin(entry: LedgerEntry): LedgerEntry {
  const { origin } = entry as Partial<LedgerEntry>;
  return origin === undefined ? { ...entry, origin: null } : entry;
}
