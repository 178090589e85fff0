import type { Actor } from '../auth/actor.ts';

/** One event as it goes over the wire. */
export interface ServiceEvent {
  /** Where the feed is after this event: the cursor to go on with. Of a reader who is limited to toolsets it is sealed. */
  readonly cursor: string;
  /** As the catalogue, the call path and the audit log call it: `tool-disabled`, `tool-call-end` … */
  readonly type: string;
  /** Plain JSON: an event of the catalogue, or an entry of the audit log without its hashes. */
  readonly data: unknown;
}

/** The type of an event that tells only where the feed is: at its start, and after much that was not for the reader. */
export const CURSOR_MOVED = 'cursor-moved';

/** How a feed is followed. */
export interface FollowOptions {
  /** @default from now on */
  readonly after?: string | undefined;
  readonly signal: AbortSignal;
}

/** A part of a feed. */
export interface EventPage {
  readonly events: readonly ServiceEvent[];
  /** To go on with. It may have moved even if there is no event. */
  readonly cursor: string;
  /** Whether it is worth asking again at once. */
  readonly hasMore: boolean;
}

/**
 * What happens in a tenant, as one feed: changes of the catalogue, calls, gates. Who may not read the catalogue gets none of
 * it; who may not read calls gets only their own; what requests did, and arguments, is for those who may read the audit log.
 */
export interface EventStreams {
  /**
   * Where a feed stands that begins after a cursor, or now.
   *
   * @throws ToolcribError `E_INVALID_REQUEST` for what is no cursor, or one beyond the end; `E_TENANT_NOT_FOUND`.
   */
  position(actor: Actor, after?: string): Promise<string>;
  /**
   * Events after a cursor, or from now on, until the signal is aborted. The first one is `cursor-moved`: whoever has it can
   * come back without missing anything, even if nothing else came. Nothing is skipped and nothing comes twice, also over a
   * restart. Nothing is read before it is asked for. Rejects as `position` does, and with `E_STORE_FAILED`; a new feed goes
   * on from the last cursor.
   */
  follow(actor: Actor, options: FollowOptions): AsyncIterable<ServiceEvent>;
  /** A page of the same, for whoever polls; without a cursor from the beginning. */
  page(
    actor: Actor,
    options: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<EventPage>;
}
