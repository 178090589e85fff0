import type { CatalogEvent } from 'toolcrib/catalog';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditFindings } from '../store/service-store.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';
import type { EventFilter } from './event-filter.ts';
import type { ServiceEvent } from './event-streams.ts';
import { type FeedCursors, type FeedPosition, notACursor } from './feed-position.ts';
import { mergeByTime, type TimedPage } from './merge-by-time.ts';

/** One step of a feed: an event, or that there was one that is not told. */
export interface FeedStep {
  /** After it. */
  readonly position: FeedPosition;
  readonly event: ServiceEvent | undefined;
}

/** The part of a feed that somebody wants. */
export interface WantedEvents {
  /** Whether an event that its reader may see, as it is shown, is one of them. */
  isWanted(data: unknown): boolean;
  /** Searches entries of the log that may be: what the answer leaves out is not. */
  search(page: { readonly after: number; readonly limit: number }): Promise<AuditFindings>;
}

/** What a feed is made of. */
export interface EventFeedParts {
  readonly room: TenantRoom;
  readonly audit: Pick<AuditLog, 'entries' | 'head' | 'watch'>;
  readonly filter: EventFilter;
  /** What of it the reader wants. @default everything */
  readonly wanted?: WantedEvents | undefined;
  readonly cursors: FeedCursors;
  /** How many of each kind are read at once. */
  readonly pageSize: number;
}

/** The catalogue and the audit log of a tenant as one feed, as somebody may see it. */
export class EventFeed {
  readonly #parts: EventFeedParts;

  constructor(parts: EventFeedParts) {
    this.#parts = parts;
  }

  /** @throws ToolcribError `E_INVALID_REQUEST` for what is no position of this feed. */
  async locate(after: string | undefined): Promise<FeedPosition> {
    const { room, audit } = this.#parts;
    const wanted = after === undefined ? undefined : this.#parts.cursors.read(after);
    const head = (await audit.head(room.tenant)).sequence;
    if (wanted === undefined) return { catalog: room.catalog.sequence, audit: head };
    // Another process may have told of what this one has not heard of yet.
    if (wanted.catalog > room.catalog.sequence) await room.catalog.refresh();
    if (wanted.catalog > room.catalog.sequence || wanted.audit > head) throw notACursor();
    return wanted;
  }

  /** Whether its reader is not to know how much else happens. */
  get isSealed(): boolean {
    return this.#parts.cursors.isSealed;
  }

  toCursor(position: FeedPosition): string {
    return this.#parts.cursors.write(position);
  }

  /** Calls back soon after there may be more, until the answer is called. */
  watch(wake: () => void): () => void {
    const { room, audit } = this.#parts;
    const stopCatalog = room.catalog.subscribe(wake);
    const stopAudit = audit.watch(room.tenant, wake);
    return () => {
      stopCatalog();
      stopAudit();
    };
  }

  /** What comes next; empty if there is nothing yet. */
  async load(position: FeedPosition): Promise<readonly FeedStep[]> {
    const { room, pageSize } = this.#parts;
    const [events, entries] = await Promise.all([
      room.catalog.events(position.catalog, { limit: pageSize }),
      this.#loadEntries(position.audit),
    ]);
    const merged = mergeByTime<CatalogEvent, AuditEntry>(
      { items: events, isFull: events.length === pageSize },
      entries,
    );
    let { catalog, audit: last } = position;
    const steps = [...merged].map((item) => {
      if ('left' in item) catalog = item.left.sequence;
      else last = item.right.sequence;
      return this.#toStep({ catalog, audit: last }, item);
    });
    const isRead = last === (entries.items.at(-1)?.sequence ?? position.audit);
    if (!isRead || entries.end <= last) return steps;
    // Behind the last entry were others that are not wanted.
    return [...steps, { position: { catalog, audit: entries.end }, event: undefined }];
  }

  /** The next entries, and up to which number there are no others. */
  async #loadEntries(after: number): Promise<TimedPage<AuditEntry> & { readonly end: number }> {
    const { room, audit, pageSize, wanted } = this.#parts;
    if (wanted === undefined) {
      const items = await audit.entries(room.tenant, after, pageSize);
      return { items, isFull: items.length === pageSize, end: after };
    }
    // First, so that nothing is skipped that is written meanwhile.
    const { sequence: head } = await audit.head(room.tenant);
    const { entries: items, next } = await wanted.search({ after, limit: pageSize });
    return { items, isFull: next !== undefined, end: next ?? head };
  }

  #toStep(
    position: FeedPosition,
    item: { readonly left: CatalogEvent } | { readonly right: AuditEntry },
  ): FeedStep {
    const { filter } = this.#parts;
    const [type, data] =
      'left' in item
        ? [item.left.type, filter.catalog(item.left)]
        : [item.right.action, filter.audit(item.right)];
    const isTold = data !== undefined && this.#parts.wanted?.isWanted(data) !== false;
    const event = !isTold ? undefined : { cursor: this.toCursor(position), type, data };
    return { position, event };
  }
}
