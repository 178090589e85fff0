import { describe, expect, it, vi } from 'vitest';
import {
  type CatalogEvent,
  type CatalogStore,
  type ChangeRequest,
  memoryStore,
  type TenantChanges,
  type ToolState,
} from '../../catalog/index.ts';
import { catalogStoreCases, describeCatalogStore, type OpenCatalogStore } from './index.ts';

/** What a faulty store does otherwise than the one in memory. */
type Fault = (store: CatalogStore) => Partial<CatalogStore>;

const faults: readonly (readonly [fault: string, foundBy: string, change: Fault])[] = [
  [
    'begins with a number',
    'holds nothing for a tenant that nobody has changed',
    (store) => ({
      load: async (tenant) => {
        const { sequence, tools } = await store.load(tenant);
        return { sequence: Math.max(1, sequence), tools };
      },
    }),
  ],
  [
    'gives out tools that can be changed',
    'gives back what was changed, frozen, here and elsewhere',
    changedTools((state) => structuredClone(state)),
  ],
  [
    'gives out events that can be changed',
    'gives back what was changed, frozen, here and elsewhere',
    changedEvents((events) => structuredClone(events)),
  ],
  [
    'shows a change to nobody else',
    'gives back what was changed, frozen, here and elsewhere',
    () => soundStore(memoryStore()),
  ],
  [
    'does not tell what was missed',
    'tells whoever decides what it has missed, and answers that too',
    decides((decide) => (_missed, previous) => decide(undefined, previous)),
  ],
  [
    'does not tell the event that is known',
    'tells whoever decides the event that it knows',
    decides((decide) => (missed) => decide(missed, undefined)),
  ],
  [
    'tells too much of what was missed',
    'tells whoever decides what it has missed, and answers that too',
    (store) => ({ change: async (tenant, request) => store.change(tenant, { ...request, known: 0 }) }),
  ],
  [
    'answers new events only',
    'tells whoever decides what it has missed, and answers that too',
    (store) => ({
      change: async (tenant, request) => {
        const { sequence } = await store.load(tenant);
        const answer = await store.change(tenant, request);
        return answer && (await store.changes(tenant, sequence));
      },
    }),
  ],
  [
    'decides twice',
    'tells whoever decides what it has missed, and answers that too',
    decides(
      (decide) =>
        (...given) =>
          decide(...given) && decide(...given),
    ),
  ],
  [
    'answers what was missed where nothing changes',
    'changes nothing if that is what is decided',
    (store) => ({
      change: async (tenant, request) =>
        (await store.change(tenant, request)) ?? (await store.changes(tenant, request.known)),
    }),
  ],
  [
    'uses up a number for a decision that throws',
    'changes nothing if a decision throws, and passes on what it threw',
    leavesGaps,
  ],
  [
    'has its own idea of what went wrong',
    'changes nothing if a decision throws, and passes on what it threw',
    decides((decide) => (...given) => {
      try {
        return decide(...given);
      } catch (cause) {
        throw new Error('The transaction was rolled back.', { cause });
      }
    }),
  ],
  ['writes tool by tool', 'writes all of a change or nothing of it', writesOneByOne],
  [
    'says nothing while it writes',
    'writes many tools in one change, and tells how far it is',
    (store) => ({
      change: (tenant, { known, decide }) => store.change(tenant, { known, decide }),
    }),
  ],
  [
    'has room for so many parameters',
    'writes many tools in one change, and tells how far it is',
    decides((decide) => (...given) => {
      const changeSet = decide(...given);
      return changeSet && { ...changeSet, tools: changeSet.tools.slice(0, 1_000) };
    }),
  ],
  ['gives out its own memory', 'never changes what it has given away', givesOwnMaps],
  [
    'decides before it locks',
    'lets changes that begin at once happen one after another',
    decidesBeforeItLocks,
  ],
  ['decides before it locks', 'finishes a change before another that begins meanwhile', decidesBeforeItLocks],
  [
    'reads number and tools one after the other',
    'answers readers from one moment, whatever is changed meanwhile',
    (store) => ({
      load: async (tenant) => {
        const { sequence } = await store.load(tenant);
        await nextTask();
        return { sequence, tools: (await store.load(tenant)).tools };
      },
    }),
  ],
  [
    'reads tools and events one after the other',
    'answers readers from one moment, whatever is changed meanwhile',
    (store) => ({
      changes: async (tenant, after) => {
        const { tools } = await store.changes(tenant, after);
        await nextTask();
        return { ...(await store.changes(tenant, after)), tools };
      },
    }),
  ],
  ['sorts keys', 'keeps the order of keys and every value in a spec', changedSpecs((spec) => sortKeys(spec))],
  [
    'rounds numbers',
    'keeps the order of keys and every value in a spec',
    changedSpecs((spec) => JSON.parse(JSON.stringify(spec).replaceAll('5e-324', '0'))),
  ],
  [
    'takes names without their case',
    'tells tools apart, whatever they are called',
    (store) => ({
      load: async (tenant) => {
        const { sequence, tools } = await store.load(tenant);
        const folded = new Map([...tools].map(([name, state]) => [name.toLowerCase(), state]));
        return { sequence, tools: new Map([...folded].map(([, state]) => [state.name, state])) };
      },
    }),
  ],
  [
    'ends texts at a null character',
    'keeps any text as it is',
    changedEvents((events) =>
      events.map(({ reason, ...event }) => freeze({ ...event, ...(reason && { reason: cut(reason) }) })),
    ),
  ],
  [
    'keeps some versions',
    'keeps many versions of a tool in order, and each change of one',
    changedTools((state) => freeze({ ...state, versions: state.versions.slice(0, 40) })),
  ],
  [
    'sorts versions',
    'keeps many versions of a tool in order, and each change of one',
    changedTools((state) =>
      freeze({
        ...state,
        versions: state.versions.toSorted((a, b) =>
          (a.spec.version ?? '') < (b.spec.version ?? '') ? -1 : 1,
        ),
      }),
    ),
  ],
  [
    'never takes anything back',
    'keeps each thing that is said of a tool, and forgets it',
    neverForgets((before, after) => ({ ...before, ...after })),
  ],
  [
    'keeps the versions of what was removed',
    'forgets the versions of a tool that is removed',
    neverForgets((before, after) => ({ ...after, versions: unite(before, after) })),
  ],
  [
    'takes a name without versions for none',
    'keeps a name that is only in quarantine',
    changedTools((state) => (state.versions.length === 0 ? undefined : state)),
  ],
  [
    'adds versions, and takes none away',
    'replaces all that a tool was, as a snapshot does that is restored',
    neverForgets((before, after) => ({ ...after, versions: unite(before, after) })),
  ],
  [
    'numbers events as it likes',
    'numbers events without a gap, in the order they were given',
    decides((decide) => (...given) => {
      const changeSet = decide(...given);
      return changeSet && { ...changeSet, events: changeSet.events.toReversed() };
    }),
  ],
  [
    'forgets who it was',
    'gives events back as they were given',
    changedEvents((events) => events.map(({ by: _, ...event }) => freeze(event))),
  ],
  [
    'ignores the limit',
    'gives every event on one page, and once',
    (store) => ({ events: (tenant, after) => store.events(tenant, after, 1_000) }),
  ],
  [
    'begins a page with the last event of the page before',
    'gives every event on one page, and once',
    (store) => ({ events: (tenant, after, limit) => store.events(tenant, Math.max(0, after - 1), limit) }),
  ],
  [
    'tells events twice',
    'answers what has happened after any event',
    (store) => ({
      changes: async (tenant, after) => {
        const changes = await store.changes(tenant, after);
        return { ...changes, events: changes.events.flatMap((event) => [event, event]) };
      },
    }),
  ],
  [
    'says nothing of tools that are gone',
    'answers what has happened after any event',
    (store) => ({
      changes: async (tenant, after) => {
        const changes = await store.changes(tenant, after);
        return { ...changes, tools: new Map([...changes.tools].filter(([, state]) => state !== undefined)) };
      },
    }),
  ],
  [
    'never wakes',
    'wakes whoever watches after a change of its own',
    () => ({ watch: () => () => undefined }),
  ],
  [
    'wakes before a change',
    'wakes whoever watches after a change of its own',
    (store) => {
      const wakes = new Set<() => void>();
      return {
        watch: (_tenant, wake) => {
          wakes.add(wake);
          return () => wakes.delete(wake);
        },
        change: async (tenant, request) => {
          for (const wake of wakes) wake();
          await nextTask();
          return await store.change(tenant, request);
        },
      };
    },
  ],
  ['wakes for changes of its own', 'wakes whoever watches after a change elsewhere', wakesItself],
  [
    'wakes once',
    'wakes often enough to follow one change after another',
    (store) => ({
      watch: (tenant, wake) => {
        const stop = store.watch(tenant, () => {
          stop();
          wake();
        });
        return stop;
      },
    }),
  ],
  [
    'wakes who has stopped',
    'wakes each who watches until it has stopped, and no longer',
    (store) => ({
      watch: (tenant, wake) => {
        store.watch(tenant, wake);
        return () => undefined;
      },
    }),
  ],
  [
    'takes the same function for the same watcher',
    'wakes each who watches until it has stopped, and no longer',
    (store) => {
      const stops = new Map<() => void, () => void>();
      return {
        watch: (tenant, wake) => {
          if (!stops.has(wake)) stops.set(wake, store.watch(tenant, wake));
          return () => stops.get(wake)?.();
        },
      };
    },
  ],
  [
    'shows the events of others',
    'keeps tenants apart, each with numbers of its own',
    (store) => {
      const tenants = new Set<string>();
      return {
        change: (tenant, request) => {
          tenants.add(tenant);
          return store.change(tenant, request);
        },
        events: async (_tenant, after, limit) => {
          const events = await Promise.all([...tenants].map((each) => store.events(each, after, limit)));
          return events.flat();
        },
      };
    },
  ],
  [
    'mixes tenants up that write at once',
    'keeps the changes of tenants apart that are made at once',
    (store) => {
      let current = '';
      return {
        change: async (tenant, request) => {
          current = tenant;
          await nextTask();
          return await store.change(current, request);
        },
      };
    },
  ],
  ['takes tenants without their case', 'tells tenants apart, whatever they are called', foldsTenants],
  [
    'counts by name and version',
    'counts uses by name, version and consumer',
    changedUses((use) => ({ ...use, consumer: 'app' })),
  ],
  [
    'takes the last that it hears of for the newest',
    'counts uses by name, version and consumer',
    (store) => {
      let last = '';
      return {
        recordUses: async (tenant, uses) => {
          last = uses.at(-1)?.at ?? last;
          await store.recordUses(tenant, uses);
        },
        uses: async (tenant) => (await store.uses(tenant)).map((use) => freeze({ ...use, lastAt: last })),
      };
    },
  ],
  [
    'sorts as people do',
    'sorts uses by name, version and consumer, in code-unit order',
    (store) => ({
      uses: async (tenant) => (await store.uses(tenant)).toSorted((a, b) => a.name.localeCompare(b.name)),
    }),
  ],
  [
    'sorts by code point',
    'sorts uses by name, version and consumer, in code-unit order',
    (store) => ({
      uses: async (tenant) =>
        (await store.uses(tenant)).toSorted(
          (a, b) => (a.name.codePointAt(0) ?? 0) - (b.name.codePointAt(0) ?? 0),
        ),
    }),
  ],
  [
    'ends consumers at a null character',
    'tells uses apart, whatever they name',
    changedUses((use) => ({ ...use, consumer: cut(use.consumer) })),
  ],
  [
    'counts one use after another',
    'counts all uses that are recorded together or none',
    (store) => ({
      recordUses: async (tenant, uses) => {
        for (const use of uses) await store.recordUses(tenant, [use]);
      },
    }),
  ],
  ['counts on what it read before', 'loses no use of many that are recorded at once', losesUses],
];

/** A store that holds other tools than it was given. */
function changedTools(change: (state: ToolState) => ToolState | undefined): Fault {
  return (store) => {
    const changedAnswer = (answer: TenantChanges | undefined) => {
      const entries = [...(answer?.tools ?? [])].map(
        ([name, state]) => [name, state && change(state)] as const,
      );
      return answer && { ...answer, tools: new Map(entries) };
    };
    return {
      load: async (tenant) => {
        const { sequence, tools } = await store.load(tenant);
        const states = [...tools.values()].flatMap((state) => change(state) ?? []);
        return { sequence, tools: new Map(states.map((state) => [state.name, state])) };
      },
      changes: async (tenant, after) => {
        const changes = await store.changes(tenant, after);
        return changedAnswer(changes) ?? changes;
      },
      change: async (tenant, request) => changedAnswer(await store.change(tenant, request)),
    };
  };
}

function changedSpecs(change: (spec: ToolState['versions'][number]['spec']) => unknown): Fault {
  return changedTools((state) => {
    const versions = state.versions.map((version) => ({ ...version, spec: change(version.spec) }));
    return freeze({ ...state, versions }) as ToolState;
  });
}

function changedEvents(change: (events: readonly CatalogEvent[]) => readonly CatalogEvent[]): Fault {
  return (store) => ({
    events: async (tenant, after, limit) => change(await store.events(tenant, after, limit)),
    changes: async (tenant, after) => {
      const changes = await store.changes(tenant, after);
      return { ...changes, events: change(changes.events) };
    },
  });
}

/** A store that asks for a decision in another way. */
function decides(change: (decide: ChangeRequest['decide']) => ChangeRequest['decide']): Fault {
  return (store) => ({
    change: (tenant, request) => store.change(tenant, { ...request, decide: change(request.decide) }),
  });
}

function changedUses(change: (use: Parameters<CatalogStore['recordUses']>[1][number]) => typeof use): Fault {
  return (store) => ({ recordUses: (tenant, uses) => store.recordUses(tenant, uses.map(change)) });
}

/** A store that mixes what it is given with what it has. */
function neverForgets(mix: (before: ToolState, after: ToolState) => ToolState): Fault {
  return (store) => {
    const held = new Map<string, ToolState>();
    return decides((decide) => (...given) => {
      const changeSet = decide(...given);
      const tools = changeSet?.tools.map((change) => {
        const [before, { after }] = [held.get(change.name), change];
        if (after === undefined) return change;
        const mixed = freeze(before === undefined ? after : mix(before, after));
        held.set(change.name, mixed);
        return { ...change, after: mixed };
      });
      return changeSet && tools && { ...changeSet, tools };
    })(store);
  };
}

function unite(before: ToolState, after: ToolState): ToolState['versions'] {
  const known = new Set(before.versions.map(({ spec }) => spec.version));
  return [...before.versions, ...after.versions.filter(({ spec }) => !known.has(spec.version))];
}

function leavesGaps(store: CatalogStore): Partial<CatalogStore> {
  let gap = 0;
  const moved = (events: readonly CatalogEvent[]) =>
    events.map((event) => freeze({ ...event, sequence: event.sequence + gap }));
  return {
    events: async (tenant, after, limit) => moved(await store.events(tenant, after, limit)),
    change: async (tenant, request) => {
      try {
        return await store.change(tenant, request);
      } catch (error) {
        gap++;
        throw error;
      }
    },
  };
}

function writesOneByOne(store: CatalogStore): Partial<CatalogStore> {
  return {
    change: async (tenant, { known, decide, onProgress }) => {
      const changes = await store.changes(tenant, known);
      const [previous] = await store.events(tenant, known - 1, 1);
      const changeSet = decide(changes.events.length === 0 ? undefined : changes, previous);
      if (changeSet === undefined) return undefined;
      const [last, ...drafts] = changeSet.events.toReversed();
      for (const tool of changeSet.tools) {
        const event = drafts.pop() ?? last;
        if (event === undefined) continue;
        const request = { known, decide: () => ({ tools: [tool], events: [event] }), onProgress };
        await store.change(tenant, request);
      }
      return await store.changes(tenant, known);
    },
  };
}

function givesOwnMaps(store: CatalogStore): Partial<CatalogStore> {
  const tools = new Map<string, ToolState>();
  return {
    load: async (tenant) => {
      const loaded = await store.load(tenant);
      for (const [name, state] of loaded.tools) tools.set(name, state);
      return { ...loaded, tools };
    },
    change: async (tenant, request) => {
      const answer = await store.change(tenant, request);
      for (const [name, state] of answer?.tools ?? []) {
        if (state === undefined) tools.delete(name);
        else tools.set(name, state);
      }
      return answer;
    },
  };
}

function decidesBeforeItLocks(store: CatalogStore): Partial<CatalogStore> {
  return {
    change: async (tenant, { known, decide, onProgress }) => {
      const missed = await store.changes(tenant, known);
      const [previous] = await store.events(tenant, known - 1, 1);
      const changeSet = decide(missed.events.length === 0 ? undefined : missed, previous);
      await nextTask();
      return await store.change(tenant, { known, decide: () => changeSet, onProgress });
    },
  };
}

/** It forgets, and tells of numbers that there are not. */
function keepsNothing(store: CatalogStore): Partial<CatalogStore> {
  return {
    load: async () => ({ sequence: 2, tools: new Map([]) }),
    changes: async (_tenant, after) => ({ sequence: after, events: [], tools: new Map([]) }),
    change: async (_tenant, { decide }) => {
      decide(undefined, undefined);
      return undefined;
    },
    events: async () => [],
    recordUses: async () => undefined,
    uses: () => store.uses('nobody'),
  };
}

function wakesItself(store: CatalogStore): Partial<CatalogStore> {
  const wakes = new Set<() => void>();
  return {
    watch: (_tenant, wake) => {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    change: async (tenant, request) => {
      const answer = await store.change(tenant, request);
      for (const wake of wakes) wake();
      return answer;
    },
  };
}

function foldsTenants(store: CatalogStore): Partial<CatalogStore> {
  return {
    load: (tenant) => store.load(tenant.toLowerCase()),
    changes: (tenant, after) => store.changes(tenant.toLowerCase(), after),
    change: (tenant, request) => store.change(tenant.toLowerCase(), request),
    events: (tenant, after, limit) => store.events(tenant.toLowerCase(), after, limit),
    recordUses: (tenant, uses) => store.recordUses(tenant.toLowerCase(), uses),
    uses: (tenant) => store.uses(tenant.toLowerCase()),
  };
}

function losesUses(store: CatalogStore): Partial<CatalogStore> {
  let counts: ReadonlyMap<string, number> = new Map([]);
  const keyOf = ({ name, version, consumer }: { name: string; version?: string; consumer: string }) =>
    JSON.stringify([name, version, consumer]);
  return {
    recordUses: async (tenant, uses) => {
      await store.recordUses(tenant, uses);
      const read = new Map(counts);
      await nextTask();
      for (const use of uses) read.set(keyOf(use), (read.get(keyOf(use)) ?? 0) + 1);
      counts = read;
    },
    uses: async (tenant) =>
      (await store.uses(tenant)).map((use) => freeze({ ...use, count: counts.get(keyOf(use)) ?? 0 })),
  };
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

function cut(text: string): string {
  return text.split('\u0000')[0] ?? '';
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const item of Object.values(value)) freeze(item);
  return Object.freeze(value);
}

/** Long enough for others to do something. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3));
}

function soundStore(store: CatalogStore): CatalogStore {
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

/** A store with a fault, and another without on the same tools. */
function openFaulty(change: Fault) {
  const store = memoryStore();
  return { store: { ...soundStore(store), ...change(store) }, reopen: () => store };
}

/** Runs a case in a time of its own, in which nobody waits. */
async function run(name: string, open: () => OpenCatalogStore): Promise<'passed' | 'failed'> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let outcome: 'passed' | 'failed' | undefined;
    const storeCase = catalogStoreCases.find((each) => each.name === name);
    storeCase?.run(open).then(
      () => (outcome = 'passed'),
      () => (outcome = 'failed'),
    );
    while (outcome === undefined) await vi.advanceTimersToNextTimerAsync();
    return outcome;
  } finally {
    vi.useRealTimers();
  }
}

describe('describeCatalogStore', () => {
  it('makes one test of each case, in one group', () => {
    const groups: string[] = [];
    const names: string[] = [];

    describeCatalogStore('my store', () => ({ store: memoryStore() }), {
      describe: (name, body) => {
        groups.push(name);
        body();
      },
      it: (name) => names.push(name),
    });

    expect(groups).toEqual(['my store']);
    expect(names).toEqual(catalogStoreCases.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(faults)('finds that a store %s', async (_fault, foundBy, change) => {
    expect(await run(foundBy, () => openFaulty(change))).toBe('failed');
  });

  it('has a fault for every case that asks the store itself', () => {
    const found = new Set(faults.map(([, foundBy]) => foundBy));
    const names = catalogStoreCases.map(({ name }) => name).filter((name) => !name.startsWith('['));

    expect(names.filter((name) => !found.has(name))).toEqual([]);
  });

  it('finds with every case that asks a catalogue that a store keeps nothing', async () => {
    const names = catalogStoreCases.map(({ name }) => name).filter((name) => name.startsWith('['));

    for (const name of names) {
      expect([name, await run(name, () => openFaulty(keepsNothing))]).toEqual([name, 'failed']);
    }
  });

  it('finds that a store is not as durable as it says', async () => {
    const open = () => ({ ...openFaulty(() => ({ isDurable: true })), reopen: () => memoryStore() });

    expect(await run('gives back what was changed, frozen, here and elsewhere', open)).toBe('failed');
  });

  it('wants to open a store again that says that it is durable', async () => {
    const open = () => ({ store: { ...soundStore(memoryStore()), isDurable: true } });

    for (const { name } of catalogStoreCases) expect([name, await run(name, open)]).toEqual([name, 'failed']);
  });

  it('closes what a case has opened, even when it fails', async () => {
    let open = 0;
    const openStore = () => {
      open++;
      return {
        ...openFaulty(() => ({ load: () => Promise.reject(new Error('No.')) })),
        close: () => void open--,
      };
    };

    for (const { name } of catalogStoreCases) await run(name, openStore);

    expect(open).toBe(0);
  });
});
