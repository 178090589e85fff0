import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Actor } from '../auth/actor.ts';
import type { TenantRooms } from '../tenants/tenant-room.ts';
import { type Bell, createBell } from './bell.ts';
import { EventFeed } from './event-feed.ts';
import { createEventFilter } from './event-filter.ts';
import {
  CURSOR_MOVED,
  type EventPage,
  type EventStreams,
  type FollowOptions,
  type ServiceEvent,
} from './event-streams.ts';
import { FEED_START, type FeedPosition, plainCursors, sealCursors } from './feed-position.ts';

/** What {@link createEventStreams} is given. */
export interface EventStreamsOptions {
  readonly tenants: Pick<TenantRooms, 'open'>;
  readonly audit: Pick<AuditLog, 'entries' | 'head' | 'watch'>;
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

/** The feeds of a service. They keep nothing but where each reader is. */
export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { audit, tenants, pageSize = DEFAULT_PAGE_SIZE, cursorKey = randomBytes(32) } = options;

  async function open(actor: Actor): Promise<EventFeed> {
    const { tenant, principal, limits, permissions } = actor;
    const room = await tenants.open(tenant);
    // To others the numbers would tell when something changes that they are not told of, such as a tool that they must not see.
    const isWhole = limits.size === 0 && permissions.has('catalog:read');
    const cursors = isWhole ? plainCursors : sealCursors(cursorKey, { tenant, principalId: principal.id });
    return new EventFeed({ room, audit, pageSize, filter: createEventFilter(actor, room), cursors });
  }

  return Object.freeze({
    position: async (actor, after) => {
      const feed = await open(actor);
      return feed.toCursor(await feed.locate(after));
    },
    follow: (actor, followOptions) => follow(() => open(actor), followOptions),
    page: async (actor, { after, limit }) => loadPage(await open(actor), { after, limit }),
  } satisfies EventStreams);
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

async function loadPage(
  feed: EventFeed,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<EventPage> {
  let position = after === undefined ? FEED_START : await feed.locate(after);
  const events: ServiceEvent[] = [];
  let chars = 0;
  for (let reads = 0; reads < MAX_READS; reads++) {
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
