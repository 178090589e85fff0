import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { weather } from '../../../../test/weather.ts';
import { ConfigError } from './errors.ts';
import { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';

describe('the options of a tool', () => {
  it('[T9] have safe defaults', () => {
    expect(weather()).toMatchObject({
      title: undefined,
      version: undefined,
      tags: [],
      effect: 'write',
      requires: [],
      timeoutMs: undefined,
      maxConcurrent: undefined,
      trusted: false,
      ephemeral: false,
      onCollision: 'throw',
      protected: false,
      annotations: undefined,
      outputSchema: undefined,
    });
  });

  it('[T9] are refused when unknown, and the known ones are named', () => {
    const error = errorOf(() => new Tool({ ...weather(), handlr: () => 'x' } as unknown as ToolOptions));

    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe('E_INVALID_TOOL');
    const unknown = errorOf(() => weather({ retries: 3 } as Partial<ToolOptions>));
    expect(unknown.context).toEqual({ toolName: 'weather', field: 'retries' });
    expect(unknown.message).toContain('onCollision');
  });

  it.each<[string, unknown]>([
    ['name', 7],
    ['title', 1],
    ['title', 'x'.repeat(257)],
    ['description', undefined],
    ['description', null],
    ['description', '\ud800'],
    ['description', 'x'.repeat(1_000_000)],
    ['inputSchema', undefined],
    ['handler', 'return 1'],
    ['handler', undefined],
    ['version', ''],
    ['version', 2],
    ['tags', 'geo'],
    ['tags', [1]],
    ['tags', ['a', 'a']],
    ['tags', ['']],
    ['effect', 'none'],
    ['requires', ['', 'x']],
    ['timeoutMs', 0],
    ['timeoutMs', 1.5],
    ['timeoutMs', 2 ** 31],
    ['timeoutMs', '5'],
    ['maxConcurrent', 0],
    ['verify', 'yes'],
    ['revert', {}],
    ['trusted', 'yes'],
    ['ephemeral', 1],
    ['onCollision', 'overwrite'],
    ['protected', null],
    ['annotations', []],
    ['annotations', { when: new Date(0) }],
  ])('[T9] refuse %s of a wrong type or value (%#)', (field, value) => {
    const error = errorOf(() => weather({ [field]: value } as Partial<ToolOptions>));

    expect(error.code).toBe('E_INVALID_TOOL');
    expect(error.context.field).toBe(field);
    expect(error.message.length).toBeLessThan(600);
  });

  it.each(['', '1a', '-a', 'a.b', 'a b', 'ä', 'a'.repeat(65), '__proto__ ', 'а'])(
    '[T11] refuse the name %j',
    (name) => {
      expect(errorOf(() => weather({ name })).context.field).toBe('name');
    },
  );

  it.each(['a', '_', '_-9', 'A'.repeat(64), '__proto__', 'constructor', 'get-weather_2'])(
    '[T11] accept the name %j',
    (name) => {
      expect(weather({ name }).name).toBe(name);
    },
  );

  it('must be an options object', () => {
    expect(errorOf(() => new Tool(undefined as unknown as ToolOptions)).code).toBe('E_INVALID_TOOL');
    expect(errorOf(() => new Tool([] as unknown as ToolOptions)).code).toBe('E_INVALID_TOOL');
  });
});
