import { describe, expect, it, vi } from 'vitest';
import { nextTurn } from '../../../../test/catalog/flaky-store.ts';
import { rejectionOf } from '../../../../test/errors.ts';
import { ToolcribError } from '../core/errors.ts';
import { SAMPLE_TIME, sampleTool } from '../stores/testkit/sample-tool.ts';
import type { CatalogEvent } from './catalog-event.ts';
import type { CatalogStore, ChangeSet } from './catalog-store.ts';
import { CatalogSync } from './catalog-sync.ts';
import { memoryStore } from './memory-store.ts';

/** A store that counts, waits and fails as it is told, and wakes nobody unless it is told to. */
class Store {
  /** May be replaced, as a database is by its backup. */
  inner = memoryStore();
  /** What was asked of it. */
  readonly asked: string[] = [];
  /** Called before something is done. */
  before: (method: string) => Promise<void> | void = () => undefined;
  /** Called when something was done, before it is answered. */
  after: (method: string) => Promise<void> | void = () => undefined;
  wakes = new Set<() => void>();

  readonly port: CatalogStore = {
    isDurable: false,
    load: (tenant) => this.#do('load', () => this.inner.load(tenant)),
    changes: (tenant, after) => this.#do('changes', () => this.inner.changes(tenant, after)),
    change: (tenant, request) => this.#do('change', () => this.inner.change(tenant, request)),
    events: (tenant, after, limit) => this.#do('events', () => this.inner.events(tenant, after, limit)),
    watch: (_tenant, wake) => {
      this.wakes.add(wake);
      return () => this.wakes.delete(wake);
    },
    recordUses: (tenant, uses) => this.inner.recordUses(tenant, uses),
    uses: (tenant) => this.inner.uses(tenant),
  };

  /** Makes a change of its own, as another process would. */
  async put(name: string): Promise<void> {
    const { sequence } = await this.inner.load('acme');
    await this.inner.change('acme', { known: sequence, decide: () => putOf(name) });
  }

  wake(): void {
    for (const wake of this.wakes) wake();
  }

  async #do<Value>(method: string, work: () => Promise<Value>): Promise<Value> {
    this.asked.push(method);
    await this.before(method);
    const value = await work();
    await this.after(method);
    return value;
  }
}

function putOf(name: string): ChangeSet {
  const event = { type: 'tool-created', name, at: SAMPLE_TIME } as const;
  const tools = [{ name, before: undefined, after: sampleTool({ name }) }];
  return { tools, documents: [], events: [event] };
}

async function open(store = new Store()) {
  const faults: unknown[] = [];
  const sync = await CatalogSync.open({
    store: store.port,
    tenant: 'acme',
    onFault: (error) => faults.push(error),
  });
  store.asked.length = 0;
  const heard: string[] = [];
  sync.subscribe(({ name }: CatalogEvent) => heard.push(name), 0);
  const names = () => sync.replica.states().map(({ name }) => name);
  return { store, sync, faults, heard, names };
}

/** A promise and how to keep it. */
function createGate() {
  return Promise.withResolvers<void>();
}

const away = new ToolcribError('E_STORE_FAILED', 'The database is away.', {
  context: { reason: 'unreachable' },
});

describe('opening', () => {
  it('misses nothing that happens between loading and watching', async () => {
    const store = new Store();
    store.after = async (method) => {
      if (method === 'load') await store.put('early');
    };

    const { names } = await open(store);

    expect(names()).toEqual(['early']);
  });

  it.each(['load', 'changes'])(
    'fails with what the store says to %s, and watches no longer',
    async (failing) => {
      const store = new Store();
      store.before = (method) => {
        if (method === failing) throw away;
      };

      expect(await rejectionOf(open(store))).toBe(away);
      expect(store.wakes.size).toBe(0);
    },
  );
});

describe('refreshing', () => {
  it('reads what has happened, and tells those who listen', async () => {
    const { store, sync, heard, names } = await open();
    await store.put('a');
    await store.put('b');
    expect(names()).toEqual([]);

    await sync.refresh();

    expect([names(), heard]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('reads once more, for all who have asked meanwhile', async () => {
    const { store, sync, names } = await open();
    const gate = createGate();
    store.after = () => gate.promise;
    const first = sync.refresh();
    await nextTurn();
    await store.put('late');

    const others = [sync.refresh(), sync.refresh(), sync.refresh()];
    gate.resolve();
    await first;
    expect(names()).toEqual([]);
    await Promise.all(others);

    expect(names()).toEqual(['late']);
    expect(store.asked).toEqual(['changes', 'changes']);
  });

  it('fails for whoever has asked, and works for the next', async () => {
    const { store, sync, names } = await open();
    await store.put('a');
    let isAway = true;
    store.before = () => {
      if (isAway) throw away;
    };
    const first = sync.refresh();
    const second = sync.refresh();
    isAway = false;

    expect(await rejectionOf(first)).toBe(away);
    await second;
    expect(names()).toEqual(['a']);
  });

  it('is done whenever the store wakes, and a failure of that is a fault', async () => {
    const { store, faults, names } = await open();
    await store.put('a');
    store.wake();
    await nextTurn();
    expect(names()).toEqual(['a']);
    store.before = () => {
      throw away;
    };

    store.wake();
    await nextTurn();

    expect(faults).toEqual([away]);
  });

  it('brings listeners forward that could not be, though nothing is new', async () => {
    const { store, sync, faults } = await open();
    await store.put('a');
    await sync.refresh();
    store.before = (method) => {
      if (method === 'events') throw away;
    };
    const late: string[] = [];
    sync.subscribe(({ name }) => late.push(name), 0);
    await nextTurn();
    expect([late, faults]).toEqual([[], [away]]);
    store.before = () => undefined;

    await sync.refresh();
    await nextTurn();

    expect(late).toEqual(['a']);
  });
});

describe('changing', () => {
  it('happens one after another, each on what was before, and is known when it ends', async () => {
    const { store, sync, names, heard } = await open();
    const seen: (readonly string[])[] = [];
    const put = async (name: string) => {
      await sync.change({
        decide: () => {
          seen.push(names());
          return putOf(name);
        },
      });
      seen.push(names());
    };

    await Promise.all([put('a'), put('b')]);
    await store.put('c');
    await put('d');

    expect(seen).toEqual([[], ['a'], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]);
    expect(heard).toEqual(['a', 'b', 'c', 'd']);
  });

  it('goes on after one that has failed, in whatever way', async () => {
    const { store, sync, names } = await open();
    const refused = new ToolcribError('E_VERSION_CONFLICT', 'No.');
    const fail = () => {
      throw refused;
    };
    store.before = () => {
      if (store.asked.length === 2) throw away;
    };

    const outcomes = await Promise.allSettled([
      sync.change({ decide: fail }),
      sync.change({ decide: () => putOf('lost') }),
      sync.change({ decide: () => undefined }),
      sync.change({ decide: () => putOf('a') }),
    ]);

    expect(outcomes.map((outcome) => ('reason' in outcome ? outcome.reason : 'done'))).toEqual([
      refused,
      away,
      'done',
      'done',
    ]);
    expect(names()).toEqual(['a']);
  });

  it('tells listeners of what it has missed, though it fails, and never before it has ended', async () => {
    const { store, sync, names, heard } = await open();
    await store.put('a');

    const change = sync.change({
      decide: () => {
        expect([names(), heard]).toEqual([['a'], []]);
        throw away;
      },
    });

    expect(await rejectionOf(change)).toBe(away);
    expect(heard).toEqual(['a']);
  });

  it('is known and told once, also if its answer was lost', async () => {
    const { store, sync, names, heard } = await open();
    store.after = () => {
      throw away;
    };
    expect(await rejectionOf(sync.change({ decide: () => putOf('a') }))).toBe(away);
    expect([names(), heard]).toEqual([[], []]);
    store.after = () => undefined;

    await sync.change({ decide: () => putOf('b') });
    await sync.refresh();

    expect([names(), heard]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('is told once, if it is read before its own answer has arrived', async () => {
    const { store, sync, names, heard } = await open();
    const gate = createGate();
    store.after = (method) => (method === 'change' ? gate.promise : undefined);
    const change = sync.change({ decide: () => putOf('a') });
    await nextTurn();

    await sync.refresh();
    expect(heard).toEqual(['a']);
    gate.resolve();
    await change;

    expect([names(), heard]).toEqual([['a'], ['a']]);
  });
});

describe('a store that was replaced', () => {
  it.each([
    { what: 'has nothing', names: [] },
    { what: 'has less', names: ['a'] },
    { what: 'has as much, of something else', names: ['a', 'x'] },
    { what: 'has more, of something else', names: ['a', 'x', 'y'] },
  ])('is refused if it $what, and nothing is mixed with it', async ({ names }) => {
    const { store, sync, names: known, heard } = await open();
    for (const name of ['a', 'b']) await sync.change({ decide: () => putOf(name) });
    store.inner = memoryStore();
    for (const name of names) await store.put(name);

    const replaced = { code: 'E_STORE_CORRUPT', context: { sequence: 2 } };
    expect(await rejectionOf(sync.refresh())).toMatchObject(replaced);
    expect(await rejectionOf(sync.change({ decide: () => putOf('c') }))).toMatchObject(replaced);

    expect([known(), heard]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect((await store.inner.load('acme')).sequence).toBe(names.length);
  });

  it('is none that has only gone on, whoever knows what of it', async () => {
    const { store, sync, names } = await open();
    await store.put('a');
    const fresh = await open(store);
    await store.put('b');

    await fresh.sync.change({ decide: () => putOf('c') });
    await sync.refresh();
    await fresh.sync.refresh();

    expect([names(), fresh.names()]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });
});

describe('closing', () => {
  it('ends watching, listening and changing, and reads go on', async () => {
    const { store, sync, names, heard } = await open();
    await sync.change({ decide: () => putOf('a') });

    sync.close();
    sync.close();
    await store.put('b');

    const closed = { code: 'E_CATALOG_CLOSED' };
    expect(await rejectionOf(sync.refresh())).toMatchObject(closed);
    expect(await rejectionOf(sync.change({ decide: () => putOf('c') }))).toMatchObject(closed);
    expect(() => sync.subscribe(() => undefined, 0)).toThrow(expect.objectContaining(closed));
    expect([names(), heard, store.wakes.size]).toEqual([['a'], ['a'], 0]);
  });

  it('lets a change end that is under way, refuses those that wait, and tells nobody', async () => {
    const { store, sync, names, heard } = await open();
    const gate = createGate();
    store.before = () => gate.promise;
    const [first, second] = [
      sync.change({ decide: () => putOf('a') }),
      sync.change({ decide: () => putOf('b') }),
    ];
    await nextTurn();

    sync.close();
    gate.resolve();

    await first;
    expect(await rejectionOf(second)).toMatchObject({ code: 'E_CATALOG_CLOSED' });
    expect([names(), heard]).toEqual([['a'], []]);
  });

  it('is no fault for those that were woken before', async () => {
    const { store, sync, faults } = await open();
    const gate = createGate();
    store.before = async () => {
      await gate.promise;
      throw away;
    };
    const wakes = [...store.wakes];
    for (const wake of [...wakes, ...wakes]) wake();
    await nextTurn();

    sync.close();
    gate.resolve();
    await nextTurn();
    for (const wake of wakes) wake();
    await nextTurn();

    expect(faults).toEqual([]);
  });
});

it('reads one event of what is known already, and no tool, when nothing has happened', async () => {
  const store = memoryStore();
  await store.change('acme', { known: 0, decide: () => putOf('a') });
  const sync = await CatalogSync.open({ store, tenant: 'acme', onFault: () => undefined });
  const [changes, events] = [vi.spyOn(store, 'changes'), vi.spyOn(store, 'events')];

  await sync.refresh();

  expect(changes.mock.calls).toEqual([['acme', 1]]);
  expect(events.mock.calls).toEqual([['acme', 0, 1]]);
  sync.close();
});
