import type { AuditHead } from '../store/service-store.ts';

/** What is wrong with a line of an export. */
export type AuditProblemKind =
  /** It is no entry in canonical JSON. */
  | 'unreadable'
  /** Its hash is not that of its content, or not the expected one: it was changed, or one before it. */
  | 'changed'
  /** It does not follow the entry before it: something was removed, put in or moved. */
  | 'out-of-order'
  /** It is of another log. */
  | 'other-tenant'
  /** The export ends before the entry that was expected. */
  | 'cut-off';

/** The first thing that is wrong with an export. */
export interface AuditProblem {
  readonly kind: AuditProblemKind;
  /** The line, from 1; the last one if something is missing at the end. */
  readonly line: number;
  /** The number that the entry at this place must have. */
  readonly sequence: number;
  /** One sentence for people. */
  readonly message: string;
}

/** What `verifyAudit` found. */
export interface AuditReport {
  readonly isIntact: boolean;
  /** Undefined for an empty export. */
  readonly tenant: string | undefined;
  /** How many entries are intact, from the first on. */
  readonly count: number;
  /** The last of them; what the export follows if there is none. Keep it elsewhere, and nobody can cut off the end unseen. */
  readonly head: AuditHead;
  /** Undefined if all is well. */
  readonly problem: AuditProblem | undefined;
}
