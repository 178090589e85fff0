import { describe, expect, it } from 'vitest';
import { codeAuthority } from '../../../../test/code-authority.ts';
import { rejectionOf } from '../../../../test/errors.ts';
import { defineTool } from '../core/define-tool.ts';
import { ToolcribError } from '../core/errors.ts';
import { lockTools } from '../core/lock.ts';
import type { Tool } from '../core/tool.ts';
import type { ToolContext } from '../core/tool-context.ts';
import { memoryStore } from './memory-store.ts';
import { openCatalog } from './open-catalog.ts';
import type { CatalogBinding } from './seal/catalog-binding.ts';
import { sealCatalog } from './seal-catalog.ts';
import { authorityDigest } from './spec-authority.ts';
import { specDigest } from './spec-digest.ts';
import { toSpec } from './to-spec.ts';
import type { ToolCatalog } from './tool-catalog.ts';
import type { ToolSpec } from './tool-spec.ts';

const consumer = 'travel-eu';
const inputSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer', default: 1 } },
  required: ['city'],
} as const;

function specOf(changes: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name: 'weather',
    version: '1.0.0',
    description: 'Tells it.',
    inputSchema,
    outputSchema: {},
    authority: codeAuthority,
    ...changes,
  };
}

function toolOf(changes: { name?: string; version?: string | undefined; description?: string } = {}): Tool {
  return defineTool({
    name: 'weather',
    version: '1.0.0',
    description: 'Tells it.',
    inputSchema,
    handler: () => 'sunny',
    ...changes,
  });
}

async function catalogOf(...specs: readonly ToolSpec[]): Promise<ToolCatalog> {
  const catalog = await openCatalog(memoryStore());
  await catalog.registerAll(specs);
  return catalog;
}

const ctx = {} as ToolContext;

describe('a handler that is bound to a tool of the catalogue', () => {
  it('is the work of a tool that has all of its definition from there', async () => {
    const spec = specOf({
      title: 'Weather',
      annotations: { readOnlyHint: true },
      tags: ['travel'],
      outputSchema: { type: 'object', properties: { sky: { type: 'string' } } },
    });
    const catalog = await catalogOf(spec);
    const weather = ({ city, days }: { city: string; days: number }) => ({ sky: `${city} ${days}` });

    const seal = await sealCatalog(catalog, { weather }, { consumer });
    const tool = seal.available().resolve('weather') as Tool;

    expect(toSpec(tool)).toEqual(spec);
    expect(tool.digest).toBe(specDigest(spec));
    expect(await tool.executor(ctx)({ city: 'Rome' })).toEqual({ sky: 'Rome 1' });
    await expect(tool.executor(ctx)({})).rejects.toMatchObject({ code: 'E_INVALID_TOOL_ARGS' });
  });

  it('gives content if the catalogue promises nothing of the result', async () => {
    const catalog = await catalogOf(specOf());

    const seal = await sealCatalog(catalog, { weather: () => 'sunny' }, { consumer });
    const tool = seal.resolve('weather') as Tool;

    expect(tool.outputSchema).toBeUndefined();
    expect(await tool.executor(ctx)({ city: 'Rome' })).toBe('sunny');
  });

  it('may say what the catalogue does not', async () => {
    const catalog = await catalogOf(specOf());
    const work = { timeoutMs: 5, maxConcurrent: 2, protected: true };

    const seal = await sealCatalog(catalog, { weather: { ...work, handler: () => 'sunny' } }, { consumer });

    expect(seal.resolve('weather')).toMatchObject(work);
  });

  it('[S6] runs with the authority that was published, whatever a tool has by default', async () => {
    const authority = { ...codeAuthority, effect: 'destructive', requires: ['db:admin'] } as const;
    const catalog = await catalogOf(specOf({ authority }));

    const seal = await sealCatalog(catalog, { weather: () => 'sunny' }, { consumer });

    expect(seal.resolve('weather')?.authority).toEqual(authority);
  });

  it('[S6] runs with the most restrictive authority where none was published', async () => {
    const { authority: _, ...unstated } = specOf();
    const catalog = await catalogOf(unstated);

    const seal = await sealCatalog(catalog, { weather: () => 'sunny' }, { consumer });

    expect(seal.resolve('weather')).toMatchObject({ effect: 'destructive', trusted: false });
    expect(seal.resolve('weather')?.authorityDigest).toBe(authorityDigest({}));
  });

  it('[S6] may be stricter than what was published', async () => {
    const authority = { ...codeAuthority, effect: 'read', requires: ['a'], trusted: true } as const;
    const catalog = await catalogOf(specOf({ authority }));
    const stricter = { effect: 'write', requires: ['b', 'a'], trusted: false } as const;

    const seal = await sealCatalog(catalog, { weather: { ...stricter, handler: () => 'x' } }, { consumer });

    expect(seal.resolve('weather')).toMatchObject(stricter);
  });

  it.each([
    ['effect', { effect: 'read' }],
    ['requires', { requires: ['other'] }],
    ['requires', { requires: [] }],
    ['trusted', { trusted: true }],
    ['verify', { verify: () => ({ done: false }) }],
    ['revert', { revert: undefined }],
  ] as const)(
    '[S6] is refused if its %s is weaker than what was published, or another',
    async (field, changes) => {
      const authority = { ...codeAuthority, requires: ['db:admin'], revert: true } as const;
      const catalog = await catalogOf(specOf({ authority }));
      const work = { handler: () => 'x', revert: () => undefined };
      await sealCatalog(catalog, { weather: work }, { consumer });

      const error = await rejectionOf(
        sealCatalog(catalog, { weather: { ...work, ...changes } as CatalogBinding }, { consumer }),
      );

      expect(error.code).toBe('E_SPEC_MISMATCH');
      expect(error.context.mismatches).toEqual([
        {
          name: 'weather',
          kind: 'differs',
          version: '1.0.0',
          differences: [{ field: 'authority', pointer: `/authority/${field}` }],
        },
      ]);
    },
  );

  it('[S6] is refused for a tool that something else than code is to run', async () => {
    const digest = specDigest(specOf());
    const authority = { ...codeAuthority, binding: { kind: 'http', digest } };
    const catalog = await catalogOf(specOf({ authority }));

    const error = await rejectionOf(sealCatalog(catalog, { weather: () => 'x' }, { consumer }));

    expect(error.context.mismatches).toMatchObject([{ differences: [{ pointer: '/authority/binding' }] }]);
  });

  it('is for the current version, the best in a range, or exactly one', async () => {
    const specs = ['1.0.0', '1.4.0', '2.0.0'].map((version) => specOf({ version, description: version }));
    const catalog = await catalogOf(...specs);
    await catalog.deprecate('weather', { version: '1.4.0', message: 'Old.' });
    const handler = () => 'sunny';
    const versionOf = async (binding: CatalogBinding) => {
      const seal = await sealCatalog(catalog, { weather: binding }, { consumer });
      return seal.resolve('weather')?.version;
    };

    expect(await versionOf(handler)).toBe('2.0.0');
    expect(await versionOf({ handler })).toBe('2.0.0');
    expect(await versionOf({ handler, range: '^1' })).toBe('1.0.0');
    expect(await versionOf({ handler, version: '1.4.0' })).toBe('1.4.0');
    expect(await catalog.deprecatedUses()).toMatchObject([{ version: '1.4.0', consumer, count: 1 }]);
  });

  it('may be for the version without one', async () => {
    const { version: _, ...unversioned } = specOf();
    const catalog = await catalogOf(unversioned, specOf());

    const seal = await sealCatalog(catalog, { weather: { version: null, handler: () => 'x' } }, { consumer });

    expect(seal.resolve('weather')?.version).toBeUndefined();
  });
});

describe('a tool that is bound to the catalogue', () => {
  it('is taken as it is if the catalogue has the same, whatever the order of keys', async () => {
    const turned = { properties: inputSchema.properties, required: ['city'], type: 'object' };
    const catalog = await catalogOf(specOf({ inputSchema: turned }), specOf({ version: '2.0.0' }));
    const tool = toolOf();

    const byList = await sealCatalog(catalog, [tool], { consumer });
    const byName = await sealCatalog(catalog, { weather: tool }, { consumer });

    expect(byList.resolve('weather')).toBe(tool);
    expect(byName.resolve('weather')).toBe(tool);
  });

  it('is compared with the version without one if it has none, or with the current one', async () => {
    const { version: _, ...unversioned } = specOf();
    const other = specOf({ version: '2.0.0', description: 'Tells more.' });
    const tool = toolOf({ version: undefined });

    const seal = await sealCatalog(await catalogOf(unversioned, other), [tool], { consumer });
    expect(seal.resolve('weather')).toBe(tool);
    const current = await sealCatalog(await catalogOf(other, specOf()), [tool], { consumer });
    expect(current.resolve('weather')).toBe(tool);
    const error = await rejectionOf(sealCatalog(await catalogOf(specOf(), other), [tool], { consumer }));
    expect(error.context.mismatches).toMatchObject([{ kind: 'differs', version: '2.0.0' }]);
  });

  it('differs from nothing by an empty description or no tags', async () => {
    const { description: _, ...spec } = specOf({ tags: [] });
    const tool = toolOf({ description: '' });

    const seal = await sealCatalog(await catalogOf(spec), [tool], { consumer });

    expect(seal.resolve('weather')).toBe(tool);
  });

  it.each<[keyof ToolSpec, string, Partial<ToolSpec>]>([
    ['title', '/title', { title: 'Weather' }],
    ['description', '/description', { description: 'Tells lies.' }],
    ['inputSchema', '/inputSchema/title', { inputSchema: { ...inputSchema, title: 'Place' } }],
    ['outputSchema', '/outputSchema/type', { outputSchema: { type: 'object' } }],
    ['annotations', '/annotations', { annotations: { readOnlyHint: true } }],
    ['tags', '/tags/0', { tags: ['sky'] }],
    ['authority', '/authority/effect', { authority: { ...codeAuthority, effect: 'destructive' } }],
    ['authority', '/authority/requires/0', { authority: { ...codeAuthority, requires: ['a'] } }],
    ['authority', '/authority/trusted', { authority: { ...codeAuthority, trusted: true } }],
  ])('is refused if only its %s differs', async (field, pointer, other) => {
    const catalog = await catalogOf(specOf(other));

    const error = await rejectionOf(sealCatalog(catalog, [toolOf()], { consumer }));

    expect(error.context.mismatches).toMatchObject([{ kind: 'differs', differences: [{ field, pointer }] }]);
  });
});

describe('a deployment that does not fit the catalogue', () => {
  it('is refused with everything that does not fit at once, by name, field and place', async () => {
    const catalog = await catalogOf(
      specOf(),
      specOf({ name: 'news' }),
      specOf({ name: 'maps' }),
      specOf({ name: 'fits' }),
      specOf({ name: 'broken', inputSchema: { type: 'array' } }),
      specOf({ name: 'no name for a tool'.replaceAll(' ', '.') }),
    );
    await catalog.deprecate('maps', { message: 'Old.' });
    const handler = () => 'x';
    const differing = defineTool({
      name: 'weather',
      version: '1.0.0',
      description: 'Tells lies.',
      inputSchema: { ...inputSchema, properties: { city: { type: 'number' } } },
      handler: () => 'sunny',
    });

    const error = await rejectionOf(
      sealCatalog(
        catalog,
        {
          weather: differing,
          ghost: handler,
          news: toolOf({ name: 'news', version: '9.9.9' }),
          maps: handler,
          fits: handler,
          broken: handler,
          'no.name.for.a.tool': handler,
        },
        { consumer },
      ),
    );

    expect(error.code).toBe('E_SPEC_MISMATCH');
    expect(error.context.mismatches).toEqual([
      {
        name: 'weather',
        kind: 'differs',
        version: '1.0.0',
        differences: [
          { field: 'description', pointer: '/description' },
          { field: 'inputSchema', pointer: '/inputSchema/properties/city/type' },
          { field: 'inputSchema', pointer: '/inputSchema/properties/days' },
        ],
      },
      { name: 'ghost', kind: 'missing' },
      { name: 'news', kind: 'version-missing', wanted: { version: '9.9.9' }, versions: ['1.0.0'] },
      { name: 'maps', kind: 'version-missing', wanted: { range: 'latest' }, versions: ['1.0.0'] },
      {
        name: 'broken',
        kind: 'unusable',
        version: '1.0.0',
        code: 'E_INVALID_TOOL',
        problem: expect.stringContaining('inputSchema is refused'),
      },
      {
        name: 'no.name.for.a.tool',
        kind: 'unusable',
        version: '1.0.0',
        code: 'E_INVALID_TOOL',
        problem: expect.stringContaining('no.name.for.a.tool'),
      },
    ]);
    for (const part of [
      '"weather" differs in version "1.0.0" in description, inputSchema;',
      '"ghost" is not in it;',
      '"news" is there, but not in version "9.9.9";',
      '"maps" is there, but its current version is deprecated;',
      '"broken" cannot be made in version "1.0.0": ',
    ]) {
      expect(error.message).toContain(part);
    }
  });

  it('is not recorded as using anything', async () => {
    const catalog = await catalogOf(specOf());
    await catalog.deprecate('weather', { message: 'Old.' });

    await rejectionOf(sealCatalog(catalog, { weather: toolOf(), ghost: () => 'x' }, { consumer }));

    expect(await catalog.deprecatedUses()).toEqual([]);
  });

  it('does not start if its use of a deprecated version cannot be written down', async () => {
    const store = memoryStore();
    const catalog = await openCatalog(store);
    await catalog.register(specOf());
    await catalog.deprecate('weather', { message: 'Old.' });
    store.recordUses = async () => {
      throw new ToolcribError('E_STORE_FAILED', 'The disk is full.');
    };

    const error = await rejectionOf(sealCatalog(catalog, [toolOf()], { consumer }));

    expect(error.code).toBe('E_STORE_FAILED');
  });

  it('is refused for a schema that the validator refuses', async () => {
    const catalog = await catalogOf();
    await catalog.setPolicy({ lint: 'report' });
    await catalog.register(
      specOf({ inputSchema: { type: 'object', properties: { a: { pattern: '(a+)+$' } } } }),
    );

    const error = await rejectionOf(sealCatalog(catalog, { weather: () => 'x' }, { consumer }));

    expect(error.context.mismatches).toMatchObject([{ name: 'weather', code: 'E_SCHEMA_UNSAFE_PATTERN' }]);
  });

  it('is refused if it differs from its lock, where tools count that are left out', async () => {
    const catalog = await catalogOf(specOf(), specOf({ name: 'news' }));
    await catalog.setEnabled('news', false);
    const [weather, news] = [toolOf(), toolOf({ name: 'news' })];

    const seal = await sealCatalog(catalog, [weather, news], { consumer, lock: lockTools([weather, news]) });
    expect(seal.list()).toEqual(['weather']);
    expect(lockTools(seal.tools)).toEqual(lockTools([weather, news]));
    const error = await rejectionOf(
      sealCatalog(catalog, [weather, news], { consumer, lock: lockTools([weather]) }),
    );
    expect(error).toMatchObject({ code: 'E_LOCK_MISMATCH', context: { differences: [{ name: 'news' }] } });
  });
});

describe('a binding that is wrong in itself', () => {
  const handler = () => 'x';
  const problems: Readonly<Record<string, { readonly bindings: unknown; readonly code?: string }>> = {
    'bindings must be a list of tools': { bindings: 7 },
    'bindings.weather must be a tool, a function, or an object': { bindings: { weather: 'sunny' } },
    'tools[0] is not a tool': { bindings: [{ name: 'weather' }] },
    'bindings.news is the tool "weather"': { bindings: { news: toolOf() } },
    '"weather"': { bindings: [toolOf(), toolOf()], code: 'E_TOOL_ALREADY_REGISTERED' },
    'bindings.weather.handler is missing': { bindings: { weather: {} } },
    'bindings.weather.name is not known': { bindings: { weather: { handler, name: 'x' } } },
    'bindings.weather.range cannot': { bindings: { weather: { handler, version: '1', range: '1' } } },
    'bindings.weather.range must be': { bindings: { weather: { handler, range: 1 } } },
    'bindings.weather.version must be': { bindings: { weather: { handler, version: 1 } } },
    'The binding of "weather" is refused: The option range': {
      bindings: { weather: { handler, range: 'new' } },
    },
    timeoutMs: { bindings: { weather: { handler, timeoutMs: -1 } }, code: 'E_INVALID_TOOL' },
  };

  it.each(Object.entries(problems))(
    'is refused: %s',
    async (text, { bindings, code = 'E_INVALID_OPTION' }) => {
      const catalog = await catalogOf(specOf());

      const error = await rejectionOf(sealCatalog(catalog, bindings as Iterable<Tool>, { consumer }));

      expect(error.code).toBe(code);
      expect(error.message).toContain(text);
    },
  );

  it('is refused without a consumer', async () => {
    const error = await rejectionOf(sealCatalog(await catalogOf(), [], {} as { consumer: string }));

    expect(error.context).toEqual({ option: 'consumer' });
  });
});

describe('a sealed catalogue that changes', () => {
  it('leaves out what is disabled or in quarantine, and says so', async () => {
    const catalog = await catalogOf(specOf(), specOf({ name: 'maps' }), specOf({ name: 'news' }));
    await catalog.setEnabled('news', false);
    await catalog.quarantine('maps', { reason: 'It leaks.' });
    const handler = () => 'x';

    const seal = await sealCatalog(catalog, { weather: handler, news: handler, maps: handler }, { consumer });

    expect(seal.list()).toEqual(['weather']);
    expect(seal.leftOut()).toEqual([
      { name: 'maps', version: '1.0.0', reason: 'quarantined' },
      { name: 'news', version: '1.0.0', reason: 'disabled' },
    ]);
    expect(seal.tools.map(({ name }) => name)).toEqual(['weather', 'news', 'maps']);
  });

  it('takes a tool out at once, and lets the same one in again', async () => {
    const catalog = await catalogOf(specOf());
    const seal = await sealCatalog(catalog, { weather: () => 'x' }, { consumer });
    const before = seal.available();
    const tool = before.resolve('weather');

    await catalog.quarantine('weather', { reason: 'It leaks.' });
    expect(seal.resolve('weather')).toBeNull();
    expect(seal.available().size).toBe(0);
    expect(before.resolve('weather')).toBe(tool);

    await catalog.release('weather');
    await catalog.setEnabled('weather', false);
    expect(seal.leftOut()).toEqual([{ name: 'weather', version: '1.0.0', reason: 'disabled' }]);

    await catalog.setEnabled('weather', true);
    expect(seal.resolve('weather')).toBe(tool);
    expect(seal.leftOut()).toEqual([]);
  });

  it('sees what another process changed as soon as its own replica does', async () => {
    const store = memoryStore();
    const [mine, other] = [await openCatalog(store), await openCatalog(store)];
    await other.register(specOf());
    const seal = await sealCatalog(mine, { weather: () => 'x' }, { consumer });

    await other.setEnabled('weather', false);
    await mine.refresh();

    expect(seal.list()).toEqual([]);
  });

  it('never gets another version or definition than was checked', async () => {
    const catalog = await catalogOf(specOf());
    const seal = await sealCatalog(catalog, { weather: () => 'x' }, { consumer });
    const tool = seal.resolve('weather');

    await catalog.register(specOf({ version: '2.0.0', description: 'Tells more.' }));
    await catalog.register(specOf({ name: 'news' }));
    expect(seal.list()).toEqual(['weather']);
    expect(seal.resolve('weather')).toBe(tool);

    await catalog.remove('weather');
    expect(seal.leftOut()).toEqual([{ name: 'weather', version: '1.0.0', reason: 'removed' }]);
    await catalog.register(specOf({ description: 'Tells lies.' }));
    expect(seal.leftOut()).toEqual([{ name: 'weather', version: '1.0.0', reason: 'replaced' }]);
    await catalog.remove('weather');
    await catalog.register(specOf());
    expect(seal.resolve('weather')).toBe(tool);
  });

  it('is the same registry as long as no tool comes or goes', async () => {
    const catalog = await catalogOf(specOf());
    const seal = await sealCatalog(catalog, { weather: () => 'x' }, { consumer });
    const registry = seal.available();

    expect(seal.available()).toBe(registry);
    await catalog.register(specOf({ name: 'news' }));
    await catalog.deprecate('weather', { message: 'Old.' });
    expect(seal.available()).toBe(registry);
    await catalog.restore(JSON.parse(JSON.stringify(catalog.snapshot())));
    expect(seal.available()).toBe(registry);
    await catalog.setEnabled('weather', false);
    expect(seal.available()).not.toBe(registry);
  });

  it('looks at the catalogue only if that has moved', async () => {
    const catalog = await catalogOf(specOf());
    let lookups = 0;
    const watched = new Proxy(catalog, {
      get(target, key) {
        if (key === 'get') lookups++;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const seal = await sealCatalog(watched, { weather: () => 'x' }, { consumer });
    lookups = 0;

    for (let call = 0; call < 10; call++) seal.resolve('weather');
    expect(lookups).toBe(0);
    await catalog.register(specOf({ name: 'news' }));
    for (let call = 0; call < 10; call++) seal.resolve('weather');
    expect(lookups).toBe(1);
  });

  it('goes on with what held last when the catalogue is closed', async () => {
    const catalog = await catalogOf(specOf());
    const seal = await sealCatalog(catalog, { weather: () => 'x' }, { consumer });

    catalog.close();

    expect(seal.list()).toEqual(['weather']);
    expect(await rejectionOf(sealCatalog(catalog, [], { consumer }))).toMatchObject({
      code: 'E_CATALOG_CLOSED',
    });
  });

  it('cannot be changed from outside', async () => {
    const seal = await sealCatalog(await catalogOf(specOf()), { weather: () => 'x' }, { consumer });

    for (const part of [seal, Object.getPrototypeOf(seal), seal.tools, seal.leftOut()]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});
