import { expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { runSpecCheck, type SpecChecks } from '../../catalog/checks/spec-checks.ts';
import { memoryStore } from '../../catalog/memory-store.ts';
import { openCatalog } from '../../catalog/open-catalog.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import { preflight } from '../preflight/preflight.ts';
import { formatLock } from './format-lock.ts';
import { lockCatalog, lockCatalogText } from './lock-catalog.ts';
import { parseLock } from './parse-lock.ts';
import { verifyLock, verifyLockText } from './verify-lock.ts';

function spec(index: number, version = '1.0.0'): ToolSpec {
  return {
    name: `tool_${String(index).padStart(3, '0')}`,
    version,
    description: `Does ${index} in ${version}.`,
    inputSchema: { type: 'object' },
    outputSchema: {},
  };
}

/** A catalog of a hundred tools whose pauses can be listened to. */
async function open() {
  const listeners: (() => Promise<unknown>)[] = [];
  let pauses = 0;
  const checks: SpecChecks = {
    run: async (list) => list.map(runSpecCheck),
    async pause() {
      pauses += 1;
      await listeners.pop()?.();
    },
  };
  const catalog = await openCatalog(memoryStore(), { checks });
  await catalog.registerAll(Array.from({ length: 100 }, (_, index) => spec(index)));
  return {
    catalog,
    /** Runs once, in the next pause. */
    onPause: (listener: () => Promise<unknown>) => void listeners.push(listener),
    pausesOf: async <Value>(work: () => Promise<Value>) => {
      pauses = 0;
      const value = await work();
      return { value, pauses };
    },
  };
}

it('locks a catalog as text with pauses, and at one moment', async () => {
  const { catalog, onPause, pausesOf } = await open();
  const expected = formatLock(lockCatalog(catalog));
  onPause(() => catalog.register(spec(99, '2.0.0')));

  const { value, pauses } = await pausesOf(() => lockCatalogText(catalog));

  expect(value).toBe(expected);
  expect(pauses).toBeGreaterThan(10);
  expect(await lockCatalogText(catalog)).not.toBe(expected);
});

it('compares the text of a lock with pauses, and with one moment', async () => {
  const { catalog, onPause, pausesOf } = await open();
  const text = formatLock(lockCatalog(catalog));
  await catalog.register(spec(0, '2.0.0'));
  await catalog.register(spec(100));
  const expected = verifyLock(parseLock(text), catalog);
  onPause(() => catalog.register(spec(99, '2.0.0')));

  const { value, pauses } = await pausesOf(() => verifyLockText(text, catalog));

  expect(value).toEqual(expected);
  expect(value.tools.filter(({ status }) => status !== 'ok')).toMatchObject([
    { name: 'tool_000', status: 'changed' },
    { name: 'tool_100', status: 'unlocked' },
  ]);
  expect(pauses).toBeGreaterThan(10);
});

it('says of the text of a lock, with pauses, whether its tools can be used', async () => {
  const { catalog, onPause, pausesOf } = await open();
  const lock = lockCatalog(catalog);
  const expected = await preflight(lock, { catalog });
  onPause(() => catalog.setEnabled('tool_099', false));

  const { value, pauses } = await pausesOf(() => preflight(formatLock(lock), { catalog }));

  expect(value).toEqual(expected);
  expect(pauses).toBeGreaterThan(10);
});

it('has the pins and the settings of a toolset of one moment, as without pauses', async () => {
  const { catalog, onPause } = await open();
  const { toolsets } = catalog;
  const apply = async (autonomy: 'ask' | 'allow', count: number) => {
    const tools = Array.from({ length: count }, (_, index) => ({
      tool: spec(index).name,
      // Without a policy, a tool has the authority that it has in the catalog.
      ...(index % 2 === 0 && { policy: { autonomy } }),
    }));
    await toolsets.apply(toolsets.plan({ name: 'ops', tools }));
  };
  await apply('ask', 90);
  const options = { toolset: 'ops' };
  const lock = lockCatalog(catalog, options);
  expect(lock.tools.tool_000?.authorityDigest).not.toBe(lock.tools.tool_001?.authorityDigest);
  expect(lock.tools.tool_001?.authorityDigest).toBe(lockCatalog(catalog).tools.tool_001?.authorityDigest);

  onPause(() => apply('allow', 80));
  expect(await lockCatalogText(catalog, options)).toBe(formatLock(lock));
  expect(toolsets.get('ops')?.pins).toHaveLength(80);

  const text = formatLock(lock);
  const expected = [verifyLock(lock, catalog, options), await preflight(lock, { catalog, ...options })];
  expect(expected[0]?.tools.slice(0, 2)).toMatchObject([{ status: 'changed' }, { status: 'ok' }]);
  expect(expected[1]?.tools.at(-1)).toMatchObject({ name: 'tool_089', status: 'missing' });
  expect([
    await verifyLockText(text, catalog, options),
    await preflight(text, { catalog, ...options }),
  ]).toEqual(expected);
});

it('refuses a text that is no lock', async () => {
  const { catalog } = await open();

  const refusals = [
    await rejectionOf(verifyLockText('{}', catalog)),
    await rejectionOf(preflight('{}', { catalog })),
  ];

  for (const error of refusals) expect(error).toMatchObject({ code: 'E_INVALID_LOCK', context: { line: 1 } });
});
