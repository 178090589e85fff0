import type { JsonObject } from '../core/json.ts';
import type { CatalogEvent } from './catalog-event.ts';
import type { TenantChanges, TenantState } from './catalog-store.ts';
import { isListed, type ListOptions } from './list-options.ts';
import { doAtOnce, doWithPauses, mapInPieces, type Pause, type Pieces } from './pieces.ts';
import { NameLooks } from './publishing/name-looks.ts';
import { TenantIndex } from './publishing/tenant-index.ts';
import { SortedRegistrations } from './sorted-registrations.ts';
import { SpecDigests } from './spec-digests.ts';
import { sunsetOf, type ToolRegistration } from './tool-registration.ts';
import { currentOf, type ToolState, toRegistration } from './tool-state.ts';
import { VersionOrders } from './version-order.ts';

/** The number of names that are compared without a pause. */
const NAMES_PER_PIECE = 64;

/** Tools and documents that are taken over without a pause. */
const LARGE_CHANGE = 1_000;

const NONE: readonly ToolRegistration[] = Object.freeze([]);

/**
 * All tools of a tenant in this process, at one moment of the feed: what every read is served from. It only moves
 * forward.
 */
export class Replica {
  /** Of the specs that it holds, and of those that are to be published. */
  readonly digests = new SpecDigests();
  readonly looks = new NameLooks();
  readonly orders = new VersionOrders();
  #states = new Map<string, ToolState>();
  #documents: Map<string, JsonObject>;
  /** Of the current versions, which are asked for all the time: there is no other object in between. */
  #registrations = new SortedRegistrations();
  /** The plain list, which is asked for most, until the next change. */
  #available: readonly ToolRegistration[] | undefined;
  /** When the first of those goes by itself, in milliseconds since 1970. */
  #nextSunset = Number.POSITIVE_INFINITY;
  /** Of those names that were put into it so far; all of them once `#isIndexed`. */
  #index: TenantIndex | undefined;
  #isIndexed = false;
  #sequence: number;
  /** The event of that number, once it was seen. */
  #last: CatalogEvent | undefined;

  constructor({ sequence, tools, documents }: TenantState) {
    this.#documents = new Map(documents);
    this.#sequence = sequence;
    for (const [name, state] of tools) this.#set(name, state);
    // Whoever opens a catalogue waits anyway.
    this.#registrations.sorted();
  }

  /** The number of the last event that it holds. */
  get sequence(): number {
    return this.#sequence;
  }

  get(name: string): ToolRegistration | undefined {
    return this.#registrations.get(name);
  }

  /** Whether an event of the store, the one with the number of the last that is held here, is that one. */
  isLast(event: CatalogEvent | undefined): boolean {
    if (this.#sequence === 0) return event === undefined;
    if (event?.sequence !== this.#sequence) return false;
    this.#last ??= event;
    return this.#last === event || JSON.stringify(this.#last) === JSON.stringify(event);
  }

  stateOf(name: string): ToolState | undefined {
    return this.#states.get(name);
  }

  /** Every state, those of names in quarantine included, sorted by name. */
  states(): readonly ToolState[] {
    return [...this.#states.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  /** The states of names in quarantine, with and without a tool, sorted by name. */
  quarantined(): readonly ToolState[] {
    const found = [...this.#states.values()].filter(({ quarantine }) => quarantine !== undefined);
    return found.sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  /** What new names are compared with, made at the first request. */
  index(): TenantIndex {
    return doAtOnce(this.#fillIndex());
  }

  /** Makes what `index` answers, with pauses, so that the first change of a large tenant holds no transaction for long. */
  prepareIndex(pause: Pause | undefined): TenantIndex | Promise<TenantIndex> {
    return doWithPauses(this.#fillIndex(), pause);
  }

  /** Finds out about names with pauses, so that a change of them is short. A replica without an index needs nothing of it. */
  prepareNames(names: Iterable<string>, pause: Pause | undefined): unknown {
    if (this.#index === undefined) return undefined;
    return doWithPauses(
      mapInPieces(names, (name) => this.looks.remember(name), NAMES_PER_PIECE / 4),
      pause,
    );
  }

  /** In pauses the replica may move forward; it then updates the part that was made. */
  *#fillIndex(): Pieces<TenantIndex> {
    this.#index ??= new TenantIndex(this);
    const index = this.#index;
    if (this.#isIndexed) return index;
    let count = 0;
    for (const name of [...this.#states.keys()]) {
      index.update(name, this.#states.get(name));
      count += 1;
      if (count % NAMES_PER_PIECE !== 0) continue;
      yield;
      // After a large change there is another one to be made.
      if (index !== this.#index) return yield* this.#fillIndex();
    }
    this.#isIndexed = true;
    return index;
  }

  /** What the tenant has beside its tools, by its key. */
  document(key: string): JsonObject | undefined {
    return this.#documents.get(key);
  }

  /** Every document whose key begins with this, sorted by key in code-unit order. */
  documents(prefix = ''): readonly (readonly [key: string, document: JsonObject])[] {
    const found = [...this.#documents].filter(([key]) => key.startsWith(prefix));
    return found.sort(([left], [right]) => (left < right ? -1 : 1));
  }

  /** The time, in milliseconds since 1970, is asked for only where it matters. */
  list(now: () => number, options: ListOptions = {}): readonly ToolRegistration[] {
    if (isPlain(options)) return this.#listAvailable(now);
    const time = now();
    const { prefix = '', after, limit = Number.POSITIVE_INFINITY } = options;
    const sorted = this.#registrations.sorted();
    const found: ToolRegistration[] = [];
    for (let index = this.#firstIndex(prefix, after); index < sorted.length; index++) {
      // Below the length there is always one.
      const registration = sorted[index] as ToolRegistration;
      if (found.length >= limit || !registration.spec.name.startsWith(prefix)) break;
      if (isListed(registration, options, time)) found.push(registration);
    }
    return found.length === 0 ? NONE : Object.freeze(found);
  }

  /** Moves forward; answers the events that are new to it. What it knows already is passed over. */
  apply({ sequence, events, tools, documents }: TenantChanges): readonly CatalogEvent[] {
    if (sequence <= this.#sequence) return [];
    for (const [name, state] of tools) this.#set(name, state);
    for (const [key, document] of documents) put(this.#documents, key, document);
    return this.#moveTo(sequence, events);
  }

  /**
   * As `apply`. A large change is made beside what is read, which is replaced at the end: reads never see half of it. What new
   * names are compared with is made anew when it is needed.
   */
  *applyInPieces(changes: TenantChanges): Pieces<readonly CatalogEvent[]> {
    const { sequence, events, tools, documents } = changes;
    if (tools.size + documents.size <= LARGE_CHANGE) return this.apply(changes);
    const known = this.#sequence;
    const after = { states: new Map(this.#states), documents: new Map(this.#documents) };
    const registrations = this.#registrations.copy();
    yield;
    let count = 0;
    for (const [name, state] of tools) {
      put(after.states, name, state);
      registrations.set(name, toCurrent(state));
      if (++count % LARGE_CHANGE === 0) yield;
    }
    for (const [key, document] of documents) {
      put(after.documents, key, document);
      if (++count % LARGE_CHANGE === 0) yield;
    }
    registrations.sorted();
    yield;
    // Somebody else may have moved it forward in a pause.
    if (this.#sequence !== known) return this.apply(changes);
    this.#states = after.states;
    this.#documents = after.documents;
    this.#registrations = registrations;
    this.#index = undefined;
    this.#isIndexed = false;
    return this.#moveTo(sequence, events);
  }

  #moveTo(sequence: number, events: readonly CatalogEvent[]): readonly CatalogEvent[] {
    const unseen = events.filter((event) => event.sequence > this.#sequence);
    this.#available = undefined;
    this.#sequence = sequence;
    this.#last = unseen.at(-1);
    return unseen;
  }

  #set(name: string, state: ToolState | undefined): void {
    put(this.#states, name, state);
    this.#index?.update(name, state);
    this.#registrations.set(name, toCurrent(state));
  }

  #listAvailable(now: () => number): readonly ToolRegistration[] {
    const isCurrent = this.#nextSunset === Number.POSITIVE_INFINITY || now() < this.#nextSunset;
    if (this.#available !== undefined && isCurrent) return this.#available;
    const time = now();
    const available = this.#registrations.sorted().filter((registration) => isListed(registration, {}, time));
    this.#nextSunset = Number.POSITIVE_INFINITY;
    for (const { deprecation } of available) {
      this.#nextSunset = Math.min(this.#nextSunset, sunsetOf(deprecation));
    }
    this.#available = Object.freeze(available);
    return this.#available;
  }

  #firstIndex(prefix: string, after: string | undefined): number {
    if (after === undefined || after < prefix) return this.#registrations.indexOf(prefix);
    const index = this.#registrations.indexOf(after);
    return this.#registrations.get(after) === undefined ? index : index + 1;
  }
}

function toCurrent(state: ToolState | undefined): ToolRegistration | undefined {
  const current = state && currentOf(state);
  return current && toRegistration(state, current);
}

function put<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function isPlain({ tag, prefix = '', enabled, status, after, limit }: ListOptions): boolean {
  const isWhole = prefix === '' && after === undefined && limit === undefined;
  return isWhole && tag === undefined && enabled === undefined && status === undefined;
}
