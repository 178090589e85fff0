import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorOf, rejectionOf } from '../../../../test/errors.ts';
import { ctx, weather, weatherSchema } from '../../../../test/weather.ts';
import { ToolcribError, ValidationError } from './errors.ts';
import { Tool } from './tool.ts';

describe('a tool', () => {
  it('[T1] is deeply frozen: assigning to a field throws', () => {
    const tool = weather({
      tags: ['geo'],
      requires: ['weather:read'],
      annotations: { hints: { safe: true } },
    });
    const targets: object[] = [
      tool,
      tool.tags,
      tool.requires,
      tool.inputSchema,
      tool.inputSchema.properties as object,
      (tool.annotations as { hints: object }).hints,
      tool.describe(),
    ];

    for (const target of targets) {
      expect(Object.isFrozen(target)).toBe(true);
      expect(() => Object.assign(target, { name: 'other', 0: 'x', extra: 1 })).toThrow(TypeError);
    }
  });

  it('[T1] does not give its handler away', () => {
    const handler = () => 'secret work';
    const tool = weather({ handler });
    const reachable = [
      ...Reflect.ownKeys(tool).map((key) => Reflect.get(tool, key)),
      ...Reflect.ownKeys(Tool.prototype).map((key) => Reflect.get(Tool.prototype, key, tool)),
    ];

    expect(reachable).not.toContain(handler);
    expect(JSON.stringify(tool)).not.toContain('secret work');
  });

  it('[T1] keeps nothing that can be changed from outside', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string' } } } as const;
    const options = { name: 'safe', description: 'd', inputSchema, tags: ['one'], handler: () => 'original' };
    const tool = new Tool(options);

    options.handler = () => 'replaced';
    options.tags.push('two');
    Object.assign(inputSchema.properties.a, { type: 'number' });

    expect(tool.tags).toEqual(['one']);
    expect(tool.validate({ a: 'text' })).toEqual({ a: 'text' });
    expect(await tool.executor(ctx)({})).toBe('original');
  });

  it('knows a tool from a look-alike', () => {
    expect(Tool.isTool(weather())).toBe(true);
    expect(Tool.isTool({ ...weather() })).toBe(false);
    expect(Tool.isTool(Object.create(Tool.prototype))).toBe(false);
    expect(Tool.isTool(JSON.parse(JSON.stringify(weather())))).toBe(false);
  });

  it('[T8] describes itself as plain JSON of three fields, with the same bytes each time', () => {
    const tool = weather({ title: 'Weather', version: '1.0.0' });
    const expected = { name: 'weather', description: 'Tells the weather.', inputSchema: weatherSchema };

    expect(tool.describe()).toEqual(expected);
    expect(JSON.stringify(tool.describe())).toBe(JSON.stringify(expected));
    expect(JSON.stringify(weather().describe())).toBe(JSON.stringify(tool.describe()));
    expect(Object.getPrototypeOf(tool.describe())).toBe(Object.prototype);
  });

  it('has a digest of what the model can see, which its version is not part of', () => {
    expect(weather().digest).toMatch(/^sha256\/v1:[0-9a-f]{64}$/);
    expect(weather({ version: '2.0.0', trusted: true }).digest).toBe(weather().digest);
    expect(weather({ description: 'Changed.' }).digest).not.toBe(weather().digest);
  });
});

describe('the arguments of a call', () => {
  it('[T5] are checked first: bad ones never reach the handler, and every failing field is listed', async () => {
    let runs = 0;
    const tool = weather({ handler: () => String(++runs) });
    const bad = { city: 5, days: 'many', unit: 'kelvin', extra: true };

    const error = (await rejectionOf(tool.executor(ctx)(bad))) as ValidationError;

    expect(runs).toBe(0);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.code).toBe('E_INVALID_TOOL_ARGS');
    expect(error.issues.map(({ path }) => path[0]).sort()).toEqual(['city', 'days', 'extra', 'unit']);
    expect(error.toJSON()).toMatchObject({ code: 'E_INVALID_TOOL_ARGS', issues: error.issues });
    expect(errorOf(() => tool.validate(bad))).toMatchObject({ code: error.code, issues: error.issues });
  });

  it('[T5] are listed by path for Zod too', () => {
    const inputSchema = z.object({ stops: z.array(z.object({ name: z.string() })), limit: z.number() });
    const tool = weather({ inputSchema: inputSchema as never });

    const error = errorOf(() => tool.validate({ stops: [{ name: 'a' }, { name: 2 }] })) as ValidationError;

    expect(error.issues.map(({ path }) => path)).toEqual([['stops', 1, 'name'], ['limit']]);
    expect(error.message).toContain('stops[1].name');
  });

  it.each([undefined, null, 'text', 7, [], [{ city: 'Bern' }], () => 1])(
    '[T5] must be an object, not %s',
    (args) => {
      expect(errorOf(() => weather().validate(args)).code).toBe('E_INVALID_TOOL_ARGS');
    },
  );

  it('[T6] are not coerced', () => {
    const tool = weather({ inputSchema: { type: 'object', properties: { n: { type: 'number' } } } });

    expect(errorOf(() => tool.validate({ n: '5' })).code).toBe('E_INVALID_TOOL_ARGS');
    expect(tool.validate({ n: 5 })).toEqual({ n: 5 });
  });

  it('reach the handler as a frozen copy that the caller cannot change', async () => {
    let release = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tool = weather({
      handler: async (args: unknown) => {
        await opened;
        return JSON.stringify(args);
      },
    });
    const args = { city: 'Bern', days: 1 };

    const result = tool.executor(ctx)(args);
    args.city = 'Basel';
    release();

    expect(await result).toBe('{"city":"Bern","days":1}');
  });

  it('[T5] that cannot be read are invalid arguments, not a crash', async () => {
    const args = {
      get city(): string {
        throw new Error('hunter2');
      },
    };

    expect((await rejectionOf(weather().executor(ctx)(args))).code).toBe('E_INVALID_TOOL_ARGS');
    expect(errorOf(() => weather().validate(args)).message).not.toContain('hunter2');
  });

  it('cannot smuggle prototype keys in', () => {
    const tool = weather({ inputSchema: { type: 'object' } });
    const args = JSON.parse('{"__proto__": {"admin": true}}');

    expect(errorOf(() => tool.validate(args)).code).toBe('E_INVALID_TOOL_ARGS');
    const harmless = tool.validate(JSON.parse('{"constructor": 1, "toString": 2}'));
    expect(harmless).toEqual(JSON.parse('{"constructor": 1, "toString": 2}'));
  });
});

describe('a handler', () => {
  const thrown: [string, unknown][] = [
    ['an Error', new Error('postgres://user:hunter2@db')],
    ['undefined', undefined],
    ['null', null],
    ['a string', 'oops'],
    ['one of our own errors', new ToolcribError('E_TOOL_NOT_FOUND', 'inner')],
  ];

  it.each(thrown)(
    '[T7] that throws %s is a failed call that keeps it as the cause, and out of its text',
    async (_what, value) => {
      const handlers = [
        () => {
          throw value;
        },
        () => Promise.reject(value),
      ];

      for (const handler of handlers) {
        const error = await rejectionOf(weather({ handler }).executor(ctx)({ city: 'Bern' }));

        expect(error.code).toBe('E_TOOL_FAILED');
        expect(Object.hasOwn(error, 'cause')).toBe(true);
        expect(error.cause).toBe(value);
        expect(error.message + JSON.stringify(error)).not.toMatch(/hunter2|oops/);
      }
    },
  );

  it('gets the context it was called with, filled up', async () => {
    let seen: unknown;
    const tool = weather({
      handler: (_args: unknown, context) => {
        seen = context;
        return 'x';
      },
    });

    await tool.executor(ctx)({ city: 'Bern' });

    expect(seen).toMatchObject({ signal: ctx.signal, invocationId: 'direct', caller: { id: 'direct' } });
  });
});
