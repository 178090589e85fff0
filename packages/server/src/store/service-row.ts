import { ToolcribError } from 'toolcrib';
import type { SqlRow } from 'toolcrib/stores/sqlite';
import type { AuditMark, KeyRecord, TenantRecord } from './service-store.ts';

/**
 * A text that is compared in the database. Escaped as in JSON, because databases refuse or confuse null characters and
 * lone surrogates, and a request may name anything.
 */
export function toColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The text that {@link toColumn} was given. */
export function fromColumn(column: string): string {
  return String(JSON.parse(`"${column}"`));
}

/** A number that fits into a column of whole numbers. */
export function toWhole(value: number): number {
  return Math.trunc(Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER));
}

/**
 * The frozen object in a column. Only the service writes its tables, so what is an object is taken for the right one.
 *
 * @throws ToolcribError `E_STORE_CORRUPT`.
 */
export function readObject<Value extends object>(row: SqlRow, column: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(String(row[column]));
  } catch (cause) {
    throw unreadable({ cause });
  }
  if (typeof value !== 'object' || value === null) throw unreadable();
  return freezeDeeply(value as Value);
}

/** @throws ToolcribError `E_STORE_CORRUPT`. */
export function readTenant(row: SqlRow): TenantRecord {
  const record = readObject<Omit<TenantRecord, 'hasHostTools'> & Partial<TenantRecord>>(row, 'record');
  // Before there was a choice, everybody had them; now it is for the operator to say who else.
  return Object.freeze({ ...record, hasHostTools: record.hasHostTools ?? record.name === 'default' });
}

/** What of a key never changes. */
export type KeyCore = Omit<KeyRecord, 'revokedAt' | 'revokedBy' | 'lastUsedAt'>;

export interface Revocation {
  readonly at: string;
  readonly by: string;
}

/** @throws ToolcribError `E_STORE_CORRUPT`. */
export function readKey(row: SqlRow): KeyRecord {
  const revocation = row.revocation === null ? undefined : readObject<Revocation>(row, 'revocation');
  return Object.freeze({
    ...readObject<KeyCore>(row, 'record'),
    revokedAt: revocation?.at ?? null,
    revokedBy: revocation?.by ?? null,
    lastUsedAt: row.last_used_at === null ? null : String(row.last_used_at),
  });
}

/** The values of a mark in the order of the columns. */
export function toMarkRow({ owner, auditedUntil, seenAt }: AuditMark): readonly string[] {
  return [toColumn(owner), auditedUntil, seenAt];
}

export function readMark(row: SqlRow): AuditMark {
  return Object.freeze({
    owner: fromColumn(String(row.owner)),
    auditedUntil: String(row.audited_until),
    seenAt: String(row.seen_at),
  });
}

function unreadable(options: { readonly cause?: unknown } = {}): ToolcribError {
  const message =
    'A record of the service cannot be read. Something other than the service has changed it; restore its row from a backup.';
  return new ToolcribError('E_STORE_CORRUPT', message, options);
}

function freezeDeeply<Value extends object>(value: Value): Value {
  for (const item of Object.values(value)) if (typeof item === 'object' && item !== null) freezeDeeply(item);
  return Object.freeze(value);
}
