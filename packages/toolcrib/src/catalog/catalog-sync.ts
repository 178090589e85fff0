import { catalogClosed } from './catalog-errors.ts';
import type { CatalogEvent } from './catalog-event.ts';
import type { CatalogProgress, CatalogStore, ChangeSet, TenantChanges } from './catalog-store.ts';
import { EventFeed } from './event-feed.ts';
import { Replica } from './replica.ts';

/** What keeps a tenant's replica and its store together. */
export interface SyncOptions {
  readonly store: CatalogStore;
  readonly tenant: string;
  readonly onFault: (error: unknown) => void;
}

/** How a change is decided, and who is told of its progress. */
export interface SyncChange {
  /** Called when the replica is what the store has. What it throws ends the change. */
  readonly decide: () => ChangeSet | undefined;
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
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
      onFault: (error) => this.#reportFault(error),
    });
    this.#unwatch = store.watch(tenant, () => {
      if (!this.#isClosed) this.refresh().catch((error: unknown) => this.#reportFault(error));
    });
  }

  subscribe(listener: (event: CatalogEvent) => void, after: number | undefined): () => void {
    this.assertOpen();
    return this.#feed.subscribe(listener, after ?? this.replica.sequence);
  }

  /** Brings the replica to where the store is now or later. */
  refresh(): Promise<void> {
    if (this.#isClosed) return Promise.reject(catalogClosed());
    if (this.#refresh === undefined) {
      this.#refresh = this.#readChanges().finally(() => {
        this.#refresh = undefined;
      });
      return this.#refresh;
    }
    // The one under way may have read before what this one was asked for happened.
    this.#nextRefresh ??= this.#refresh
      .catch(() => {
        // Whoever asked for that one is told.
      })
      .then(() => {
        this.#nextRefresh = undefined;
        return this.refresh();
      });
    return this.#nextRefresh;
  }

  /** Makes a change; the replica has it when this resolves. */
  change(change: SyncChange): Promise<void> {
    const result = this.#lastChange.then(() => this.#commit(change));
    this.#lastChange = result.catch(() => {
      // Whoever asked for it is told.
    });
    return result;
  }

  /** @throws ToolcribError `E_CATALOG_CLOSED`. */
  assertOpen(): void {
    if (this.#isClosed) throw catalogClosed();
  }

  /** A function of the user that is told something, and cannot do harm. */
  guard<Value>(tell: ((value: Value) => void) | undefined): ((value: Value) => void) | undefined {
    if (tell === undefined) return undefined;
    return (value) => {
      try {
        tell(value);
      } catch (error) {
        this.#reportFault(error);
      }
    };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unwatch();
    this.#feed.close();
  }

  async #commit({ decide, onProgress }: SyncChange): Promise<void> {
    this.assertOpen();
    const { store, tenant } = this.#options;
    try {
      const changes = await store.change(tenant, {
        known: this.replica.sequence,
        decide: (missed) => {
          if (missed !== undefined) this.#receive(missed);
          return decide();
        },
        onProgress,
      });
      if (changes !== undefined) this.#receive(changes);
    } finally {
      this.#publish();
    }
  }

  async #readChanges(): Promise<void> {
    const { store, tenant } = this.#options;
    this.#receive(await store.changes(tenant, this.replica.sequence));
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

  #reportFault(error: unknown): void {
    try {
      this.#options.onFault(error);
    } catch {
      // There is nobody left to tell.
    }
  }
}
