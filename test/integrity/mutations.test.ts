import { describe, expect, it } from 'vitest';
import {
  authorityDigest,
  type CatalogEvent,
  memoryStore,
  openCatalog,
  sealCatalog,
  specDigest,
  type ToolCatalog,
  type ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import {
  formatLock,
  formatPreflight,
  lockCatalog,
  parseLock,
  preflight,
  verifyLock,
} from '../../packages/toolcrib/src/governance/index.ts';
import { createToolRegistry, defineTool, lockTools, type Tool } from '../../packages/toolcrib/src/index.ts';
import { errorOf, rejectionOf } from '../errors.ts';
import { type Mutation, mutate, mutations, weather } from './locked-weather.ts';

const locked = specDigest(weather);
const consumer = 'travel-eu';
const handler = () => ({ sky: 'blue' });

/** A catalogue with the weather as it was reviewed, and the lock of it, which was a file since. */
async function open(): Promise<{ catalog: ToolCatalog; lock: ReturnType<typeof parseLock> }> {
  const catalog = await openCatalog(memoryStore());
  await catalog.register(weather);
  return { catalog, lock: parseLock(formatLock(lockCatalog(catalog))) };
}

function toTool({ outputSchema, authority: _, ...spec }: ToolSpec): Tool {
  const hasOutput = Object.keys(outputSchema).length > 0;
  return defineTool({
    description: '',
    ...spec,
    ...(hasOutput && { outputSchema }),
    handler: hasOutput ? handler : () => 'blue',
  } as unknown as Parameters<typeof defineTool>[0]);
}

/** What an error or a report says of both digests, under the old name and the new one. */
function expectedDifferences(mutated: ToolSpec) {
  const actual = specDigest(mutated);
  return mutated.name === weather.name
    ? [{ name: weather.name, kind: 'changed', parts: ['definition'], locked, actual }]
    : [
        { name: mutated.name, kind: 'unlocked', actual },
        { name: weather.name, kind: 'missing', locked },
      ];
}

describe.each(mutations)('a locked tool whose $pointer became $value', (mutation: Mutation) => {
  const mutated = mutate(mutation);
  const actual = specDigest(mutated);
  const isRenamed = mutated.name !== weather.name;

  it('has another digest, and the same authority', () => {
    expect(actual).not.toBe(locked);
    expect(authorityDigest(mutated)).toBe(authorityDigest(weather));
  });

  it('[S6] is refused by a sealed registry, with both digests', () => {
    const lock = lockTools([toTool(weather)]);

    const error = errorOf(() => createToolRegistry([toTool(mutated)], { lock }));

    expect(createToolRegistry([toTool(weather)], { lock }).size).toBe(1);
    expect(error.code).toBe('E_LOCK_MISMATCH');
    expect(error.context.differences).toEqual(expectedDifferences(mutated));
  });

  it('[S6] is refused when the catalogue is sealed, with both digests', async () => {
    const { catalog, lock } = await open();
    await sealCatalog(catalog, { [weather.name]: handler }, { consumer, lock });
    await catalog.register(mutated);

    const error = await rejectionOf(sealCatalog(catalog, { [mutated.name]: handler }, { consumer, lock }));

    expect(error.code).toBe('E_LOCK_MISMATCH');
    expect(error.context.differences).toEqual(expectedDifferences(mutated));
  });

  it('is found by verifyLock in the catalogue, in tools and in specs', async () => {
    const { catalog, lock } = await open();
    if (isRenamed) await catalog.remove(weather.name);
    await catalog.register(mutated);

    for (const against of [catalog, [toTool(mutated)], [mutated], createToolRegistry([toTool(mutated)])]) {
      const { isOk, tools } = verifyLock(lock, against);

      const found = tools.map(({ status, ...check }) => ({ ...check, kind: status }));
      expect(isOk).toBe(false);
      expect(found).toHaveLength(isRenamed ? 2 : 1);
      expect(found).toEqual(
        expect.arrayContaining(
          expectedDifferences(mutated).map((difference) => expect.objectContaining(difference)),
        ),
      );
    }
  });

  it('is found by preflight, with both digests and the field', async () => {
    const { catalog, lock } = await open();
    if (isRenamed) await catalog.remove(weather.name);
    await catalog.register(mutated);

    const report = await preflight(lock, { catalog });

    expect(report.isReady).toBe(false);
    const [check] = report.tools;
    if (isRenamed) {
      expect(check).toMatchObject({ status: 'missing', locked });
      return;
    }
    const [, field] = mutation.pointer.split('/');
    expect(check).toMatchObject({ status: 'changed', locked, actual });
    expect(new Set(check?.differences?.map((difference) => difference.field))).toEqual(new Set([field]));
    expect(formatPreflight(report)).toContain(`now ${actual.slice('sha256/v1:'.length, 22)}`);
  });

  it('is in the events of the catalogue with both digests', async () => {
    const { catalog } = await open();
    const heard: CatalogEvent[] = [];
    catalog.subscribe((event) => heard.push(event));
    if (isRenamed) await catalog.remove(weather.name);
    await catalog.register(mutated);

    const events = await catalog.events(1);

    const [from, to] = [
      { version: '1.0.0', digest: locked },
      { version: '1.0.1', digest: actual },
    ];
    expect(events).toMatchObject(
      isRenamed
        ? [
            { type: 'tool-removed', name: weather.name, from },
            { type: 'tool-created', name: mutated.name, to },
          ]
        : [{ type: 'tool-updated', name: weather.name, from, to }],
    );
    expect(heard).toEqual(events);
  });
});

describe.each(mutations.filter(({ pointer }) => pointer !== '/name'))(
  'a locked tool that was removed, and whose $pointer is $value since',
  (mutation: Mutation) => {
    it('is found also under the version that was locked', async () => {
      const { catalog, lock } = await open();
      const mutated = mutate(mutation, '1.0.0');
      await catalog.remove(weather.name);
      await catalog.register(mutated);

      const report = await preflight(lock, { catalog, versions: 'locked' });

      expect(verifyLock(lock, catalog, { versions: 'locked' }).isOk).toBe(false);
      expect(report.tools).toMatchObject([{ status: 'changed', locked, actual: specDigest(mutated) }]);
    });
  },
);

describe('a locked tool whose version alone is another', () => {
  it('is what was locked, with a note of the version', async () => {
    const { catalog, lock } = await open();
    const released = { ...weather, version: '1.0.1' };
    await catalog.register(released);

    const report = await preflight(lock, { catalog });
    const seal = await sealCatalog(catalog, { [weather.name]: handler }, { consumer, lock });

    const version = { locked: '1.0.0', actual: '1.0.1' };
    expect(verifyLock(lock, catalog)).toMatchObject({ isOk: true, tools: [{ status: 'ok', version }] });
    expect(report).toMatchObject({ isReady: true, tools: [{ status: 'ready', version }] });
    expect(seal.list()).toEqual([weather.name]);
  });
});
