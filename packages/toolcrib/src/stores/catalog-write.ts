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
  /** name, version, revision, spec, digest, created_at, source, deprecation */
  | 'add-version'
  /** name, version, deprecation */
  | 'set-deprecation'
  /** name, current, enabled, quarantine: adds it, or replaces what was there. */
  | 'put-tool'
  /** key, sequence, document: adds it, or replaces what was there; null leaves a mark that it was removed. */
  | 'put-document'
  /** sequence, name, event */
  | 'add-event'
  /** last_sequence, document_sequence: the second stays as it is for null. */
  | 'set-sequence'
  /** name, version, consumer, count, first_at, last_at: adds to what was counted. */
  | 'count-use';

/** Rows to be written in the same way. */
export interface CatalogWrite {
  readonly kind: CatalogWriteKind;
  /** At least one. No two are about the same row of the table. */
  readonly rows: readonly (readonly SqlValue[])[];
}
