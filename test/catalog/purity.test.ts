import { describe, expect, it, vi } from 'vitest';
import { memoryStore, openCatalog, type ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';

const spec = { name: 'refund', version: '1.0.0', inputSchema: { type: 'object' }, outputSchema: {} };

/** Counts seconds from 2026 on, for whoever asks. */
function createCounter(): { now(): number } {
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  return {
    now: () => {
      time += 1_000;
      return time;
    },
  };
}

/** Does something of everything, and answers all that came of it. */
async function useAll(catalog: ToolCatalog): Promise<string> {
  const heard: unknown[] = [];
  catalog.subscribe((event) => heard.push(event), { after: 0 });
  const answers: unknown[] = [
    await catalog.register(spec, { by: 'ann' }),
    await catalog.registerAll([
      { ...spec, version: '2.0.0' },
      { ...spec, name: 'other' },
    ]),
    await catalog.setEnabled('other', false),
    await catalog.deprecate('refund', {
      message: 'Old.',
      version: '1.0.0',
      sunset: '2027-01-01T00:00:00.000Z',
    }),
    await catalog.quarantine('other', { reason: 'Leaks.' }),
    await catalog.resolve('refund', { version: '1.0.0', consumer: 'bot' }),
    await catalog.resolve('refund', { range: '^2', consumer: 'bot' }),
  ];
  const snapshot = catalog.snapshot();
  answers.push(await catalog.undeprecate('refund', { version: '1.0.0' }), await catalog.release('other'));
  answers.push(await catalog.remove('refund'), await catalog.restore(snapshot), await catalog.refresh());
  answers.push(catalog.list({ status: 'any' }), catalog.versions('refund'), catalog.snapshot());
  answers.push(await catalog.events(), await catalog.deprecatedUses(), heard);
  catalog.close();
  return JSON.stringify(answers);
}

/** Lets nobody ask the host for the time, for chance, or to be called later. */
function forbidHost(): void {
  const refuse = (name: string) => () => {
    throw new Error(`${name} was used.`);
  };
  // A date of a number is arithmetic.
  const GuardedDate = new Proxy(Date, {
    apply: refuse('Date()'),
    construct: (target, given) =>
      given.length === 0 ? refuse('new Date()')() : Reflect.construct(target, given),
    get: (target, key) => (key === 'now' ? refuse('Date.now') : Reflect.get(target, key)),
  });
  vi.stubGlobal('Date', GuardedDate);
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'fetch'])
    vi.stubGlobal(name, refuse(name));
  vi.stubGlobal('performance', new Proxy({}, { get: (_, key) => refuse(`performance.${String(key)}`)() }));
  vi.stubGlobal('crypto', new Proxy({}, { get: (_, key) => refuse(`crypto.${String(key)}`)() }));
  vi.stubGlobal('process', new Proxy({}, { get: (_, key) => refuse(`process.${String(key)}`)() }));
  vi.spyOn(Math, 'random').mockImplementation(refuse('Math.random'));
}

/** What came of an action while the host is forbidden; whatever it was, the host is there again. */
async function withoutHost<Value>(action: () => Promise<Value>): Promise<Value> {
  forbidHost();
  try {
    return await action();
  } finally {
    vi.unstubAllGlobals();
    vi.mocked(Math.random).mockRestore();
  }
}

describe('a catalogue in memory', () => {
  it('[C8] uses no clock but the injected one, no chance, no timer and no input or output', async () => {
    const answers = await withoutHost(async () =>
      useAll(await openCatalog(memoryStore(), { clock: createCounter() })),
    );

    expect(answers).toContain('2026-01-01T00:00:01.000Z');
  });

  it('[C8] asks the clock of the machine if none is injected', async () => {
    await withoutHost(async () => {
      const catalog = await openCatalog(memoryStore());
      await expect(catalog.register(spec)).rejects.toThrow('Date.now was used.');
    });
  });

  it('[C8] is the same, to the byte, whenever the same is done by the same clock', async () => {
    const runs = [1, 2].map(async () => useAll(await openCatalog(memoryStore(), { clock: createCounter() })));

    const [first, second] = await Promise.all(runs);

    expect(first).toBe(second);
  });

  it('[C8] shares nothing with a catalogue on another store', async () => {
    const [one, other] = [await openCatalog(memoryStore()), await openCatalog(memoryStore())];
    const heard: unknown[] = [];
    other.subscribe((event) => heard.push(event), { after: 0 });

    await useAll(one);
    await other.refresh();

    expect(other.snapshot()).toEqual({
      snapshotVersion: 1,
      tools: [],
      quarantinedNames: [],
      documents: [],
    });
    expect([other.sequence, heard, await other.events(), await other.deprecatedUses()]).toEqual([
      0,
      [],
      [],
      [],
    ]);
  });
});
