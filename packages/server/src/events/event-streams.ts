import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Actor } from '../auth/actor.ts';
import { giveWay } from '../calls/give-way.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { TenantRooms } from '../tenants/tenant-room.ts';
import { type Bell, createBell } from './bell.ts';
import { EventFeed } from './event-feed.ts';
import { createEventFilter } from './event-filter.ts';
import { FEED_START, type FeedPosition, plainCursors, scopeCursors, sealCursors } from './feed-position.ts';
import { toWantedEvents } from './wanted-events.ts';

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
const CURSOR_MOVED = 'cursor-moved';

/** What of a feed is wanted. All conditions that are given must hold. */
export interface EventQuery {
  /** Events about this tool. */
  readonly tool?: string | undefined;
  /** What this principal did. */
  readonly caller?: string | undefined;
  /** How calls, and of everything else but changes of the catalogue, ended. */
  readonly status?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** An {@link EventQuery}, and what cursors of the feed that it makes count for. */
export interface ScopedEventQuery {
  readonly query: EventQuery;
  readonly scope: string;
}

/** How a feed is followed. */
export interface FollowOptions {
  /** @default everything */
  readonly wanted?: ScopedEventQuery | undefined;
  /** @default from now on */
  readonly after?: string | undefined;
  readonly signal: AbortSignal;
}

/** Which part of a feed to read. */
export interface EventPageOptions {
  /** @default everything */
  readonly wanted?: ScopedEventQuery | undefined;
  /** @default the beginning */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A part of a feed. */
export interface EventPage {
  readonly events: readonly ServiceEvent[];
  /** To go on with. It may have moved even if there is no event. */
  readonly cursor: string;
  /** Whether it is worth asking again at once. */
  readonly hasMore: boolean;
}

/** What {@link EventStreams} are created with. */
export interface EventStreamsOptions {
  readonly tenants: Pick<TenantRooms, 'open'>;
  readonly audit: Pick<AuditLog, 'entries' | 'head' | 'watch'>;
  readonly store: Pick<ServiceStore, 'searchAudit'>;
  /** Seals cursors whose numbers are not for their reader: 32 bytes, the same in all processes. @default random ones */
  readonly cursorKey?: Uint8Array | undefined;
  /** How many events of each kind are read at once. @default 200 */
  readonly pageSize?: number | undefined;
}

const DEFAULT_PAGE_SIZE = 200;
/** For one answer to somebody who polls: a request must not read a whole log for nothing. */
const MAX_READS = 10;
/** After how many events that were not for the reader they are told where the feed is. */
const MAX_SILENT = 1_000;
/** How many characters of JSON the events of a page have at most, unless a single one has more. */
const MAX_PAGE_CHARS = 1_048_576;

/**
 * What happens in a tenant, as one feed: changes of the catalogue, calls, gates. Who may not read the catalogue gets none of
 * it; who may not read calls gets only their own; what requests did, and arguments, is for those who may read the audit log.
 * It keeps nothing but the position of each reader.
 */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #cursorKey: Uint8Array;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    this.#cursorKey = options.cursorKey ?? randomBytes(32);
  }

  /**
   * Where a feed stands that begins after a cursor, or now.
   *
   * @throws ToolcribError `E_INVALID_REQUEST` for what is no cursor, or one beyond the end; `E_TENANT_NOT_FOUND`.
   */
  async position(
    actor: Actor,
    { after, wanted }: Pick<FollowOptions, 'after' | 'wanted'> = {},
  ): Promise<string> {
    const feed = await this.#open(actor, wanted);
    return feed.toCursor(await feed.locate(after));
  }

  /**
   * Events after a cursor, or from now on, until the signal is aborted. The first one is `cursor-moved`: whoever has it can
   * come back without missing anything, even if nothing else came. Nothing is skipped and nothing comes twice, also over a
   * restart. Nothing is read before it is asked for. Rejects as `position` does, and with `E_STORE_…`; a new feed goes
   * on from the last cursor.
   */
  follow(actor: Actor, options: FollowOptions): AsyncIterable<ServiceEvent> {
    return follow(() => this.#open(actor, options.wanted), options);
  }

  /** A page of the same, for whoever polls; without a cursor from the beginning. */
  async page(actor: Actor, options: EventPageOptions): Promise<EventPage> {
    return await loadPage(await this.#open(actor, options.wanted), options);
  }

  async #open(actor: Actor, wanted?: ScopedEventQuery): Promise<EventFeed> {
    const { tenant, principal, limits, permissions } = actor;
    const { tenants, audit, store, pageSize = DEFAULT_PAGE_SIZE } = this.#options;
    const room = await tenants.open(tenant);
    // To others the numbers would tell when something changes that they are not told of, such as a tool that they must not see.
    const isWhole = limits.size === 0 && permissions.has('catalog:read');
    const cursors = isWhole
      ? plainCursors
      : sealCursors(this.#cursorKey, { tenant, principalId: principal.id });
    return new EventFeed({
      ...{ room, audit, pageSize },
      filter: createEventFilter(actor, room),
      cursors: wanted === undefined ? cursors : scopeCursors(cursors, wanted.scope),
      wanted: wanted && toWantedEvents(wanted.query, { actor, store }),
    });
  }
}

async function* follow(
  open: () => Promise<EventFeed>,
  { after, signal }: FollowOptions,
): AsyncGenerator<ServiceEvent, void> {
  if (signal.aborted) return;
  const feed = await open();
  const position = await feed.locate(after);
  const bell = createBell();
  signal.addEventListener('abort', bell.ring);
  // Before the first look, so that whatever that does not find rings.
  const stop = feed.watch(bell.ring);
  try {
    yield toMark(feed, position);
    yield* readOn(feed, position, { bell, signal });
  } finally {
    stop();
    signal.removeEventListener('abort', bell.ring);
  }
}

async function* readOn(
  feed: EventFeed,
  begin: FeedPosition,
  { bell, signal }: { readonly bell: Bell; readonly signal: AbortSignal },
): AsyncGenerator<ServiceEvent, void> {
  let position = begin;
  let silent = 0;
  while (!signal.aborted) {
    bell.reset();
    const steps = await feed.load(position);
    for (const step of steps) {
      if (signal.aborted) return;
      position = step.position;
      silent = step.event === undefined ? silent + 1 : 0;
      if (step.event !== undefined) yield step.event;
    }
    // To whom the position is not told, that it has moved is not told either.
    if (silent >= MAX_SILENT && !feed.isSealed) {
      silent = 0;
      yield toMark(feed, position);
    }
    // Aborted since the reset, it was rung.
    if (steps.length === 0 && !signal.aborted) await bell.rung();
  }
}

function toMark(feed: EventFeed, position: FeedPosition): ServiceEvent {
  const cursor = feed.toCursor(position);
  return { cursor, type: CURSOR_MOVED, data: { cursor } };
}

async function loadPage(feed: EventFeed, { after, limit }: EventPageOptions): Promise<EventPage> {
  let position = after === undefined ? FEED_START : await feed.locate(after);
  const events: ServiceEvent[] = [];
  let chars = 0;
  for (let reads = 0; reads < MAX_READS; reads++) {
    if (reads > 0) await giveWay();
    const steps = await feed.load(position);
    if (steps.length === 0) return { events, cursor: feed.toCursor(position), hasMore: false };
    for (const step of steps) {
      chars += step.event === undefined ? 0 : JSON.stringify(step.event).length;
      const isFull = events.length === limit || (chars > MAX_PAGE_CHARS && events.length > 0);
      if (isFull) return { events, cursor: feed.toCursor(position), hasMore: true };
      position = step.position;
      if (step.event !== undefined) events.push(step.event);
    }
  }
  return { events, cursor: feed.toCursor(position), hasMore: true };
}
