import { ToolcribError } from '../index.ts';
import { type EntrySummary, isEnded, type LedgerEntry } from '../runtime/index.ts';
import { toColumn } from './column-text.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import type { SqlRow, SqlValue } from './sql-session.ts';

/** The columns of an entry that never change: whose call it is, and of which tool. */
export const fixedColumns = 'invocation_id, tenant, caller_id, tool_name';

/** The values of {@link fixedColumns}. */
export function toFixedValues({
  invocationId,
  tenant,
  callerId,
  toolName,
}: LedgerEntry): readonly SqlValue[] {
  return [invocationId, toColumn(tenant), toColumn(callerId), toColumn(toolName)];
}

/** The other columns of an entry: what is searched for, and the whole as text. */
export const changingColumns = [
  'revision',
  'state',
  'idempotency_key',
  'owner',
  'ended_at',
  'entry',
] as const;

/** The values of {@link changingColumns}. */
export function toChangingValues(entry: LedgerEntry): readonly SqlValue[] {
  const { revision, state, idempotencyKey, owner, outcome } = entry;
  return [
    revision,
    state,
    idempotencyKey === null ? null : toColumn(idempotencyKey),
    toColumn(owner),
    isEnded(state) && outcome !== null ? outcome.endedAt : null,
    JSON.stringify(entry),
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
