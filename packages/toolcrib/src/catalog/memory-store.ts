import type { JsonObject } from '../core/json.ts';
import type { CatalogEvent } from './catalog-event.ts';
import type {
  CatalogStore,
  ChangeRequest,
  ChangeSet,
  DeprecatedUse,
  TenantChanges,
  TenantState,
  UseRecord,
} from './catalog-store.ts';
import type { ToolState } from './tool-state.ts';

/**
 * Keeps catalogues as long as the process lives, without I/O. Catalogues that share one such store share their tools, as
 * if it were a database.
 */
export function memoryStore(): CatalogStore {
  return new MemoryStore();
}

class MemoryStore implements CatalogStore {
  readonly isDurable = false;
  readonly #tenants = new Map<string, Tenant>();

  async load(tenant: string): Promise<TenantState> {
    const { tools, documents, events } = this.#tenant(tenant);
    return { sequence: events.length, tools: new Map(tools), documents: new Map(documents) };
  }

  async changes(tenant: string, after: number): Promise<TenantChanges> {
    return this.#tenant(tenant).changesSince(after);
  }

  async change(tenant: string, request: ChangeRequest): Promise<TenantChanges | undefined> {
    const { known, decide, onProgress } = request;
    // Whoever decides on a change may ask for the next one, which must not begin inside of it.
    await undefined;
    const target = this.#tenant(tenant);
    const { length: sequence } = target.events;
    const missed = known === sequence ? undefined : target.changesSince(known);
    const changeSet = decide(missed, target.events[known - 1]);
    if (changeSet === undefined) return undefined;
    // All of it is read before any of it takes effect.
    const tools = changeSet.tools.map(({ name, before, after }) => ({ name, before, after }));
    const documents = changeSet.documents.map(({ key, after }) => ({ key, after }));
    const events = changeSet.events.map((draft, index) =>
      Object.freeze({ sequence: sequence + index + 1, ...draft }),
    );
    onProgress?.({ phase: 'writing', done: tools.length, total: tools.length });
    target.apply({ tools, documents, events });
    return target.changesSince(known);
  }

  async events(tenant: string, after: number, limit: number): Promise<readonly CatalogEvent[]> {
    return Object.freeze(this.#tenant(tenant).events.slice(after, after + limit));
  }

  watch(tenant: string, wake: (sequence?: number) => void): () => void {
    const { watchers } = this.#tenant(tenant);
    // A function of its own, so that watching twice is ended twice.
    const watcher = (sequence: number) => {
      if (watchers.has(watcher)) wake(sequence);
    };
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }

  async recordUses(tenant: string, uses: readonly UseRecord[]): Promise<void> {
    const counted = new Map(this.#tenant(tenant).uses);
    for (const { at, ...use } of uses) {
      const key = JSON.stringify([use.name, use.version ?? '', use.consumer]);
      const { count = 0, firstAt = at, lastAt = at } = counted.get(key) ?? {};
      counted.set(
        key,
        Object.freeze({
          ...use,
          count: count + 1,
          firstAt: at < firstAt ? at : firstAt,
          lastAt: at > lastAt ? at : lastAt,
        }),
      );
    }
    this.#tenant(tenant).uses = counted;
  }

  async uses(tenant: string): Promise<readonly DeprecatedUse[]> {
    return Object.freeze([...this.#tenant(tenant).uses.values()].sort(compareUses));
  }

  #tenant(name: string): Tenant {
    let tenant = this.#tenants.get(name);
    if (tenant === undefined) {
      tenant = new Tenant();
      this.#tenants.set(name, tenant);
    }
    return tenant;
  }
}

/** A change set whose events have their numbers. */
interface NumberedChangeSet extends ChangeSet {
  readonly events: readonly CatalogEvent[];
}

class Tenant {
  readonly tools = new Map<string, ToolState>();
  readonly documents = new Map<string, JsonObject>();
  readonly events: CatalogEvent[] = [];
  readonly watchers = new Set<(sequence: number) => void>();
  uses: ReadonlyMap<string, DeprecatedUse> = new Map();
  /** Which document was set or removed, and the last event of that change, in order. */
  readonly #documentMarks: { readonly key: string; readonly sequence: number }[] = [];

  apply({ tools, documents, events }: NumberedChangeSet): void {
    for (const { name, after } of tools) put(this.tools, name, after);
    for (const event of events) this.events.push(event);
    const { length } = this.events;
    for (const { key, after } of documents) {
      put(this.documents, key, after);
      this.#documentMarks.push({ key, sequence: length });
    }
    for (const wake of this.watchers) queueMicrotask(() => wake(length));
  }

  changesSince(after: number): TenantChanges {
    const events = Object.freeze(this.events.slice(after));
    const tools = new Map(events.map(({ name }) => [name, this.tools.get(name)]));
    const documents = this.#documentsSince(after);
    return { sequence: Math.max(after, this.events.length), events, tools, documents };
  }

  /** From the end, so that it takes as long as there is something new. */
  #documentsSince(after: number): TenantChanges['documents'] {
    const documents = new Map<string, JsonObject | undefined>();
    for (let index = this.#documentMarks.length - 1; index >= 0; index--) {
      const mark = this.#documentMarks[index];
      if (mark === undefined || mark.sequence <= after) break;
      documents.set(mark.key, this.documents.get(mark.key));
    }
    return documents;
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function compareUses(left: DeprecatedUse, right: DeprecatedUse): number {
  return (
    compareTexts(left.name, right.name) ||
    compareTexts(left.version ?? '', right.version ?? '') ||
    compareTexts(left.consumer, right.consumer)
  );
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
