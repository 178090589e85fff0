import type { JsonObject } from '../core/json.ts';
import type { CatalogEvent, CatalogEventDraft } from './catalog-event.ts';
import type { Pause } from './pieces.ts';
import type { ToolState } from './tool-state.ts';

/** All tools of a tenant at one moment. */
export interface TenantState {
  /** The number of the last event that is part of it; 0 before the first. */
  readonly sequence: number;
  /** By name. */
  readonly tools: ReadonlyMap<string, ToolState>;
  /** What else the tenant has, by key. */
  readonly documents: ReadonlyMap<string, JsonObject>;
}

/** What has happened to a tenant from one moment to another. */
export interface TenantChanges {
  /** The number of the last event that is part of it. */
  readonly sequence: number;
  /** Every event since, in order. */
  readonly events: readonly CatalogEvent[];
  /** Every tool that they name, as it is at `sequence`; undefined if there is none any more. */
  readonly tools: ReadonlyMap<string, ToolState | undefined>;
  /** Every document that was set since, as it is at `sequence`; undefined if there is none any more. */
  readonly documents: ReadonlyMap<string, JsonObject | undefined>;
}

/** How one tool is to change. */
export interface ToolChange {
  readonly name: string;
  /** As it is now; undefined if there is none. */
  readonly before: ToolState | undefined;
  /** As it will be; undefined if there will be none. */
  readonly after: ToolState | undefined;
}

/**
 * A piece of JSON that a tenant keeps beside its tools, such as a toolset or a draft. A store does not look into it.
 */
export interface DocumentChange {
  /** 1 to 1,024 characters. */
  readonly key: string;
  /** Frozen; undefined removes it. */
  readonly after: JsonObject | undefined;
}

/** Changes that take effect together or not at all. */
export interface ChangeSet {
  /** At most one for each tool, and only what differs. */
  readonly tools: readonly ToolChange[];
  /** At most one for each key. */
  readonly documents: readonly DocumentChange[];
  /**
   * At least one, and at least one for each of the tools, in the order in which they get their numbers. An event may be
   * about a tool that does not change, or about none.
   */
  readonly events: readonly CatalogEventDraft[];
}

/** How far a large change has come. */
export type CatalogProgress = {
  readonly phase: 'checking' | 'writing';
  /** How many specs are done. */
  readonly done: number;
  readonly total: number;
};

/** What is to be written, and by whom it is decided. */
export interface ChangeRequest {
  /** The sequence up to which whoever decides knows the tenant. */
  readonly known: number;
  /**
   * Decides what changes, synchronously. It is given what has happened since `known`, if anything has, and the event with
   * that number as the store has it, undefined if it has none. It is called once, while nobody else can change the tenant.
   * What it throws ends the transaction and is passed on as it is; undefined means that nothing changes. What it asks of the
   * store itself begins when this change has ended.
   */
  readonly decide: (
    missed: TenantChanges | undefined,
    previous: CatalogEvent | undefined,
  ) => ChangeSet | undefined;
  /** Told while tools are written, at least once, and last that all are done; must not throw. */
  readonly onProgress?: ((progress: CatalogProgress) => void) | undefined;
  /**
   * Lets others have their turn while much is written. A store waits for it between two writes if nobody else can get into
   * the transaction meanwhile, and otherwise leaves it alone.
   */
  readonly pause?: Pause | undefined;
}

/** That somebody has resolved a version that is deprecated. */
export type DeprecatedUse = {
  readonly name: string;
  /** Absent for the version of those that have none. */
  readonly version?: string;
  readonly consumer: string;
  /** How often. */
  readonly count: number;
  /** The earliest time, as ISO 8601 in UTC, in whatever order uses were recorded. */
  readonly firstAt: string;
  /** The latest, likewise. */
  readonly lastAt: string;
};

/** One use, before it is counted. */
export type UseRecord = Pick<DeprecatedUse, 'name' | 'version' | 'consumer'> & { readonly at: string };

/**
 * Where catalogues keep their tools. Every method is about one tenant and sees nothing of the others. Stores hold no
 * rule of the catalogue: what changes is decided by `ChangeRequest.decide`.
 *
 * A method rejects with a ToolcribError `E_STORE_FAILED` when the database cannot be reached or refuses a statement,
 * with `E_STORE_FULL` and `E_STORE_READ_ONLY` when it cannot write, with `E_STORE_REFUSED` when it lets nobody in, and
 * with `E_STORE_CORRUPT` when what it holds cannot be read; nothing has changed then, unless `context.isOutcomeUnknown`
 * says that this cannot be told. The same store works again once the database does.
 *
 * INVARIANT: a change has taken effect, as a whole, when `change` resolves; a durable store has it on the disk.
 * INVARIANT: changes of one tenant happen one after another, and each sees all that were before it.
 * INVARIANT: numbers of events follow one another without a gap; a change that fails uses up none.
 * INVARIANT: `load` and `changes` answer from one moment: tools and events belong to their `sequence`.
 * INVARIANT: states and events come back as they were given, to the order of the keys in a spec, and deeply frozen.
 */
export interface CatalogStore {
  /** Whether what is written outlives the process. */
  readonly isDurable: boolean;

  load(tenant: string): Promise<TenantState>;

  /** What has happened after event `after`; empty, with `sequence` equal to `after`, if nothing has. */
  changes(tenant: string, after: number): Promise<TenantChanges>;

  /** Answers what has happened since `known`, the new events included; undefined if `decide` wanted no change. */
  change(tenant: string, request: ChangeRequest): Promise<TenantChanges | undefined>;

  /** Events after a number, in order, at most `limit` of them. */
  events(tenant: string, after: number, limit: number): Promise<readonly CatalogEvent[]>;

  /**
   * Calls back soon after the tenant may have changed, by whomever, until the function that it answers is called; with the
   * number of the last event, if that came along.
   *
   * INVARIANT: after every change there is at least one call, also if the connection was lost in between. A store that can
   * fail also calls for no reason every few seconds, for those who were called and then could not read. Watching alone
   * does not keep a Node process alive, unless its connection does.
   */
  watch(tenant: string, wake: (sequence?: number) => void): () => void;

  /** Counts uses of deprecated versions, all of them or none. */
  recordUses(tenant: string, uses: readonly UseRecord[]): Promise<void>;

  /** Every use that was counted, by name, version (none first) and consumer, in code-unit order. */
  uses(tenant: string): Promise<readonly DeprecatedUse[]>;
}
