import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { defineTool } from './define-tool.ts';
import { ConfigError } from './errors.ts';
import { lockTools, type ToolLock } from './lock.ts';
import { createToolRegistry, SealedToolRegistry } from './sealed-tool-registry.ts';
import type { Tool } from './tool.ts';
import { ToolRegistry } from './tool-registry.ts';
import type { ToolResolver } from './tool-resolver.ts';

function tool(name: string, description = name): Tool {
  return defineTool({ name, description, inputSchema: { type: 'object' }, handler: () => name });
}

describe('a sealed registry', () => {
  it('[S1] cannot be changed through the array, the instance or a subclass of Map', () => {
    const tools = [tool('a')];
    const registry = createToolRegistry(tools);

    tools.push(tool('b'));
    tools[0] = tool('c');

    expect(registry.list()).toEqual(['a']);
    expect(registry.resolve('b')).toBeNull();
    expect(() => Object.assign(registry, { resolve: () => tool('evil') })).toThrow(TypeError);
    expect(() => (registry.list() as string[]).push('evil')).toThrow(TypeError);
    expect(Reflect.ownKeys(registry)).toEqual([]);
    for (const method of ['register', 'unregister', 'add', 'set', 'delete', 'clear']) {
      expect(method in registry).toBe(false);
    }
  });

  it('[S1] cannot be changed through its prototype, nor can its tools', () => {
    const registry = createToolRegistry([tool('a')]);
    const evil = () => 'evil';

    expect(() => Object.assign(Object.getPrototypeOf(registry), { resolve: evil })).toThrow(TypeError);
    expect(() => Object.assign(Object.getPrototypeOf(registry.resolve('a')), { executor: evil })).toThrow(
      TypeError,
    );
  });

  it('[S1] is closed by the constructor and by the function alike', () => {
    expect(new SealedToolRegistry([tool('a')]).list()).toEqual(createToolRegistry([tool('a')]).list());
    expect(createToolRegistry([tool('a')])).toBeInstanceOf(SealedToolRegistry);
  });

  it('[S1] reads a hostile array once', () => {
    const [good, evil] = [tool('a'), tool('evil')];
    let reads = 0;
    const tools = [good];
    Object.defineProperty(tools, 0, { get: () => (reads++ === 0 ? good : evil) });

    expect(createToolRegistry(tools).list()).toEqual(['a']);
  });

  it('[S2] refuses a duplicate name at construction, and says which', () => {
    const error = errorOf(() => createToolRegistry([tool('a'), tool('b'), tool('a')]));

    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe('E_TOOL_ALREADY_REGISTERED');
    expect(error.context).toEqual({ toolName: 'a', existing: 'tools[0]', incoming: 'tools[2]' });
  });

  it('[S3] resolves exactly: the tool or null', () => {
    const weather = tool('get_weather');
    const registry = createToolRegistry([weather]);

    expect(registry.resolve('get_weather')).toBe(weather);
    for (const name of ['Get_Weather', 'getWeather', '', '__proto__', 'constructor', 'toString', 'valueOf']) {
      expect(registry.resolve(name)).toBeNull();
    }
    expect(registry.resolve(undefined as unknown as string)).toBeNull();
  });

  it('[S4] lists sorted names and counts them, the same for any order of the same tools', () => {
    const registry = createToolRegistry([tool('b'), tool('_'), tool('B'), tool('a')]);
    const reordered = createToolRegistry([tool('a'), tool('B'), tool('_'), tool('b')]);

    expect(registry.list()).toEqual(['B', '_', 'a', 'b']);
    expect(reordered.list()).toEqual(registry.list());
    expect(registry.size).toBe(4);
    expect(createToolRegistry([]).size).toBe(0);
  });

  it('[S5] is a ToolResolver, as the other registry and one of the test are', async () => {
    const weather = tool('weather');
    const own: ToolResolver = {
      resolve: (name) => (name === 'weather' ? weather : null),
      list: () => ['weather'],
    };
    const run = (resolver: ToolResolver) =>
      resolver.resolve('weather')?.executor({ signal: AbortSignal.abort() })({});

    for (const resolver of [createToolRegistry([weather]), new ToolRegistry([weather]), own]) {
      expect(await run(resolver)).toBe('weather');
      expect(resolver.list()).toEqual(['weather']);
    }
  });

  it('refuses what is not a tool', () => {
    expect(errorOf(() => createToolRegistry([{ name: 'a' } as Tool])).code).toBe('E_INVALID_OPTION');
    expect(errorOf(() => createToolRegistry({ length: 0 } as unknown as Tool[])).code).toBe(
      'E_INVALID_OPTION',
    );
  });
});

describe('a sealed registry with a lock', () => {
  const tools = [tool('b'), tool('a')];

  it('[S6] is built from the tools that were locked, also after the lock was a file', () => {
    const lock = lockTools(tools);

    expect(createToolRegistry(tools, { lock }).size).toBe(2);
    expect(createToolRegistry([tool('a'), tool('b')], { lock: JSON.parse(JSON.stringify(lock)) }).size).toBe(
      2,
    );
    expect(Object.keys(lock.tools)).toEqual(['a', 'b']);
  });

  it('[S6] is refused for tools that are changed, missing or not in the lock, all of them named', () => {
    const lock = lockTools([...tools, tool('c')]);

    const [changed, unlocked] = [tool('a', 'now evil'), tool('d')];
    const error = errorOf(() => createToolRegistry([changed, tool('b'), unlocked], { lock }));

    expect(error.code).toBe('E_LOCK_MISMATCH');
    expect(error.context.differences).toEqual([
      { name: 'a', kind: 'changed', parts: ['definition'], locked: tool('a').digest, actual: changed.digest },
      { name: 'd', kind: 'unlocked', actual: unlocked.digest },
      { name: 'c', kind: 'missing', locked: tool('c').digest },
    ]);
    expect(error.message).toContain('"a" is changed');
  });

  it('[S6] does not take a tool that is named like a member of every object as locked', () => {
    const lock = lockTools([]);

    expect(errorOf(() => createToolRegistry([tool('constructor')], { lock })).code).toBe('E_LOCK_MISMATCH');
  });

  it('[S6] is not made of two tools of one name', () => {
    expect(errorOf(() => lockTools([tool('a'), tool('a', 'another')])).code).toBe(
      'E_TOOL_ALREADY_REGISTERED',
    );
  });

  it('[S6] locks the version beside the digests, in the order of names', () => {
    const versioned = defineTool({
      name: 'v',
      description: 'v',
      version: '1.2.0',
      inputSchema: { type: 'object' },
      handler: () => 'v',
    });

    expect(lockTools([versioned]).tools.v).toEqual({
      version: '1.2.0',
      digest: versioned.digest,
      authorityDigest: versioned.authorityDigest,
    });
  });

  it.each([
    null,
    {},
    { lockVersion: 3, tools: {} },
    { lockVersion: 1, tools: {} },
    { lockVersion: 2 },
    { lockVersion: 2, tools: [] },
    'lock',
  ])('[S6] refuses %j as a lock', (lock) => {
    expect(errorOf(() => createToolRegistry([], { lock: lock as unknown as ToolLock })).code).toBe(
      'E_INVALID_OPTION',
    );
  });
});
