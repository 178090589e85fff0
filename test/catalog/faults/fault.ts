import type {
  CatalogEvent,
  CatalogStore,
  ChangeRequest,
  TenantChanges,
  ToolState,
} from '../../../packages/toolcrib/src/catalog/index.ts';

/** What a faulty store does otherwise than the one in memory. */
export type Fault = (store: CatalogStore) => Partial<CatalogStore>;

/** A fault, as the end of a sentence about a store, and the case that finds it. */
export type FaultRow = readonly [fault: string, foundBy: string, change: Fault];

export function soundStore(store: CatalogStore): CatalogStore {
  return {
    isDurable: store.isDurable,
    load: (tenant) => store.load(tenant),
    changes: (tenant, after) => store.changes(tenant, after),
    change: (tenant, request) => store.change(tenant, request),
    events: (tenant, after, limit) => store.events(tenant, after, limit),
    watch: (tenant, wake) => store.watch(tenant, wake),
    recordUses: (tenant, uses) => store.recordUses(tenant, uses),
    uses: (tenant) => store.uses(tenant),
  };
}

/** A store that holds other tools than it was given. */
export function changedTools(change: (state: ToolState) => ToolState | undefined): Fault {
  return (store) => {
    const changedAnswer = (answer: TenantChanges | undefined) => {
      const entries = [...(answer?.tools ?? [])].map(
        ([name, state]) => [name, state && change(state)] as const,
      );
      return answer && { ...answer, tools: new Map(entries) };
    };
    return {
      load: async (tenant) => {
        const loaded = await store.load(tenant);
        const states = [...loaded.tools.values()].flatMap((state) => change(state) ?? []);
        return { ...loaded, tools: new Map(states.map((state) => [state.name, state])) };
      },
      changes: async (tenant, after) => {
        const changes = await store.changes(tenant, after);
        return changedAnswer(changes) ?? changes;
      },
      change: async (tenant, request) => changedAnswer(await store.change(tenant, request)),
    };
  };
}

export function changedEvents(change: (events: readonly CatalogEvent[]) => readonly CatalogEvent[]): Fault {
  return (store) => ({
    events: async (tenant, after, limit) => change(await store.events(tenant, after, limit)),
    changes: async (tenant, after) => {
      const changes = await store.changes(tenant, after);
      return { ...changes, events: change(changes.events) };
    },
  });
}

/** A store that asks for a decision in another way. */
export function decides(change: (decide: ChangeRequest['decide']) => ChangeRequest['decide']): Fault {
  return (store) => ({
    change: (tenant, request) => store.change(tenant, { ...request, decide: change(request.decide) }),
  });
}

export function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

export function cut(text: string): string {
  return text.split('\u0000')[0] ?? '';
}

export function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) freeze(item);
  return Object.freeze(value);
}

/** Long enough for others to do something. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3));
}
