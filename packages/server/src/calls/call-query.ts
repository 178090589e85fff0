import type { LedgerState } from 'toolcrib/runtime';
import type { CallView } from './call-desk.ts';

/** Which calls to list. All conditions that are given must hold. */
export interface CallQuery {
  readonly state?: 'open' | 'ended' | undefined;
  readonly tool?: string | undefined;
  /** The id of the caller. */
  readonly caller?: string | undefined;
  readonly status?: LedgerState | undefined;
  /** Only calls that were accepted at this time or later, ISO 8601. */
  readonly since?: string | undefined;
  /** Only calls that were accepted before this time, ISO 8601. */
  readonly until?: string | undefined;
  /** Only calls that come after this id in the list. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Ends the list once more than one call was found and they have more characters of JSON. @default no end */
  readonly maxChars?: number | undefined;
}

/** Calls that were found, the newest first. */
export interface CallList {
  readonly items: readonly CallView[];
  /** The list may go on after this id, though fewer than `limit` calls were found; undefined if nothing is left. */
  readonly next: string | undefined;
}
