import { describe, expect, it } from 'vitest';
import { type InsertOutcome, type Ledger, type LedgerEntry, memoryLedger } from '../../runtime/index.ts';
import { describeLedger, ledgerCases } from './index.ts';

/** What a faulty ledger does otherwise than the one in memory. */
type Fault = (ledger: Ledger) => Partial<Ledger>;

const everyState = [
  'waiting',
  'running',
  'unknown',
  'ok',
  'failed',
  'denied',
  'aborted',
  'timed_out',
] as const;

const faults: readonly (readonly [fault: string, foundBy: string, change: Fault])[] = [
  [
    'gives out entries that can be changed',
    'gives an entry back as it was written, frozen',
    (ledger) => ({
      get: async (id) => structuredClone(await ledger.get(id)),
    }),
  ],
  [
    'loses the order of keys',
    'gives an entry back as it was written, frozen',
    (ledger) => ({
      get: async (id) => {
        const entry = await ledger.get(id);
        return entry && Object.freeze({ ...entry, args: entry.args && reverseKeys(entry.args) });
      },
    }),
  ],
  [
    'accepts a second entry of one invocation',
    'refuses a second entry of one invocation and keeps the first',
    (ledger) => ({
      insert: async (entry) =>
        (await ledger.get(entry.invocationId)) ? { inserted: true } : ledger.insert(entry),
    }),
  ],
  [
    'forgets who used a key',
    'inserts nothing with a used key and gives the entry that used it',
    (ledger) => ({
      insert: (entry) => ledger.insert({ ...entry, idempotencyKey: null }),
    }),
  ],
  [
    'joins tenant and caller',
    'tells keys apart by tenant, caller and key',
    (ledger) => ({
      insert: async (entry) => {
        const joined = { ...entry, tenant: '', callerId: entry.tenant + entry.callerId };
        return (await ledger.insert(joined)).inserted
          ? { inserted: true }
          : { inserted: false, existing: entry };
      },
    }),
  ],
  [
    'compares keys without their case',
    'tells keys apart by tenant, caller and key',
    (ledger) => ({
      insert: (entry) =>
        ledger.insert({ ...entry, idempotencyKey: entry.idempotencyKey?.toLowerCase() ?? null }),
    }),
  ],
  [
    'takes no key for a key',
    'never takes entries without a key for the same',
    (ledger) => ({
      insert: (entry) => ledger.insert({ ...entry, idempotencyKey: entry.idempotencyKey ?? '' }),
    }),
  ],
  [
    'looks for a key before it waits to insert',
    'lets one of many concurrent insertions with a key succeed',
    (ledger) => ({ insert: insertInTwoSteps(ledger) }),
  ],
  [
    'replaces whatever revision is there',
    'replaces the revision before, and no other',
    (ledger) => ({
      replace: async (entry) => {
        const current = await ledger.get(entry.invocationId);
        return current !== undefined && ledger.replace({ ...entry, revision: current.revision + 1 });
      },
    }),
  ],
  [
    'says that every replacement succeeded',
    'lets one of many concurrent replacements of a revision succeed',
    (ledger) => ({
      replace: async (entry) => {
        await ledger.replace(entry);
        return true;
      },
    }),
  ],
  [
    'inserts what it should replace',
    'replaces nothing that is not there',
    (ledger) => ({
      replace: async (entry) => (await ledger.replace(entry)) || (await ledger.insert(entry)).inserted,
    }),
  ],
  [
    'never gives a key back',
    'frees a key when its entry gives it up',
    (ledger) => ({
      replace: async (entry) => {
        const idempotencyKey = (await ledger.get(entry.invocationId))?.idempotencyKey ?? null;
        return ledger.replace({ ...entry, idempotencyKey });
      },
    }),
  ],
  [
    'sorts as people do',
    'sorts by invocation id, in code-unit order',
    (ledger) => ({
      find: async (query) =>
        (await ledger.find(query)).toSorted((a, b) => a.invocationId.localeCompare(b.invocationId)),
    }),
  ],
  [
    'sorts after it has cut',
    'gives every entry on one page, and once',
    (ledger) => ({
      find: async ({ limit, ...query }) => (await ledger.find({ ...query, limit: 1_000 })).slice(-limit),
    }),
  ],
  [
    'starts a page with the last entry of the page before',
    'gives every entry on one page, and once',
    (ledger) => ({
      find: async (query) => {
        const last = query.after === undefined ? undefined : await ledger.get(query.after);
        return [...(last ? [last] : []), ...(await ledger.find(query))].slice(0, query.limit);
      },
    }),
  ],
  [
    'finds other states',
    'finds by state, tenant and owner',
    (ledger) => ({ find: (query) => ledger.find({ ...query, states: everyState }) }),
  ],
  [
    'finds other tenants',
    'finds by state, tenant and owner',
    (ledger) => ({ find: (query) => ledger.find({ ...query, tenant: undefined }) }),
  ],
  [
    'finds other owners',
    'finds by state, tenant and owner',
    (ledger) => ({ find: (query) => ledger.find({ ...query, owner: undefined }) }),
  ],
  [
    'finds other callers',
    'finds the calls of a caller',
    (ledger) => ({ find: (query) => ledger.find({ ...query, callerId: undefined }) }),
  ],
  [
    'finds calls that ended before',
    'finds calls that ended at a time or later',
    (ledger) => ({ find: (query) => ledger.find({ ...query, endedFrom: undefined }) }),
  ],
  [
    'does not know how large entries are',
    'summarizes what it finds',
    (ledger) => ({
      findSummaries: async (query) =>
        (await ledger.findSummaries(query)).map((summary) => ({ ...summary, bytes: 1 })),
    }),
  ],
  [
    'summarizes entries as they were first',
    'summarizes what it finds',
    (ledger) => ({
      findSummaries: async (query) =>
        (await ledger.findSummaries(query)).map((summary) => ({ ...summary, revision: 1 })),
    }),
  ],
  [
    'summarizes other states',
    'finds by state, tenant and owner',
    (ledger) => ({ findSummaries: (query) => ledger.findSummaries({ ...query, states: everyState }) }),
  ],
  [
    'forgets everything in one step',
    'forgets no more calls at once than it is told',
    (ledger) => ({ prune: (time) => ledger.prune(time) }),
  ],
  [
    'takes an empty tenant for none',
    'finds by state, tenant and owner',
    (ledger) => ({
      find: (query) => ledger.find({ ...query, tenant: query.tenant || undefined }),
    }),
  ],
  [
    'ignores the limit',
    'gives every entry on one page, and once',
    (ledger) => ({ find: (query) => ledger.find({ ...query, limit: 1_000 }) }),
  ],
  [
    'forgets what ended at the time itself',
    'forgets calls that ended before a time, and says how many',
    (ledger) => ({ prune: (time) => ledger.prune(time + 0.01) }),
  ],
  [
    'rounds times',
    'forgets calls that ended before a time, and says how many',
    (ledger) => ({ prune: (time) => ledger.prune(Math.ceil(time) - 0.5) }),
  ],
  ['forgets nothing', 'frees a key when its entry is forgotten', () => ({ prune: () => 0 })],
  [
    'does not say how much it has forgotten',
    'forgets calls that ended before a time, and says how many',
    (ledger) => ({
      prune: async (time) => Math.min(1, await ledger.prune(time)),
    }),
  ],
  [
    'is not as durable as it says',
    'keeps what it has answered, if it says that it is durable',
    () => ({ isDurable: true }),
  ],
  [
    'forgets calls that have not ended',
    'never forgets a call that has not ended',
    (ledger) => {
      const forgotten = new Set<string>();
      return {
        prune: async (time) => {
          const entries = await ledger.find({ states: everyState, limit: 1_000 });
          for (const { invocationId } of entries) forgotten.add(invocationId);
          return await ledger.prune(time);
        },
        find: async (query) =>
          (await ledger.find(query)).filter((entry) => !forgotten.has(entry.invocationId)),
      };
    },
  ],
  [
    'changes what it has given away',
    'never changes an entry that it has given away',
    (ledger) => {
      const given = new Map<string, LedgerEntry>();
      return {
        get: async (id) => {
          const entry = await ledger.get(id);
          if (entry !== undefined) given.set(id, { ...entry });
          return given.get(id);
        },
        replace: async (entry) => {
          Object.assign(given.get(entry.invocationId) ?? {}, entry);
          return await ledger.replace(entry);
        },
      };
    },
  ],
  [
    'finds by what was said first',
    'finds an entry by what its newest revision says',
    (ledger) => {
      const first = new Map<string, LedgerEntry>();
      return {
        insert: async (entry) => {
          first.set(entry.invocationId, entry);
          return await ledger.insert(entry);
        },
        find: async ({ states }) => [...first.values()].filter(({ state }) => states.includes(state)),
      };
    },
  ],
  [
    'takes ids without their case',
    'knows nothing of an invocation that was never inserted',
    (ledger) => ({
      get: (id) => ledger.get(id.toLowerCase()),
    }),
  ],
];

function withFault(change: Fault): Ledger {
  const ledger = memoryLedger();
  const sound: Ledger = {
    isDurable: ledger.isDurable,
    insert: (entry) => ledger.insert(entry),
    replace: (entry) => ledger.replace(entry),
    get: (invocationId) => ledger.get(invocationId),
    find: (query) => ledger.find(query),
    findSummaries: (query) => ledger.findSummaries(query),
    prune: (endedBefore, limit) => ledger.prune(endedBefore, limit),
  };
  return { ...sound, ...change(ledger) };
}

function insertInTwoSteps(ledger: Ledger): (entry: LedgerEntry) => Promise<InsertOutcome> {
  return async (entry) => {
    const entries = await ledger.find({ states: everyState, limit: 1_000 });
    const scopeOf = ({ tenant, callerId, idempotencyKey }: LedgerEntry) =>
      idempotencyKey === null ? undefined : JSON.stringify([tenant, callerId, idempotencyKey]);
    const existing = entries.find(
      (other) => scopeOf(other) !== undefined && scopeOf(other) === scopeOf(entry),
    );
    if (existing !== undefined) return { inserted: false, existing };
    await ledger.insert({ ...entry, idempotencyKey: null });
    return { inserted: true };
  };
}

function reverseKeys<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).toReversed()) as Value;
}

async function failuresOf(open: () => Ledger): Promise<string[]> {
  const failures: string[] = [];
  for (const { name, run } of ledgerCases) {
    await run(() => ({ ledger: open(), reopen: () => memoryLedger() })).catch(() => failures.push(name));
  }
  return failures;
}

describe('describeLedger', () => {
  it('makes one test of each case, in one group', () => {
    const groups: string[] = [];
    const names: string[] = [];

    describeLedger('my ledger', () => ({ ledger: memoryLedger() }), {
      describe: (name, body) => {
        groups.push(name);
        body();
      },
      it: (name) => names.push(name),
    });

    expect(groups).toEqual(['my ledger']);
    expect(names).toEqual(ledgerCases.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(faults)('finds that a ledger %s', async (_fault, foundBy, change) => {
    expect(await failuresOf(() => withFault(change))).toContain(foundBy);
  });

  it('has a fault for every case', () => {
    const found = new Set(faults.map(([, foundBy]) => foundBy));

    expect(ledgerCases.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
  });

  it('closes what a case has opened, even when it fails', async () => {
    let open = 0;
    const openLedger = () => {
      open++;
      return { ledger: withFault(() => ({ get: () => undefined })), close: () => void open-- };
    };

    for (const { run } of ledgerCases) await run(openLedger).catch(() => undefined);

    expect(open).toBe(0);
  });
});
