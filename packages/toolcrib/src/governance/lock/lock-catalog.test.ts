import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import { memoryStore } from '../../catalog/memory-store.ts';
import { openCatalog } from '../../catalog/open-catalog.ts';
import { authorityDigest } from '../../catalog/spec-authority.ts';
import { specDigest } from '../../catalog/spec-digest.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { CatalogSelection } from './catalog-selection.ts';
import { lockCatalog } from './lock-catalog.ts';
import { verifyLock } from './verify-lock.ts';

const source = 'https://a.example/mcp';

function spec(name: string, changes: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
    outputSchema: {},
    ...changes,
  };
}

const add = spec('add', { tags: ['maths'] });
const oldWeather = spec('weather', { version: '1.0.0', description: 'Tells it.', tags: ['travel'] });
const newWeather = spec('weather', {
  version: '2.0.0',
  description: 'Tells it now.',
  tags: ['travel', 'sky'],
});

async function open() {
  const clock = createFakeClock();
  const catalog = await openCatalog(memoryStore(), { clock });
  await catalog.registerAll([add, oldWeather]);
  await catalog.register(newWeather, { source });
  return { catalog, clock };
}

describe('lockCatalog', () => {
  it('locks the current version of all that can be used, with where it came from', async () => {
    const { catalog } = await open();
    await catalog.register(spec('off'));
    await catalog.setEnabled('off', false);
    await catalog.register(spec('bad'));
    await catalog.quarantine('bad', { reason: 'Hijacked.' });

    const lock = lockCatalog(catalog);

    expect(lock).toEqual({
      lockVersion: 2,
      tools: {
        add: { digest: specDigest(add), authorityDigest: authorityDigest(add) },
        weather: {
          version: '2.0.0',
          digest: specDigest(newWeather),
          authorityDigest: authorityDigest(newWeather),
          source,
        },
      },
    });
  });

  it.each([
    [{ names: ['weather', 'weather'] }, { weather: '2.0.0' }],
    [{ tags: ['maths', 'none'] }, { add: undefined }],
    [{ tags: ['sky'] }, { weather: '2.0.0' }],
    [{ tags: ['sky'], versions: { weather: { version: '1.0.0' } } }, {}],
    [{ names: ['add', 'weather'], tags: ['travel'] }, { weather: '2.0.0' }],
    [{ versions: { weather: { range: '^1.0.0' } } }, { add: undefined, weather: '1.0.0' }],
    [{ names: [] }, {}],
  ] satisfies [CatalogSelection, object][])('takes %j', async (options, expected) => {
    const { catalog } = await open();

    const lock = lockCatalog(catalog, options);

    const versions = Object.entries(lock.tools).map(([name, { version }]) => [name, version]);
    expect(Object.fromEntries(versions)).toEqual(expected);
    expect(verifyLock(lock, catalog, options).isOk).toBe(true);
  });

  it('refuses tools that are asked for by name and cannot be used', async () => {
    const { catalog, clock } = await open();
    for (const name of ['off', 'bad', 'gone']) await catalog.register(spec(name));
    await catalog.setEnabled('off', false);
    await catalog.quarantine('bad', { reason: 'Hijacked.' });
    const sunset = new Date(clock.now() + 1000).toISOString();
    await catalog.deprecate('gone', { message: 'Old.', replacement: 'add', sunset });

    const codeOf = (options: CatalogSelection) => errorOf(() => lockCatalog(catalog, options)).code;

    expect(Object.keys(lockCatalog(catalog).tools)).toContain('gone');
    await clock.advance(1000);
    expect(Object.keys(lockCatalog(catalog).tools)).not.toContain('gone');
    expect(codeOf({ names: ['gone'] })).toBe('E_TOOL_SUNSET');
    expect(codeOf({ names: ['off'] })).toBe('E_TOOL_DISABLED');
    expect(codeOf({ names: ['bad'] })).toBe('E_TOOL_QUARANTINED');
    expect(codeOf({ names: ['none'] })).toBe('E_TOOL_NOT_FOUND');
    expect(codeOf({ names: ['none'], tags: ['sky'] })).toBe('E_TOOL_NOT_FOUND');
    expect(codeOf({ versions: { none: { version: '1' } } })).toBe('E_TOOL_NOT_FOUND');
    expect(codeOf({ versions: { weather: { version: '3.0.0' } } })).toBe('E_VERSION_NOT_FOUND');
  });

  it.each([
    { names: 'weather' },
    { names: [1] },
    { tags: {} },
    { versions: [] },
    { versions: { weather: { range: 'x y z' } } },
    { versions: { weather: '1.0.0' } },
    { versions: { weather: {} } },
    { name: ['weather'] },
    null,
  ])('refuses the options %j', async (options) => {
    const { catalog } = await open();

    const error = errorOf(() => lockCatalog(catalog, options as unknown as CatalogSelection));

    expect(error.code).toBe('E_INVALID_OPTION');
  });
});
