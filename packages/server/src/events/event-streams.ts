import type { Actor } from '../auth/actor.ts';

/** One event as it goes over the wire. */
export interface ServiceEvent {
  /** Where the feed is after this event; the cursor to go on with: `<catalogue sequence>-<audit sequence>`. */
  readonly cursor: string;
  /** As the catalogue, the call path and the audit log call it: `tool-disabled`, `tool-call-end` … */
  readonly type: string;
  /** Plain JSON. */
  readonly data: unknown;
}

/** What happens in a tenant, as one feed: changes of the catalogue, calls, gates. */
export interface EventStreams {
  /**
   * Events after a cursor, or from now on, until the signal is aborted. Who may not read the catalogue gets none of it;
   * who may not read calls gets only their own. Nothing is skipped and nothing comes twice, also over a restart.
   *
   * @throws ToolcribError `E_INVALID_REQUEST` for what is no cursor, or one beyond the end.
   */
  follow(
    actor: Actor,
    options: { readonly after?: string | undefined; readonly signal: AbortSignal },
  ): AsyncIterable<ServiceEvent>;
  /** A page of the same, for whoever polls. */
  page(
    actor: Actor,
    options: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ readonly events: readonly ServiceEvent[]; readonly cursor: string }>;
}
