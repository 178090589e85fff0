import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorOf, rejectionOf } from '../../../../../test/errors.ts';
import { ctx, weather, weatherSchema } from '../../../../../test/weather.ts';
import { defineTool } from '../define-tool.ts';
import { ConfigError, type ValidationError } from '../errors.ts';
import { Tool } from '../tool.ts';
import { jsonSchema } from './json-schema.ts';
import { withJsonSchema } from './with-json-schema.ts';

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
    ['not convertible', z.object({ when: z.date() }), /JSON has no Date/],
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
    expect(errorOf(() => weather({ outputSchema: null as never })).context.field).toBe('outputSchema');
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
