import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import { memoryStore } from '../../catalog/memory-store.ts';
import { openCatalog } from '../../catalog/open-catalog.ts';
import { specDigest } from '../../catalog/spec-digest.ts';
import { toSpec } from '../../catalog/to-spec.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import type { ToolState, ToolVersion } from '../../catalog/tool-state.ts';
import { defineTool } from '../../core/define-tool.ts';
import { lockTools, type ToolLock } from '../../core/lock.ts';
import { createToolRegistry } from '../../core/sealed-tool-registry.ts';
import { lockCatalog } from './lock-catalog.ts';
import type { LockTarget } from './lock-subject.ts';
import { type VerifyLockOptions, verifyLock } from './verify-lock.ts';

function toolOf(name: string, options: { version?: string; description?: string } = {}) {
  return defineTool({
    name,
    description: name,
    inputSchema: { type: 'object' },
    handler: () => name,
    ...options,
  });
}

const [a, b, c] = [toolOf('a'), toolOf('b', { version: '1.0.0' }), toolOf('c')];
const otherB = toolOf('b', { version: '1.0.0', description: 'other' });
const lock = lockTools([a, b, c]);

describe('verifyLock against the tools of a deployment', () => {
  const tools = [otherB, toolOf('d'), a];
  it.each<[string, LockTarget]>([
    ['a list of tools', tools],
    ['a set of tools', new Set(tools)],
    ['a registry', createToolRegistry(tools)],
    ['a list of specs', tools.map(toSpec)],
  ])('says of each tool of %s what became of it', (_what, against) => {
    expect(verifyLock(lock, against)).toEqual({
      isOk: false,
      tools: [
        { name: 'a', status: 'ok', locked: a.digest, actual: a.digest },
        { name: 'b', status: 'changed', parts: ['definition'], locked: b.digest, actual: otherB.digest },
        { name: 'c', status: 'missing', locked: c.digest },
        { name: 'd', status: 'unlocked', actual: toolOf('d').digest },
      ],
    });
    expect(verifyLock(lockTools(tools), against).isOk).toBe(true);
  });

  it('notes another version of the same definition, which is ok, and knows no sources', () => {
    const { tools: locked } = lock;
    const sourced = { lockVersion: 2, tools: { b: { ...locked.b, source: 'x' } } } as unknown as ToolLock;

    const { isOk, tools: checks } = verifyLock(sourced, [toolOf('b', { version: '1.0.1' })]);

    expect(isOk).toBe(true);
    expect(checks).toMatchObject([{ status: 'ok', version: { locked: '1.0.0', actual: '1.0.1' } }]);
  });

  it.each<[unknown, string]>([
    [[a, a], 'E_INVALID_OPTION'],
    [[{ name: 'a' }], 'E_INVALID_SPEC'],
    [{}, 'E_INVALID_OPTION'],
    [null, 'E_INVALID_OPTION'],
    ['tools', 'E_INVALID_OPTION'],
    [{ resolve: () => ({ digest: a.digest }), list: () => [] }, 'E_INVALID_OPTION'],
  ])('refuses to compare a lock with %j', (against, code) => {
    expect(errorOf(() => verifyLock(lock, against as LockTarget)).code).toBe(code);
  });

  it('refuses what is no lock', () => {
    expect(errorOf(() => verifyLock({} as ToolLock, [])).code).toBe('E_INVALID_LOCK');
  });
});

describe('verifyLock against a catalogue', () => {
  const source = 'https://a.example/mcp';
  const first: ToolSpec = {
    name: 'a',
    version: '1.0.0',
    description: 'A.',
    inputSchema: { type: 'object' },
    outputSchema: {},
  };
  const second: ToolSpec = { ...first, version: '2.0.0', description: 'Does another thing.', tags: ['new'] };

  async function open() {
    const catalog = await openCatalog(memoryStore());
    await catalog.register(first, { source });
    return { catalog, lock: lockCatalog(catalog) };
  }

  it('tells where a definition differs from the one that was locked, by its history', async () => {
    const { catalog, lock: locked } = await open();
    await catalog.register(second, { source });

    const { isOk, tools } = verifyLock(locked, catalog);

    expect(isOk).toBe(false);
    expect(tools).toEqual([
      {
        name: 'a',
        status: 'changed',
        parts: ['definition'],
        locked: specDigest(first),
        actual: specDigest(second),
        version: { locked: '1.0.0', actual: '2.0.0' },
        differences: [
          { field: 'description', pointer: '/description', before: 'A.', after: 'Does another thing.' },
          { field: 'tags', pointer: '/tags/0', after: 'new' },
        ],
      },
    ]);
  });

  it('tells no differences when the locked definition is not known any more', async () => {
    const { catalog, lock: locked } = await open();
    await catalog.remove('a');
    await catalog.register({ ...second, version: '1.0.0' }, { source });

    const [check] = verifyLock(locked, catalog, { versions: 'locked' }).tools;

    expect(check).toEqual({
      name: 'a',
      status: 'changed',
      parts: ['definition'],
      locked: specDigest(first),
      actual: specDigest(second),
    });
  });

  it('compares the versions of the lock if it is told so, whatever is current', async () => {
    const { catalog, lock: locked } = await open();
    await catalog.register(second, { source });
    await catalog.register({ ...first, name: 'z' });

    const { tools } = verifyLock(locked, catalog, { versions: 'locked' });

    expect(tools.map(({ name, status }) => `${name} ${status}`)).toEqual(['a ok', 'z unlocked']);
    expect(verifyLock(locked, catalog, { versions: 'locked', names: ['a'] }).isOk).toBe(true);
    expect(verifyLock(locked, catalog, { versions: { a: { range: '^1' } }, names: ['a'] }).isOk).toBe(true);
  });

  it.each([[undefined], ['https://b.example/mcp']])(
    'takes a definition that comes from %s now, not from where it came, for changed',
    async (other) => {
      const { catalog, lock: locked } = await open();
      await catalog.remove('a');
      await catalog.register(first, { source: other });

      const { isOk, tools } = verifyLock(locked, catalog);

      const digest = specDigest(first);
      expect(isOk).toBe(false);
      expect(tools).toEqual([
        {
          name: 'a',
          status: 'changed',
          parts: [],
          locked: digest,
          actual: digest,
          source: { locked: source, actual: other ?? null },
        },
      ]);
    },
  );

  it('takes a tool that is switched off as it is, and one that was removed as missing', async () => {
    const { catalog, lock: locked } = await open();
    await catalog.setEnabled('a', false);

    expect(verifyLock(locked, catalog).isOk).toBe(true);
    await catalog.remove('a');
    expect(verifyLock(locked, catalog).tools).toMatchObject([{ name: 'a', status: 'missing' }]);
  });

  it('does not believe a store that says a changed definition has the old digest', async () => {
    const store = memoryStore();
    const catalog = await openCatalog(store);
    await catalog.register(first);
    const locked = lockCatalog(catalog);
    const load = async (tenant: string) => {
      const state = await store.load(tenant);
      const tools = [...state.tools].map(([name, tool]) => [
        name,
        { ...tool, versions: tool.versions.map(falsify) },
      ]);
      return { ...state, tools: new Map(tools as [string, ToolState][]) };
    };
    const lying = new Proxy(store, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key);
        if (key === 'load') return load;
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });

    const [check] = verifyLock(locked, await openCatalog(lying)).tools;

    expect(check).toEqual({
      name: 'a',
      status: 'changed',
      parts: ['definition'],
      locked: specDigest(first),
      actual: specDigest({ ...first, description: 'Evil.' }),
    });
  });

  it('refuses options that it does not know', async () => {
    const { catalog, lock: locked } = await open();

    for (const options of [{ versions: 'all' }, { tag: 'x' }, null]) {
      const verify = () => verifyLock(locked, catalog, options as unknown as VerifyLockOptions);
      expect(errorOf(verify).code).toBe('E_INVALID_OPTION');
    }
  });
});

function falsify(version: ToolVersion): ToolVersion {
  return { ...version, spec: { ...version.spec, description: 'Evil.' } };
}
