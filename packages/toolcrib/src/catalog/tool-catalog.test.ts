import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../test/errors.ts';
import { sampleSpec } from '../stores/testkit/sample-tool.ts';
import type { CatalogEvent } from './catalog-event.ts';
import type { CatalogOptions } from './catalog-options.ts';
import type { CatalogProgress } from './catalog-store.ts';
import { runSpecCheck, type SpecChecks } from './checks/spec-checks.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { memoryStore } from './memory-store.ts';
import { openCatalog } from './open-catalog.ts';
import { authorityDigest } from './spec-authority.ts';
import { specDigest } from './spec-digest.ts';
import type { ToolCatalog } from './tool-catalog.ts';
import type { ToolRegistrySnapshot } from './tool-registry-snapshot.ts';
import type { ToolSpec } from './tool-spec.ts';

const name = 'refund_order';
const order = { type: 'string', description: 'The number of the order.' };
/** Of a spec in which nothing is found, so that events tell of nothing. */
const inputSchema = { type: 'object', properties: { order }, required: ['order'] };
const [first, second] = [
  sampleSpec({ inputSchema }),
  sampleSpec({ inputSchema, version: '2.0.0', title: 'Refund' }),
];
const AT = '2026-02-03T04:05:06.007Z';

async function open(options: CatalogOptions = {}): Promise<ToolCatalog> {
  return await openCatalog(memoryStore(), { clock: { now: () => Date.parse(AT) }, ...options });
}

function markOf(spec: ToolSpec) {
  return { version: spec.version, digest: specDigest(spec), authorityDigest: authorityDigest(spec) };
}

/** What changes has events, and nothing else has. */
async function eventsOf(
  catalog: ToolCatalog,
  change: () => Promise<unknown>,
): Promise<readonly CatalogEvent[]> {
  const { sequence } = catalog;
  await change();
  return await catalog.events(sequence);
}

describe('an event', () => {
  const [one, two] = [markOf(first), markOf(second)];
  const who = { by: 'ann', reason: 'Because.' };
  const said = { at: AT, by: 'ann', reason: 'Because.' };

  it('[C3, C6, C10] says what has changed, which version is current, and which was', async () => {
    const catalog = await open();
    const expected = async (change: () => Promise<unknown>, ...events: readonly object[]) => {
      const from = catalog.sequence + 1;
      const numbered = events.map((event, index) => ({ sequence: from + index, name, ...said, ...event }));
      expect(await eventsOf(catalog, change)).toEqual(numbered);
    };

    await expected(() => catalog.register(first, who), { type: 'tool-created', to: one });
    await expected(() => catalog.register(first, who));
    await expected(() => catalog.register(second, who), { type: 'tool-updated', to: two, from: one });
    await expected(() => catalog.register(first, who), { type: 'tool-reactivated', to: one, from: two });
    await expected(() => catalog.setEnabled(name, false, who), { type: 'tool-disabled', to: one });
    await expected(() => catalog.setEnabled(name, false, who));
    await expected(() => catalog.setEnabled(name, true, who), { type: 'tool-enabled', to: one });
    const old = { message: 'Because.', version: '2.0.0', by: 'ann' };
    await expected(() => catalog.deprecate(name, old), { type: 'tool-deprecated', to: two });
    await expected(() => catalog.deprecate(name, old));
    const again = { version: '2.0.0', ...who };
    await expected(() => catalog.undeprecate(name, again), { type: 'tool-undeprecated', to: two });
    await expected(() => catalog.undeprecate(name, again));
    await expected(() => catalog.quarantine(name, who), { type: 'tool-quarantined', to: one });
    await expected(() => catalog.quarantine(name, { reason: 'Other.' }));
    await expected(() => catalog.release(name, who), { type: 'tool-released', to: one });
    await expected(() => catalog.release(name, who));
    await catalog.quarantine(name, who);
    await expected(() => catalog.remove(name, who), { type: 'tool-removed', from: one });
    await expected(() => catalog.remove(name, who));
    await expected(() => catalog.release(name, who), { type: 'tool-released' });
    await expected(() => catalog.remove('unknown', who));
    await expected(() => catalog.quarantine(name, who), { type: 'tool-quarantined' });
    await expected(() => catalog.remove(name, who));
  });

  it('lists the names in quarantine, with and without a tool', async () => {
    const catalog = await open();
    await catalog.register(first);
    await catalog.quarantine('z_blocked', { reason: 'Odd.' });
    await catalog.quarantine(name, who);
    const entry = { reason: 'Because.', since: AT, by: 'ann' };
    const both = [
      { name, quarantine: entry },
      { name: 'z_blocked', quarantine: { reason: 'Odd.', since: AT } },
    ];

    expect(catalog.quarantinedNames()).toEqual(both);
    await catalog.remove(name);
    expect(catalog.quarantinedNames()).toEqual(both);
    await catalog.release(name);
    expect(catalog.quarantinedNames()).toEqual(both.slice(1));
    expect(Object.isFrozen(catalog.quarantinedNames()[0])).toBe(true);
  });

  it('[C7] of a restored tool says which version was current before, if that is another', async () => {
    const catalog = await open();
    await catalog.register(first);
    const snapshots = [catalog.snapshot()];
    await catalog.setEnabled(name, false);
    snapshots.push(catalog.snapshot());
    await catalog.register(second);
    await catalog.register(sampleSpec({ name: 'extra' }));
    const restore = (index: number) => catalog.restore(snapshots[index] ?? catalog.snapshot(), who);

    const events = [
      ...(await eventsOf(catalog, () => restore(1))),
      ...(await eventsOf(catalog, () => restore(0))),
      ...(await eventsOf(catalog, () => restore(0))),
    ];

    expect(events).toEqual([
      {
        sequence: 5,
        type: 'tool-removed',
        name: 'extra',
        ...said,
        from: markOf(sampleSpec({ name: 'extra' })),
      },
      { sequence: 6, type: 'tool-restored', name, ...said, to: one, from: two },
      { sequence: 7, type: 'tool-restored', name, ...said, to: one },
    ]);
  });

  it('is not there for a preview of a restore, which tells what would change', async () => {
    const catalog = await open();
    await catalog.register(first);
    const wanted = catalog.snapshot();
    await catalog.register(second);
    const before = catalog.snapshot();
    const text = JSON.stringify(wanted);

    const events = await eventsOf(catalog, async () => {
      expect(await catalog.previewRestore(JSON.parse(text))).toEqual({
        before,
        sequence: catalog.sequence,
        after: wanted,
        diff: diffSnapshots(before, wanted),
      });
    });

    expect(events).toEqual([]);
    expect(catalog.snapshot()).toEqual(before);
    await expect(catalog.previewRestore({ ...wanted, tools: [JSON.parse('{}')] })).rejects.toMatchObject({
      code: 'E_INVALID_SNAPSHOT',
      context: { path: '/tools/0/spec' },
    });
  });

  it('is there once if others change tools while a snapshot is read', async () => {
    const store = memoryStore();
    const specs = Array.from({ length: 12 }, (_, index) =>
      sampleSpec({ name: `tool_${index}`, inputSchema }),
    );
    const other = await openCatalog(store);
    await other.registerAll(specs);
    const wanted = other.snapshot();
    let pauses = 0;
    const checks: SpecChecks = {
      run: async (questions) => questions.map(runSpecCheck),
      // The last time after all tools were compared.
      pause: async () => {
        pauses += 1;
        await other.setEnabled('tool_3', false);
      },
    };
    const catalog = await openCatalog(store, { checks });

    const events = await eventsOf(catalog, () => catalog.restore(wanted));

    expect(pauses).toBeGreaterThan(3);
    expect(events.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'tool-disabled tool_3',
      'tool-restored tool_3',
    ]);
    expect(catalog.snapshot()).toEqual(wanted);
  });

  it('is there sooner for a snapshot that a preview has read already', async () => {
    let pauses = 0;
    const pause = async () => void pauses++;
    const catalog = await openCatalog(memoryStore(), {
      checks: { run: async (questions) => questions.map(runSpecCheck), pause },
    });
    await catalog.registerAll(
      Array.from({ length: 40 }, (_, index) => sampleSpec({ name: `tool_${index}` })),
    );
    const pausesOf = async (snapshot: ToolRegistrySnapshot) => {
      pauses = 0;
      await catalog.restore(snapshot);
      return pauses;
    };
    const { after } = await catalog.previewRestore(catalog.snapshot());

    const [read, unread] = [await pausesOf(after), await pausesOf(JSON.parse(JSON.stringify(after)))];

    // A third of the work: reading, finding states, comparing them.
    expect(unread - read).toBeGreaterThanOrEqual(9);
  });

  it('is there for every spec of many that has changed something, in their order', async () => {
    const catalog = await open();

    const specs = [second, sampleSpec({ name: 'other' }), first, first, second];
    const registrations = await catalog.registerAll(specs);

    const events = await catalog.events();
    expect(events.map((event) => [event.type, event.name, event.to?.version, event.from?.version])).toEqual([
      ['tool-created', name, '2.0.0', undefined],
      ['tool-created', 'other', '1.0.0', undefined],
      ['tool-updated', name, '1.0.0', '2.0.0'],
      ['tool-reactivated', name, '2.0.0', '1.0.0'],
    ]);
    expect(registrations.map(({ spec }) => spec)).toEqual(specs);
    expect(catalog.get(name)?.spec).toEqual(second);
    expect(Object.isFrozen(registrations)).toBe(true);
  });
});

describe('registering', () => {
  it('[C3] answers the registration that is there already, the very same', async () => {
    const catalog = await open();
    await catalog.register(first);
    const before = catalog.get(name);

    expect(await catalog.register({ ...first })).toBe(before);
    expect(await catalog.setEnabled(name, true)).toBe(before);
    expect(await catalog.release(name)).toBe(before);
    expect(catalog.get(name)).toBe(before);
  });

  it('[C3] names every conflict, and changes nothing', async () => {
    const catalog = await open();
    await catalog.registerAll([first, second]);
    const before = JSON.stringify(catalog.snapshot());
    const specs = [
      sampleSpec({ name: 'new' }),
      { ...first, description: 'Other.' },
      { ...second, inputSchema: { type: 'object', properties: { 'a/b~c': {} } } },
    ];

    const error = await rejectionOf(catalog.registerAll(specs));

    const differences = [{ field: 'description', pointer: '/description' }];
    expect(error.code).toBe('E_VERSION_CONFLICT');
    expect(error.context).toEqual({
      ...{ toolName: name, version: '1.0.0', differences },
      conflicts: [
        { toolName: name, version: '1.0.0', differences },
        {
          toolName: name,
          version: '2.0.0',
          differences: [
            { field: 'inputSchema', pointer: '/inputSchema/properties/a~1b~0c' },
            { field: 'inputSchema', pointer: '/inputSchema/properties/order' },
            { field: 'inputSchema', pointer: '/inputSchema/required' },
          ],
        },
      ],
    });
    expect(error.message).toContain(
      `"${name}" is published in version "1.0.0" with other content (description)`,
    );
    expect([JSON.stringify(catalog.snapshot()), catalog.sequence]).toEqual([before, 2]);
  });

  it('[C1] says which of many specs is refused', async () => {
    const catalog = await open();
    // It has to be refused whatever TypeScript was told.
    const bad = { ...second, tags: 'none' } as unknown as ToolSpec;

    expect((await rejectionOf(catalog.registerAll([first, bad]))).context).toEqual({
      ...{ toolName: name, field: 'tags', index: 1 },
    });
    expect((await rejectionOf(catalog.register(bad))).context).toEqual({ toolName: name, field: 'tags' });
    expect(catalog.list()).toEqual([]);
  });

  it('tells how far it is, and goes on if whoever is told throws', async () => {
    const faults: unknown[] = [];
    const catalog = await open({ onFault: (error) => faults.push(error) });
    const specs = Array.from({ length: 1_100 }, (_, index) => sampleSpec({ name: `tool-${index}` }));
    const told: CatalogProgress[] = [];
    const failure = new Error('This one does not want to know.');

    await catalog.registerAll(specs, {
      onProgress: (progress) => {
        told.push(progress);
        throw failure;
      },
    });

    expect(told).toEqual([
      { phase: 'checking', done: 500, total: 1_100 },
      { phase: 'checking', done: 1_000, total: 1_100 },
      { phase: 'checking', done: 1_100, total: 1_100 },
      { phase: 'writing', done: 1_100, total: 1_100 },
    ]);
    expect(faults).toEqual(told.map(() => failure));
    expect(catalog.list()).toHaveLength(1_100);
  });
});

describe('resolving', () => {
  it('[C11] says first that there is no tool, then what is wrong with it, then with the version', async () => {
    const catalog = await open();
    const refusals = async (options: object = {}) => {
      const error = await rejectionOf(catalog.resolve(name, { consumer: 'bot', ...options }));
      return { code: error.code, ...error.context };
    };
    expect(await refusals()).toEqual({ code: 'E_TOOL_NOT_FOUND', toolName: name });
    await catalog.register(first);
    await catalog.deprecate(name, { message: 'Old.' });
    await catalog.setEnabled(name, false);
    await catalog.quarantine(name, { reason: 'Leaks.' });

    expect(await refusals()).toEqual({ code: 'E_TOOL_QUARANTINED', toolName: name, reason: 'Leaks.' });
    await catalog.release(name);
    expect(await refusals({ version: '1.0.0' })).toEqual({ code: 'E_TOOL_DISABLED', toolName: name });
    await catalog.setEnabled(name, true);
    const missing = { code: 'E_VERSION_NOT_FOUND', toolName: name, versions: ['1.0.0'] };
    expect(await refusals({ version: null })).toEqual({ ...missing, version: null });
    const deprecation = { message: 'Old.' };
    expect(await refusals()).toEqual({ ...missing, range: 'latest', deprecation });
    expect(await catalog.deprecatedUses()).toEqual([]);
  });

  it('records who uses a deprecated version, and nobody else', async () => {
    const catalog = await open();
    await catalog.registerAll([first, second]);
    await catalog.deprecate(name, { message: 'Old.', version: '1.0.0' });

    for (const consumer of ['b', 'a', 'b']) await catalog.resolve(name, { version: '1.0.0', consumer });
    expect(await catalog.resolve(name, { consumer: 'c' })).toBe(catalog.get(name));
    expect((await catalog.resolve(name, { consumer: 'c', range: '*' })).spec).toEqual(second);

    const use = { name, version: '1.0.0', firstAt: AT, lastAt: AT };
    expect(await catalog.deprecatedUses()).toEqual([
      { ...use, consumer: 'a', count: 1 },
      { ...use, consumer: 'b', count: 2 },
    ]);
  });
});

describe('a mistake in the options', () => {
  // What TypeScript would refuse has to be refused without it too.
  const wrong = <Value>(value: unknown) => value as Value;
  const calls: Record<string, (catalog: ToolCatalog) => unknown> = {
    'by of register': (catalog) => catalog.register(first, { by: '' }),
    'by of remove': (catalog) => catalog.remove(name, { by: 'x'.repeat(257) }),
    'reason of release': (catalog) => catalog.release(name, { reason: 'x'.repeat(4_097) }),
    'reason of setEnabled': (catalog) => catalog.setEnabled(name, true, { reason: '\ud800' }),
    'reason of quarantine': (catalog) => catalog.quarantine(name, wrong({})),
    'onProgress of registerAll': (catalog) => catalog.registerAll([], wrong({ onProgress: 1 })),
    'specs of registerAll': (catalog) => catalog.registerAll(wrong(first)),
    'why of restore': (catalog) => catalog.restore(catalog.snapshot(), wrong({ why: 'x' })),
    'expectedSequence of restore': (catalog) =>
      catalog.restore(catalog.snapshot(), wrong({ expectedSequence: '1' })),
    'enabled of setEnabled': (catalog) => catalog.setEnabled(name, wrong('true')),
    'name of setEnabled': (catalog) => catalog.setEnabled(wrong(undefined), true),
    'name of resolve': (catalog) => catalog.resolve(wrong(1), { consumer: 'bot' }),
    'message of deprecate': (catalog) => catalog.deprecate(name, wrong({})),
    'replacement of deprecate': (catalog) => catalog.deprecate(name, { message: 'x', replacement: 'a b' }),
    'sunset of deprecate': (catalog) => catalog.deprecate(name, { message: 'x', sunset: '2026' }),
    'version of undeprecate': (catalog) => catalog.undeprecate(name, wrong({ version: 1 })),
    'consumer of resolve': (catalog) => catalog.resolve(name, wrong({})),
    'range of resolve': (catalog) =>
      catalog.resolve(name, { consumer: 'bot', range: '^1', version: '1.0.0' }),
    'range of get': (catalog) => catalog.get('unknown', { range: 'one or two' }),
    'limit of list': (catalog) => catalog.list({ limit: 0 }),
    'status of list': (catalog) => catalog.list(wrong({ status: 'on' })),
    'prefix of list': (catalog) => catalog.list(wrong({ prefix: /a/ })),
    'after of events': (catalog) => catalog.events(-1),
    'limit of events': (catalog) => catalog.events(0, { limit: 1.5 }),
    'after of subscribe': (catalog) => catalog.subscribe(() => undefined, { after: Number.NaN }),
    'listener of subscribe': (catalog) => catalog.subscribe(wrong('listener')),
    'tenant of openCatalog': () => open({ tenant: 'a b' }),
    'clock of openCatalog': () => open(wrong({ clock: Date })).then(() => open(wrong({ clock: {} }))),
    'onFault of openCatalog': () => open(wrong({ onFault: 'log' })),
    'store of openCatalog': () => openCatalog(wrong({})),
  };

  it.each(Object.keys(calls))('is refused: %s', async (subject) => {
    const catalog = await open();
    await catalog.register(first);
    const before = catalog.sequence;

    const error = await rejectionOf((async () => await calls[subject]?.(catalog))());

    const [option] = subject.split(' ');
    expect([error.name, error.code, error.context]).toEqual(['ConfigError', 'E_INVALID_OPTION', { option }]);
    expect(error.message).toMatch(/^(The|Unknown) option .+\.$/);
    expect(catalog.sequence).toBe(before);
  });

  it('is a clock that tells no time', async () => {
    const catalog = await open({ clock: { now: () => Number.NaN } });

    expect(await rejectionOf(catalog.register(first))).toMatchObject({ context: { option: 'clock' } });
  });
});

it('tells all clashes of a large registration, and of the first ones what differs', async () => {
  const catalog = await openCatalog(memoryStore());
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, {}]));
  const specs = Array.from({ length: 30 }, (_, index) => ({
    name: `tool-${index}`,
    version: '1.0.0',
    inputSchema: {},
    outputSchema: {},
  }));
  await catalog.registerAll(specs);

  const error = await rejectionOf(
    catalog.registerAll(specs.map((spec) => ({ ...spec, inputSchema: { properties } }))),
  );

  const conflicts = error.context.conflicts as readonly { readonly differences?: readonly unknown[] }[];
  expect(conflicts).toHaveLength(30);
  expect(conflicts.filter(({ differences }) => differences !== undefined)).toHaveLength(10);
  expect(Math.max(...conflicts.map(({ differences = [] }) => differences.length))).toBeLessThanOrEqual(20);
});

it('serves whoever asks once to refresh, however often others ask', async () => {
  const catalog = await openCatalog(memoryStore());
  let isServed = false;
  let rounds = 0;
  const others = [1, 2, 3].map(async () => {
    for (; !isServed && rounds < 100; rounds++) await catalog.refresh();
  });

  await catalog.refresh();
  isServed = true;
  await Promise.all(others);

  expect(rounds).toBeLessThan(100);
});
