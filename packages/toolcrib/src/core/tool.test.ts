import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Artifact } from './artifact.ts';
import { defineTool } from './define-tool.ts';
import { ConfigError, ToolcribError, ValidationError } from './errors.ts';
import { Media } from './media.ts';
import { jsonSchema } from './schema/json-schema.ts';
import { withJsonSchema } from './schema/with-json-schema.ts';
import { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';
import { isTrustedContent } from './trust.ts';

const ctx = { signal: new AbortController().signal };

const weatherSchema = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    days: { type: 'integer', minimum: 1, default: 3 },
    unit: { enum: ['celsius', 'fahrenheit'] },
  },
  required: ['city'],
  additionalProperties: false,
} as const;

function weather(options: Partial<ToolOptions> = {}): Tool {
  return new Tool({
    name: 'weather',
    description: 'Tells the weather.',
    inputSchema: weatherSchema,
    handler: (args: unknown) => JSON.stringify(args),
    ...options,
  });
}

function errorOf(action: () => unknown): ToolcribError {
  try {
    action();
  } catch (error) {
    if (error instanceof ToolcribError) return error;
    throw error;
  }
  throw new Error('Expected an error.');
}

async function rejectionOf(promise: Promise<unknown>): Promise<ToolcribError> {
  const error = await promise.then(
    () => new Error('Expected a rejection.'),
    (reason: unknown) => reason,
  );
  if (error instanceof ToolcribError) return error;
  throw error;
}

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

describe('the options of a tool', () => {
  it('[T9] have safe defaults', () => {
    expect(weather()).toMatchObject({
      title: undefined,
      version: undefined,
      tags: [],
      effect: 'write',
      requires: [],
      timeoutMs: undefined,
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

const zodSchema = z.object({ city: z.string().min(1), days: z.number().int().min(1).default(3) });
const valibotSchema = v.object({
  city: v.pipe(v.string(), v.minLength(1)),
  days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 3),
});
const arktypeSchema = type({ city: 'string > 0', days: 'number.integer >= 1 = 3' });

describe('the schema of a tool', () => {
  it.each([
    ['Zod', zodSchema],
    ['Valibot', toStandardJsonSchema(valibotSchema)],
    ['Valibot by an explicit JSON Schema', withJsonSchema(valibotSchema, weatherSchema)],
    ['ArkType', arktypeSchema],
    ['JSON Schema', weatherSchema],
    ['a shared JSON Schema', jsonSchema(weatherSchema)],
    ['draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', ...weatherSchema }],
  ])(
    '[T2, T3, T6] from %s is shown, enforced, never coerced, and its defaults are applied',
    async (_from, inputSchema) => {
      const seen: unknown[] = [];
      const tool = new Tool({
        name: 'weather',
        description: 'd',
        inputSchema: inputSchema as typeof weatherSchema,
        handler: (args) => {
          seen.push(args);
          return 'sunny';
        },
      });

      expect(tool.describe().inputSchema).toMatchObject({
        type: 'object',
        properties: { city: { type: 'string', minLength: 1 }, days: { minimum: 1 } },
      });
      expect(await tool.executor(ctx)({ city: 'Bern' })).toBe('sunny');
      expect(seen).toEqual([{ city: 'Bern', days: 3 }]);
      expect(Object.isFrozen(seen[0])).toBe(true);
      for (const bad of [
        {},
        { city: 5 },
        { city: 'Bern', days: '5' },
        { city: '' },
        { city: 'Bern', days: 0 },
      ]) {
        expect((await rejectionOf(tool.executor(ctx)(bad))).code).toBe('E_INVALID_TOOL_ARGS');
      }
      expect(seen).toHaveLength(1);
    },
  );

  it('[T2] is made into JSON Schema once', () => {
    let conversions = 0;
    const standard = zodSchema['~standard'];
    const counted = {
      '~standard': {
        ...standard,
        jsonSchema: {
          ...standard.jsonSchema,
          input: (options: { target: 'draft-2020-12' }) => {
            conversions += 1;
            return standard.jsonSchema.input(options);
          },
        },
      },
    };

    const tool = weather({ inputSchema: counted as never });
    tool.describe();
    tool.describe();
    expect(tool.digest).toBe(tool.digest);

    expect(conversions).toBe(1);
  });

  it.each<[string, unknown, RegExp]>([
    ['not an object schema', z.string(), /type "object", not "string"/],
    ['an array schema', { type: 'array' }, /type "object", not "array"/],
    ['without a type', {}, /says none/],
    ['a union', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), /union/],
    ['not convertible', z.object({ when: z.date() }), /Date cannot be represented/],
    ['of a library that has no JSON Schema', valibotSchema, /valibot.*withJsonSchema/],
    ['not a schema', 'string', /Standard Schema or a plain JSON Schema/],
    ['null', null, /Standard Schema or a plain JSON Schema/],
    ['an array', [], /Standard Schema or a plain JSON Schema/],
    ['a boolean', true, /Standard Schema or a plain JSON Schema/],
    ['an empty standard', { '~standard': {} }, /validate/],
    ['malformed', { type: 'object', properties: 5 }, /properties/],
    [
      'of another dialect',
      { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
      /2020-12 or draft-07/,
    ],
    ['with a dangling reference', { type: 'object', properties: { a: { $ref: '#/$defs/a' } } }, /\$defs\/a/],
  ])('[T3] is refused when it is %s, with field and reason', (_what, inputSchema, reason) => {
    const error = errorOf(() => weather({ inputSchema: inputSchema as never }));

    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe('E_INVALID_TOOL');
    expect(error.context).toMatchObject({ toolName: 'weather', field: 'inputSchema' });
    expect(error.message).toMatch(reason);
  });

  it('[T3] is named by its field when it is the output schema', () => {
    const error = errorOf(() => weather({ outputSchema: z.object({ when: z.date() }) as never }));

    expect(error.context.field).toBe('outputSchema');
  });

  it('can be compiled by an injected validator, once, which then decides', () => {
    const compiled: unknown[] = [];
    const inputSchema = jsonSchema(weatherSchema, {
      compile: (schema) => {
        compiled.push(schema);
        return (value) =>
          (value as { days: number }).days > 7 ? [{ path: ['days'], message: 'is too far away' }] : [];
      },
    });
    const tool = weather({ inputSchema });

    expect(tool.validate({ city: 'Bern' })).toEqual({ city: 'Bern', days: 3 });
    const error = errorOf(() => tool.validate({ city: 'Bern', days: 8 })) as ValidationError;
    expect(error.issues).toEqual([{ path: ['days'], message: 'is too far away' }]);
    expect(compiled).toEqual([weatherSchema]);
  });

  it('can be asynchronous for calls, and says so to validate()', async () => {
    const tool = defineTool({
      name: 'slow',
      description: 'd',
      inputSchema: z.object({ id: z.string().refine(async (id) => id !== 'taken', 'is taken') }),
      handler: ({ id }) => id,
    });

    expect(await tool.executor(ctx)({ id: 'free' })).toBe('free');
    expect((await rejectionOf(tool.executor(ctx)({ id: 'taken' }))).code).toBe('E_INVALID_TOOL_ARGS');
    expect(errorOf(() => tool.validate({ id: 'free' })).code).toBe('E_ASYNC_SCHEMA');
  });

  it('is to blame when it throws, not the caller', async () => {
    const cause = new Error('bug in a refinement');
    const throwing = {
      city: z.string().refine(() => {
        throw cause;
      }),
    };
    const tool = weather({ inputSchema: z.object(throwing) as never });

    const error = await rejectionOf(tool.executor(ctx)({ city: 'Bern' }));

    expect(error.code).toBe('E_TOOL_FAILED');
    expect(error.cause).toBe(cause);
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

  it('gets the context it was called with', async () => {
    let seen: unknown;
    const tool = weather({
      handler: (_args: unknown, context) => {
        seen = context;
        return 'x';
      },
    });

    await tool.executor(ctx)({ city: 'Bern' });

    expect(seen).toBe(ctx);
  });
});

class TestArtifact extends Artifact {
  override stream(): ReadableStream<Uint8Array> {
    return new Blob(['x']).stream();
  }
}

const artifact = new TestArtifact({ id: 'a1', mimeType: 'text/plain', byteLength: 1 });
const media = new Media({
  kind: 'image',
  mimeType: 'image/png',
  trustTier: 'third-party-public',
  hazard: 'opaque',
  source: new Uint8Array(1),
});

describe('the result of a call', () => {
  it.each<[string, unknown]>([
    ['text', 'sunny'],
    ['empty text', ''],
    ['bytes', new Uint8Array([1])],
    ['a Buffer', Buffer.from('x')],
    ['Media', media],
    ['several Media', [media, media]],
    ['no Media', []],
    ['an artifact', artifact],
  ])('[T4] may be %s', async (_what, value) => {
    const tool = weather({ handler: (() => value) as never });

    expect(await tool.executor(ctx)({ city: 'Bern' })).toBe(value);
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const wrong: [string, unknown][] = [
    ['undefined', undefined],
    ['null', null],
    ['a number', 5],
    ['a plain object', { temperature: 20 }],
    ['a circular object', circular],
    ['a list with something else in it', [media, 'text']],
    ['a look-alike of Media', { ...media }],
    ['other bytes', new Uint16Array(1)],
    ['a bigint', 1n],
    ['a function', () => 'x'],
  ];

  it.each(wrong)('[T4] that is %s is an invalid result, never stringified', async (_what, value) => {
    const error = await rejectionOf(
      weather({ handler: (() => value) as never }).executor(ctx)({ city: 'Bern' }),
    );

    expect(error).toBeInstanceOf(ValidationError);
    expect(error.code).toBe('E_INVALID_RESULT');
  });

  const outputSchemas: [string, unknown][] = [
    ['Zod', z.object({ temperature: z.number(), note: z.string().optional() })],
    [
      'JSON Schema',
      { type: 'object', properties: { temperature: { type: 'number' } }, required: ['temperature'] },
    ],
  ];

  it.each(outputSchemas)(
    '[T4] with an output schema from %s is the JSON value that it describes, frozen',
    async (_from, outputSchema) => {
      const value = { temperature: 20, note: undefined };
      const tool = weather({ outputSchema: outputSchema as never, handler: (() => value) as never });

      const result = await tool.executor(ctx)({ city: 'Bern' });
      value.temperature = 30;

      expect(result).toEqual({ temperature: 20 });
      expect(Object.isFrozen(result)).toBe(true);
      expect(tool.outputSchema).toMatchObject({ type: 'object', required: ['temperature'] });
    },
  );

  const wrongJson: [string, unknown][] = [
    ...wrong.filter(([what]) => what !== 'a plain object'),
    ['text', 'sunny'],
    ['Media', media],
    ['the wrong shape', { temperature: 'hot' }],
  ];

  it.each(wrongJson)('[T4] with an output schema is invalid when it is %s', async (_what, value) => {
    for (const [, outputSchema] of outputSchemas) {
      const tool = weather({ outputSchema: outputSchema as never, handler: (() => value) as never });

      expect((await rejectionOf(tool.executor(ctx)({ city: 'Bern' }))).code).toBe('E_INVALID_RESULT');
    }
  });

  it('[T4] with an output schema that transforms must still be JSON afterwards', async () => {
    const outputSchema = z.object({ when: z.string().transform((text) => new Date(text)) });
    const tool = weather({
      outputSchema: withJsonSchema(outputSchema, { type: 'object' }) as never,
      handler: (() => ({ when: '2026-01-01' })) as never,
    });

    expect((await rejectionOf(tool.executor(ctx)({ city: 'Bern' }))).code).toBe('E_INVALID_RESULT');
  });

  it('[T10] is trusted by the flag of the tool, except Media, whose own tier counts', () => {
    const own = new Media({ ...media, trustTier: 'first-party', source: new Uint8Array(1) });

    for (const content of ['text', new Uint8Array(1), artifact]) {
      expect(isTrustedContent(weather({ trusted: true }), content)).toBe(true);
      expect(isTrustedContent(weather(), content)).toBe(false);
    }
    for (const trusted of [true, false]) {
      expect(isTrustedContent(weather({ trusted }), media)).toBe(false);
      expect(isTrustedContent(weather({ trusted }), own)).toBe(true);
      expect(isTrustedContent(weather({ trusted }), [own, media])).toBe(false);
      expect(isTrustedContent(weather({ trusted }), [own, own])).toBe(true);
    }
  });
});
