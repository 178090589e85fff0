import {
  type CatalogEvent,
  type CatalogStore,
  memoryStore,
  type ToolState,
} from '../../../packages/toolcrib/src/catalog/index.ts';
import { changedEvents, changedTools, decides, type FaultRow, freeze, soundStore } from './fault.ts';

/** What can go wrong with one change. */
export const changeFaults: readonly FaultRow[] = [
  [
    'begins with a number',
    'holds nothing for a tenant that nobody has changed',
    (store) => ({
      load: async (tenant) => {
        const loaded = await store.load(tenant);
        return { ...loaded, sequence: Math.max(1, loaded.sequence) };
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
];

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
        const request = {
          known,
          decide: () => ({ tools: [tool], documents: [], events: [event] }),
          onProgress,
        };
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
