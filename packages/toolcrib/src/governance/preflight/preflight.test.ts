import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { memoryStore } from '../../catalog/memory-store.ts';
import { openCatalog } from '../../catalog/open-catalog.ts';
import { specDigest } from '../../catalog/spec-digest.ts';
import { toSpec } from '../../catalog/to-spec.ts';
import type { ToolCatalog } from '../../catalog/tool-catalog.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import { defineTool } from '../../core/define-tool.ts';
import type { ToolLock } from '../../core/lock.ts';
import { createToolRegistry } from '../../core/sealed-tool-registry.ts';
import { createRuntime } from '../../runtime/runtime.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { lockCatalog } from '../lock/lock-catalog.ts';
import { type PreflightOptions, preflight } from './preflight.ts';
import type { PreflightCheck, PreflightReport } from './preflight-report.ts';

function spec(name: string, changes: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name,
    version: '1.0.0',
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
    outputSchema: {},
    ...changes,
  };
}

/** A catalogue with tools of these names, and a lock of them all. */
async function open(...names: readonly string[]) {
  const clock = createFakeClock();
  const catalog = await openCatalog(memoryStore(), { clock });
  await catalog.registerAll(names.map((name) => spec(name)));
  return { catalog, clock, lock: lockCatalog(catalog) };
}

function checkOf({ tools }: PreflightReport, name: string): PreflightCheck | undefined {
  return tools.find((tool) => tool.name === name);
}

describe('preflight', () => {
  it('looks for names like those that are missing only so often', async () => {
    const { catalog } = await open('weather');
    const names = Array.from({ length: 25 }, (_, index) => `weather${String.fromCharCode(97 + index)}`);
    const digest = specDigest(spec('weather'));
    const locked = { version: '1.0.0', digest, authorityDigest: digest };
    const lock: ToolLock = {
      lockVersion: 2,
      tools: Object.fromEntries(names.map((name) => [name, locked])),
    };

    const { tools } = await preflight(lock, { catalog });

    expect(tools.map(({ didYouMean }) => didYouMean?.length ?? 0)).toEqual([
      ...Array.from({ length: 20 }, () => 1),
      ...Array.from({ length: 5 }, () => 0),
    ]);
  });

  it('is ready when everything is as it was locked, whatever else the catalogue has', async () => {
    const { catalog, lock } = await open('add', 'weather');
    await catalog.register(spec('other'));

    const report = await preflight(lock, { catalog });

    const digest = specDigest(spec('add'));
    expect(report).toMatchObject({ isReady: true, sequence: 3, counts: { ready: 2, denied: 0 } });
    expect(report.tools.map(({ name }) => name)).toEqual(['add', 'weather']);
    expect(report.tools[0]).toEqual({
      name: 'add',
      status: 'ready',
      lockedVersion: '1.0.0',
      locked: digest,
      actual: digest,
    });
  });

  it('says of each tool what became of it', async () => {
    const names = ['changed', 'missing', 'disabled', 'quarantined', 'denied', 'ready'] as const;
    const { catalog, lock } = await open(...names);
    await catalog.register(spec('changed', { version: '1.1.0', title: 'Other' }));
    await catalog.remove('missing');
    await catalog.setEnabled('disabled', false);
    await catalog.quarantine('quarantined', { reason: 'Hijacked.' });

    const { isReady, counts, tools } = await preflight(lock, {
      catalog,
      isAllowed: (name) => name !== 'denied',
    });

    expect(isReady).toBe(false);
    expect(Object.fromEntries(tools.map(({ name, status }) => [name, status]))).toEqual(
      Object.fromEntries(names.map((name) => [name, name])),
    );
    expect(counts).toEqual(Object.fromEntries(names.map((name) => [name, 1])));
    expect(
      tools.filter(({ status }) => status !== 'ready').every(({ reason }) => reason?.match(/^[A-Z].*\.$/)),
    ).toBe(true);
    expect(checkOf({ tools } as PreflightReport, 'quarantined')?.reason).toBe(
      'It is in quarantine: Hijacked.',
    );
  });

  it('tells both digests of a tool that has changed, and where it differs', async () => {
    const { catalog, lock } = await open('add');
    const changed = spec('add', { version: '1.1.0', title: 'Sum' });
    await catalog.register(changed);

    const [check] = (await preflight(lock, { catalog })).tools;

    expect(check).toEqual({
      name: 'add',
      status: 'changed',
      parts: ['definition'],
      lockedVersion: '1.0.0',
      locked: specDigest(spec('add')),
      actual: specDigest(changed),
      version: { locked: '1.0.0', actual: '1.1.0' },
      differences: [{ field: 'title', pointer: '/title', after: 'Sum' }],
      reason: 'What a model reads of it is not what was locked: it differs in title.',
    });
  });

  it('is ready for the locked version if that is what the deployment takes', async () => {
    const { catalog, lock } = await open('add');
    await catalog.register(spec('add', { version: '1.1.0', title: 'Sum' }));

    expect((await preflight(lock, { catalog, versions: 'locked' })).isReady).toBe(true);
    expect((await preflight(lock, { catalog, versions: { add: { range: '~1.0.0' } } })).isReady).toBe(true);
    const gone = await preflight(lock, { catalog, versions: { add: { version: '2.0.0' } } });
    expect(gone.tools).toMatchObject([
      { status: 'missing', reason: expect.stringContaining('not in the version') },
    ]);
  });

  it('takes the same definition from another source for changed', async () => {
    const { catalog } = await open();
    await catalog.register(spec('add'), { source: 'https://a.example' });
    const lock = lockCatalog(catalog);
    await catalog.remove('add');
    await catalog.register(spec('add'), { source: 'https://b.example' });

    const [check] = (await preflight(lock, { catalog })).tools;

    expect(check).toMatchObject({
      status: 'changed',
      source: { locked: 'https://a.example', actual: 'https://b.example' },
      reason: 'It comes from another source than the one that was locked.',
    });
  });

  it('says that a deprecated tool is ready, and why that will end', async () => {
    const { catalog, clock, lock } = await open('add', 'sum');
    const sunset = new Date(clock.now() + 1000).toISOString();
    await catalog.deprecate('add', { message: 'Use sum.', replacement: 'sum', sunset });

    const before = await preflight(lock, { catalog });
    await clock.advance(1000);
    const after = await preflight(lock, { catalog });
    const hidden = await preflight(lock, { catalog, isAllowed: (name) => name === 'add' });

    expect(checkOf(before, 'add')).toMatchObject({
      status: 'ready',
      reason: `It is deprecated, and will be gone on ${sunset}: Use sum.`,
    });
    expect(checkOf(after, 'add')).toMatchObject({
      status: 'disabled',
      reason: `It is gone since ${sunset}.`,
      replacement: 'sum',
    });
    expect(checkOf(hidden, 'add')).toMatchObject({ status: 'disabled' });
    expect(JSON.stringify(checkOf(hidden, 'add'))).not.toContain('sum');
  });

  it('finds a name in quarantine whose tool was removed', async () => {
    const { catalog, lock } = await open('add');
    await catalog.quarantine('add', { reason: 'Hijacked.' });
    await catalog.remove('add');

    expect((await preflight(lock, { catalog })).tools).toMatchObject([{ status: 'quarantined' }]);
  });

  it('sees what another process has just done', async () => {
    const store = memoryStore();
    const [mine, other] = [await openCatalog(store), await openCatalog(store)];
    await mine.register(spec('add'));
    const lock = lockCatalog(mine);
    await other.setEnabled('add', false);

    expect((await preflight(lock, { catalog: mine })).tools).toMatchObject([{ status: 'disabled' }]);
  });
});

describe('what preflight tells a caller', () => {
  it('is nothing of a tool that they may not use, whatever became of it', async () => {
    const { catalog, lock } = await open('a', 'b', 'c', 'd');
    const before = await preflight(lock, { catalog, isAllowed: () => false });
    await catalog.register(spec('a', { version: '9.9.9', description: 'Secret text.' }));
    await catalog.setEnabled('b', false);
    await catalog.quarantine('c', { reason: 'Secret reason.' });
    await catalog.deprecate('d', { message: 'Secret message.', sunset: '2020-01-01T00:00:00.000Z' });

    const after = await preflight(lock, { catalog, isAllowed: () => false });
    const versions = { a: { version: '7.0.0' } };
    const other = await preflight(lock, { catalog, isAllowed: () => false, versions });

    expect(after.tools).toEqual(before.tools);
    expect(other.tools).toEqual(before.tools);
    expect(after.tools[0]).toEqual({
      name: 'a',
      status: 'denied',
      lockedVersion: '1.0.0',
      locked: specDigest(spec('a')),
      reason: 'The caller may not use it.',
    });
  });

  it('is the reason of the policy', async () => {
    const { catalog, lock } = await open('add');

    const { tools } = await preflight(lock, {
      catalog,
      isAllowed: async () => ({ allowed: false, reason: 'The scope "maths" is missing.' }),
    });

    expect(tools).toMatchObject([{ status: 'denied', reason: 'The scope "maths" is missing.' }]);
  });

  it.each([undefined, null, 'yes', 1, {}, { allowed: 'yes' }, []])(
    'is no, if the policy says %j',
    async (answer) => {
      const { catalog, lock } = await open('add');

      const report = await preflight(lock, { catalog, isAllowed: () => answer as unknown as boolean });

      expect(report.counts.denied).toBe(1);
    },
  );

  it('is names like a missing one, of those that they may use and that can be used', async () => {
    const { catalog, lock } = await open('get_weather');
    await catalog.remove('get_weather');
    const like = [
      'get_weathers',
      'getWeather',
      'get_weather_now',
      'get_weather_off',
      'get_weather_bad',
      'send_mail',
    ];
    await catalog.registerAll(like.map((name) => spec(name)));
    await catalog.setEnabled('get_weather_off', false);
    await catalog.quarantine('get_weather_bad', { reason: 'x' });

    const all = await preflight(lock, { catalog });
    const some = await preflight(lock, { catalog, isAllowed: (name) => name !== 'getWeather' });
    const none = await preflight(lock, { catalog, isAllowed: (name) => name === 'send_mail' });

    expect(all.tools[0]?.didYouMean).toEqual(['getWeather', 'get_weathers', 'get_weather_now']);
    expect(some.tools[0]?.didYouMean).toEqual(['get_weathers', 'get_weather_now']);
    expect(none.tools[0]).not.toHaveProperty('didYouMean');
  });

  it('is what a runtime decides for them, if that is asked', async () => {
    const tools = ['open', 'secret'].map((name) =>
      defineTool({
        name,
        description: name,
        inputSchema: { type: 'object' },
        handler: () => name,
        requires: name === 'secret' ? ['admin'] : [],
      }),
    );
    const { catalog } = await open();
    await catalog.registerAll(tools.map(toSpec));
    const lock = lockCatalog(catalog);
    await catalog.setEnabled('open', false);
    const runtime = createRuntime({ resolver: createToolRegistry([]) });
    const caller = { id: 'ada', scopes: ['user'] };

    const visible = await runtime.withTools(createToolRegistry(tools)).visible(caller);
    const names = new Set(visible.map(({ name }) => name));
    const report = await preflight(lock, { catalog, isAllowed: (name) => names.has(name) });

    expect(report.tools.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'open disabled',
      'secret denied',
    ]);
  });

  it('is asked of the policy once for each name', async () => {
    const { catalog, lock } = await open('add', 'adds', 'adder');
    await catalog.remove('adder');
    const asked: string[] = [];

    await preflight(lock, { catalog, isAllowed: (name) => asked.push(name) > 0 });

    expect(asked.toSorted()).toEqual(['add', 'adds']);
  });

  it('fails if the policy does', async () => {
    const { catalog, lock } = await open('add');
    const failing = preflight(lock, { catalog, isAllowed: () => Promise.reject(new Error('no policy')) });

    await expect(failing).rejects.toThrow('no policy');
  });
});

it.each<[unknown, string]>([
  [{}, 'catalog'],
  [{ catalog: {} }, 'catalog'],
  [{ isAllowed: true }, 'isAllowed'],
  [{ versions: 'all' }, 'versions'],
  [{ names: [] }, 'names'],
])('preflight refuses the options %j', async (options, option) => {
  const { catalog, lock } = await open('add');
  const given = option === 'catalog' ? options : { catalog, ...Object(options) };

  const error = await rejectionOf(preflight(lock, given as PreflightOptions));

  expect(error).toMatchObject({ code: 'E_INVALID_OPTION', context: { option } });
});

it('preflight refuses what is no lock', async () => {
  const { catalog } = await open();

  const error = await rejectionOf(
    preflight({ lockVersion: 1, tools: { a: {} } } as unknown as ToolLock, { catalog }),
  );

  expect(error.code).toBe('E_INVALID_LOCK');
});

it('preflight fails when the catalogue was closed', async () => {
  const { catalog, lock }: { catalog: ToolCatalog; lock: ToolLock } = await open('add');
  catalog.close();

  expect((await rejectionOf(preflight(lock, { catalog }))).code).toBe('E_CATALOG_CLOSED');
});
