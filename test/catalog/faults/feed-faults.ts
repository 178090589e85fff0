import { changedEvents, decides, type FaultRow, freeze } from './fault.ts';

/** What can go wrong with what is known of what has happened. */
export const feedFaults: readonly FaultRow[] = [
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
    'forgets what was found',
    'gives events back as they were given',
    changedEvents((events) => events.map(({ findings: _, ...event }) => freeze(event))),
  ],
];
