import type { SqlValue } from './sql-session.ts';

/**
 * The ways to write to the tables of a catalogue, each with the values that it needs for one row, the tenant apart.
 * Every database has a statement for each.
 */
export type CatalogWriteKind =
  /** name: all versions of a tool go. */
  | 'clear-versions'
  /** name */
  | 'remove-tool'
  /** name, version, revision, spec, digest, created_at, deprecation */
  | 'add-version'
  /** name, version, deprecation */
  | 'set-deprecation'
  /** name, current, enabled, quarantine: adds it, or replaces what was there. */
  | 'put-tool'
  /** sequence, name, event */
  | 'add-event'
  /** last_sequence */
  | 'set-sequence'
  /** name, version, consumer, count, first_at, last_at: adds to what was counted. */
  | 'count-use';

/** Rows to be written in the same way. */
export interface CatalogWrite {
  readonly kind: CatalogWriteKind;
  /** At least one. No two are about the same row of the table. */
  readonly rows: readonly (readonly SqlValue[])[];
}
