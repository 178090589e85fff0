import { catalogClosed, feedReplaced } from './catalog-errors.ts';
import type { CatalogEvent } from './catalog-event.ts';
import type { CatalogProgress, CatalogStore, ChangeSet, TenantChanges } from './catalog-store.ts';
import { EventFeed } from './event-feed.ts';
import { doWithPauses, type Pause } from './pieces.ts';
import { Replica } from './replica.ts';
import { tellSafely } from './tell-safely.ts';

/** What keeps a tenant's replica and its store together. */
export interface SyncOptions {
  readonly store: CatalogStore;
  readonly tenant: string;
  readonly onFault: (error: unknown) => void;
  /** Lets others have their turn while what has happened is taken over; without it all is done at once. */
  readonly pause?: Pause | undefined;
}

/** How a change is decided, and who is told of its progress. */
export interface SyncChange {
  /** Called when the replica is what the store has. What it throws ends the change. */
  readonly decide: () => ChangeSet | undefined;
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
  /** Whether it may be so large that others have their turn while it is made, if there is a pause. */
  readonly isLarge?: boolean | undefined;
}

/**
 * Holds the replica of a tenant, brings it forward when the store has changed, and makes changes one after another.
 * Listeners are told outside of transactions.
 */
export class CatalogSync {
  readonly replica: Replica;
  readonly #options: SyncOptions;
  readonly #feed: EventFeed;
  readonly #unwatch: () => void;
  #unpublished: CatalogEvent[] = [];
  /** Ends when the last change that was asked for has ended, in whatever way. */
  #lastChange: Promise<unknown> = Promise.resolve();
  #refresh: Promise<void> | undefined;
  #nextRefresh: Promise<void> | undefined;
  /** The refresh that was begun for those who were woken. */
  #followed: Promise<void> | undefined;
  /** Ends with the large change that is being made. */
  #largeChange: Promise<unknown> | undefined;
  #isClosed = false;

  static async open(options: SyncOptions): Promise<CatalogSync> {
    const replica = new Replica(await options.store.load(options.tenant));
    const sync = new CatalogSync(options, replica);
    try {
      // What has happened between loading and watching.
      await sync.refresh();
    } catch (error) {
      sync.close();
      throw error;
    }
    return sync;
  }

  private constructor(options: SyncOptions, replica: Replica) {
    const { store, tenant } = options;
    this.replica = replica;
    this.#options = options;
    this.#feed = new EventFeed({
      load: (after, limit) => store.events(tenant, after, limit),
      sequence: () => replica.sequence,
      onFault: (error) => this.reportFault(error),
    });
    this.#unwatch = store.watch(tenant, (sequence) => this.#follow(sequence));
  }

  subscribe(listener: (event: CatalogEvent) => void, after: number | undefined): () => void {
    this.assertOpen();
    return this.#feed.subscribe(listener, after ?? this.replica.sequence);
  }

  /** Brings the replica to where the store is now or later. */
  refresh(): Promise<void> {
    if (this.#isClosed) return Promise.reject(catalogClosed());
    if (this.#refresh === undefined) {
      this.#refresh = this.#handOver(this.#readChanges());
      return this.#refresh;
    }
    // The one under way may have read before what this one was asked for happened.
    this.#nextRefresh ??= this.#handOver(this.#refresh.catch(ignore).then(() => this.#readChanges()));
    return this.#nextRefresh;
  }

  /** The refresh that waits, if there is one, is the one under way as soon as this one has ended. */
  async #handOver(reading: Promise<void>): Promise<void> {
    try {
      await reading;
    } finally {
      this.#refresh = this.#nextRefresh;
      this.#nextRefresh = undefined;
    }
  }

  /** Makes a change; the replica has it when this resolves. */
  change(change: SyncChange): Promise<void> {
    const result = this.#lastChange.then(() => this.#begin(change));
    this.#lastChange = result.catch(ignore);
    return result;
  }

  /** @throws ToolcribError `E_CATALOG_CLOSED`. */
  assertOpen(): void {
    if (this.#isClosed) throw catalogClosed();
  }

  /** A function of the user that is told something, and cannot do harm. */
  guard<Value>(tell: ((value: Value) => void) | undefined): ((value: Value) => void) | undefined {
    if (tell === undefined) return undefined;
    return (value) =>
      tellSafely(
        () => tell(value),
        (error) => this.reportFault(error),
      );
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unwatch();
    this.#feed.close();
  }

  async #begin(change: SyncChange): Promise<void> {
    const making = this.#commit(change);
    if (!change.isLarge) return await making;
    this.#largeChange = making.catch(ignore);
    try {
      await making;
    } finally {
      this.#largeChange = undefined;
    }
  }

  async #commit({ decide, onProgress, isLarge }: SyncChange): Promise<void> {
    this.assertOpen();
    const { store, tenant } = this.#options;
    const pause = isLarge ? this.#options.pause : undefined;
    const known = this.replica.sequence;
    try {
      const changes = await store.change(tenant, {
        known,
        decide: (missed, previous) => {
          // What was asked for with an older number may have been overtaken since.
          if (this.replica.sequence === known && !this.replica.isLast(previous)) throw feedReplaced(known);
          if (missed !== undefined) this.#receive(missed);
          return decide();
        },
        onProgress,
        pause,
      });
      if (changes === undefined) return;
      const taking = doWithPauses(this.replica.applyInPieces(changes), pause);
      const events = taking instanceof Promise ? await taking : taking;
      this.#unpublished = this.#unpublished.concat(events);
    } finally {
      this.#publish();
    }
  }

  async #readChanges(): Promise<void> {
    this.assertOpen();
    const { store, tenant, pause } = this.#options;
    // What it writes would be read again, all at once.
    while (this.#largeChange !== undefined) await this.#largeChange;
    const known = this.replica.sequence;
    // The last event that is known is read again: a store that was set back has another one. Alone, because its tool may
    // have thousands of versions, which have not changed.
    const [previous] = known === 0 ? [] : await store.events(tenant, known - 1, 1);
    const changes = await store.changes(tenant, known);
    const preparing = this.replica.prepareNames(changes.tools.keys(), pause);
    if (preparing instanceof Promise) await preparing;
    const isOvertaken = this.replica.sequence !== known;
    if (!isOvertaken && !this.replica.isLast(previous)) throw feedReplaced(known);
    this.#receive(changes);
    this.#publish();
  }

  #receive(changes: TenantChanges): void {
    this.#unpublished = this.#unpublished.concat(this.replica.apply(changes));
  }

  /** Also without news, for listeners who are behind because the store could not be read. */
  #publish(): void {
    const events = this.#unpublished;
    this.#unpublished = [];
    this.#feed.publish(events);
  }

  /** Reads what has happened; of many who wake it meanwhile, a failure is told once. */
  #follow(sequence = Number.POSITIVE_INFINITY): void {
    if (this.#isClosed || sequence <= this.replica.sequence) return;
    const refresh = this.refresh();
    if (refresh === this.#followed) return;
    this.#followed = refresh;
    refresh.catch((error: unknown) => {
      // Whoever has closed the catalogue may have closed the database since.
      if (!this.#isClosed) this.reportFault(error);
    });
  }

  /** Tells of what nobody waits for. */
  reportFault(error: unknown): void {
    tellSafely(() => this.#options.onFault(error), ignore);
  }
}

function ignore(): void {
  // Whoever asked for it is told, or there is nobody left to tell.
}
