import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import {
  defineTool,
  type JsonObject,
  jsonSchema,
  type LibrarySchema,
  type Media,
  Tool,
  type ToolContent,
  type ToolContext,
  ToolRegistry,
} from '../index.ts';

const base = { name: 'weather', description: 'Tells the weather.' } as const;

describe('the type of a handler', () => {
  it('[T2] is inferred from Zod, after defaults and transformations', () => {
    const tool = defineTool({
      ...base,
      inputSchema: z.object({
        city: z.string(),
        days: z.number().default(3),
        unit: z.enum(['c', 'f']).optional(),
        when: z.iso.date().transform((text) => new Date(text)),
      }),
      handler: (args, ctx) => {
        expectTypeOf(args).toEqualTypeOf<{
          city: string;
          days: number;
          unit?: 'c' | 'f' | undefined;
          when: Date;
        }>();
        expectTypeOf(ctx).toEqualTypeOf<ToolContext>();
        return args.city;
      },
    });

    expectTypeOf(tool.validate).parameters.toEqualTypeOf<[unknown]>();
    expectTypeOf(tool.validate({}).days).toEqualTypeOf<number>();
    expectTypeOf(tool.executor).returns.returns.resolves.toEqualTypeOf<ToolContent>();
  });

  it('[T2] is inferred from Valibot', () => {
    defineTool({
      ...base,
      inputSchema: toStandardJsonSchema(v.object({ city: v.string(), days: v.optional(v.number(), 3) })),
      handler: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>();
        return '';
      },
    });
  });

  it('[T2] is inferred from ArkType', () => {
    defineTool({
      ...base,
      inputSchema: type({ city: 'string', 'days?': 'number' }),
      handler: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ city: string; days?: number }>();
        return '';
      },
    });
  });

  it('[T2] is inferred from a JSON Schema literal, with or without `as const`', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer', default: 3 },
        unit: { enum: ['c', 'f'] },
        place: { type: ['string', 'null'] },
        stops: {
          type: 'array',
          items: { type: 'object', properties: { id: { const: 7 } }, required: ['id'] },
        },
        either: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
        other: { $ref: '#/properties/city' },
      },
      required: ['city', 'stops'],
    } as const;
    interface Expected {
      readonly city: string;
      readonly days: number;
      readonly stops: readonly { readonly id: 7 }[];
      readonly unit?: 'c' | 'f';
      readonly place?: string | null;
      readonly either?: boolean | null;
      readonly other?: unknown;
    }

    defineTool({
      ...base,
      inputSchema: schema,
      handler: (args) => {
        expectTypeOf(args.city).toEqualTypeOf<Expected['city']>();
        expectTypeOf(args.days).toEqualTypeOf<Expected['days']>();
        expectTypeOf(args.stops[0]?.id).toEqualTypeOf<7 | undefined>();
        expectTypeOf(args.unit).toEqualTypeOf<Expected['unit']>();
        expectTypeOf(args.place).toEqualTypeOf<Expected['place']>();
        expectTypeOf(args.either).toEqualTypeOf<Expected['either']>();
        expectTypeOf(args.other).toEqualTypeOf<unknown>();
        expectTypeOf(args).toExtend<Expected>();
        return '';
      },
    });
    defineTool({
      ...base,
      inputSchema: { type: 'object', properties: { unit: { enum: ['c', 'f'] } }, required: ['unit'] },
      handler: ({ unit }) => {
        expectTypeOf(unit).toEqualTypeOf<'c' | 'f'>();
        return unit;
      },
    });
  });

  it('[T2] is open where the schema is not known to the compiler', () => {
    const loaded = JSON.parse('{}') as JsonObject;
    const open = jsonSchema(loaded);
    const said: LibrarySchema<{ city: string }> = jsonSchema<JsonObject, { city: string }>(loaded);

    expectTypeOf(open).toEqualTypeOf<LibrarySchema<unknown>>();
    defineTool({ ...base, inputSchema: said, handler: ({ city }) => city });
    defineTool({
      ...base,
      inputSchema: { type: 'object', additionalProperties: { type: 'number' } },
      handler: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ readonly [key: string]: number }>();
        return '';
      },
    });
  });

  it('[T2] is inferred by `new Tool()` as well', () => {
    new Tool({
      ...base,
      inputSchema: z.object({ city: z.string() }),
      handler: ({ city }) => city.toUpperCase(),
    });
  });

  it('[T2] rejects a wrong argument', () => {
    defineTool({
      ...base,
      inputSchema: z.object({ city: z.string() }),
      // @ts-expect-error The schema has no `town`.
      handler: ({ town }) => String(town),
    });
    defineTool({
      ...base,
      inputSchema: { type: 'object', properties: { days: { type: 'number' } }, required: ['days'] },
      // @ts-expect-error A number has no length.
      handler: ({ days }) => String(days.length),
    });
  });
});

describe('the type of a result', () => {
  it('[T4] is content without an output schema', () => {
    const inputSchema = z.object({});
    defineTool({ ...base, inputSchema, handler: () => new Uint8Array() });
    defineTool({ ...base, inputSchema, handler: async () => [] as Media[] });
    // @ts-expect-error A plain object needs an output schema.
    defineTool({ ...base, inputSchema, handler: () => ({ temperature: 20 }) });
    // @ts-expect-error Nothing is no result.
    defineTool({ ...base, inputSchema, handler: () => undefined });
    // @ts-expect-error A number is no result.
    defineTool({ ...base, inputSchema, handler: async () => 20 });
  });

  it('[T4] is what the output schema describes', () => {
    const tool = defineTool({
      ...base,
      inputSchema: z.object({}),
      outputSchema: z.object({ temperature: z.number(), unit: z.string().default('c') }),
      handler: () => ({ temperature: 20 }),
    });
    expectTypeOf(tool.executor).returns.returns.resolves.toEqualTypeOf<{
      temperature: number;
      unit: string;
    }>();

    defineTool({
      ...base,
      inputSchema: z.object({}),
      outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      handler: () => ({ ok: true }),
    });
    defineTool({
      ...base,
      inputSchema: z.object({}),
      outputSchema: z.object({ temperature: z.number() }),
      // @ts-expect-error The output schema wants a number.
      handler: () => ({ temperature: 'hot' }),
    });
    defineTool({
      ...base,
      inputSchema: z.object({}),
      outputSchema: z.object({ temperature: z.number() }),
      // @ts-expect-error With an output schema text is no result.
      handler: () => 'hot',
    });
  });
});

describe('the options of a tool', () => {
  it('[T9] reject unknown keys and wrong types', () => {
    const inputSchema = z.object({});
    const handler = () => '';
    // @ts-expect-error There is no such option.
    defineTool({ ...base, inputSchema, handler, retries: 3 });
    // @ts-expect-error There is no such effect.
    defineTool({ ...base, inputSchema, handler, effect: 'none' });
    // @ts-expect-error There is no such policy.
    defineTool({ ...base, inputSchema, handler, onCollision: 'overwrite' });
    // @ts-expect-error A description is required.
    defineTool({ name: 'x', inputSchema, handler });
  });

  it('[T3] reject schemas that are no object schema, or that have no JSON Schema', () => {
    // @ts-expect-error An array is no object.
    defineTool({ ...base, inputSchema: { type: 'array' }, handler: () => '' });
    // @ts-expect-error A schema of Valibot needs its wrapper.
    defineTool({ ...base, inputSchema: v.object({ city: v.string() }), handler: () => '' });
  });

  it('[T1] are readonly on the tool', () => {
    const tool = defineTool({ ...base, inputSchema: z.object({}), handler: () => '' });
    // @ts-expect-error Fields are readonly.
    expectTypeOf(() => (tool.name = 'other')).toBeFunction();
    // @ts-expect-error The handler is not reachable.
    expectTypeOf(tool.handler);
  });

  it('fit into one registry, whatever the types', () => {
    const first = defineTool({ ...base, inputSchema: z.object({ a: z.string() }), handler: ({ a }) => a });
    const second = defineTool({
      ...base,
      inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
      outputSchema: z.object({ n: z.number() }),
      handler: ({ n }) => ({ n: n ?? 0 }),
    });

    expectTypeOf(new ToolRegistry([first, second]).get('weather')).toEqualTypeOf<Tool | undefined>();
  });
});

describe('the types of verify and revert', () => {
  const inputSchema = z.object({ seat: z.string() });
  const outputSchema = z.object({ booking: z.number() });

  it('come from the schemas', () => {
    defineTool({
      ...base,
      inputSchema,
      outputSchema,
      handler: () => ({ booking: 1 }),
      verify: (args, ctx) => {
        expectTypeOf(args).toEqualTypeOf<{ seat: string }>();
        expectTypeOf(ctx).toEqualTypeOf<ToolContext>();
        return { done: true, result: { booking: 1 } };
      },
      revert: (args, result) => {
        expectTypeOf(args).toEqualTypeOf<{ seat: string }>();
        expectTypeOf(result).toEqualTypeOf<{ booking: number } | undefined>();
      },
    });
  });

  it('hold the answer of verify to the output schema', () => {
    const options = { ...base, inputSchema, outputSchema, handler: () => ({ booking: 1 }) };
    // @ts-expect-error The result is not what the schema says.
    defineTool({ ...options, verify: () => ({ done: true, result: { booking: 'one' } }) });
    // @ts-expect-error Whoever says that it is done has to give the result.
    defineTool({ ...options, verify: () => ({ done: true }) });
  });
});

describe('the answer of a gate', () => {
  it('has the type of its schema, and is nothing without one', () => {
    defineTool({
      ...base,
      inputSchema: z.object({}),
      handler: async (_args, { waitFor }) => {
        const size = await waitFor({ name: 'size', prompt: '', schema: z.object({ size: z.number() }) });
        expectTypeOf(size).toEqualTypeOf<{ size: number }>();
        const plain = await waitFor({
          name: 'plain',
          prompt: '',
          schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
        });
        expectTypeOf(plain.ok).toEqualTypeOf<boolean>();
        expectTypeOf(await waitFor({ name: 'sure', prompt: '' })).toEqualTypeOf<undefined>();
        return '';
      },
    });
  });
});
