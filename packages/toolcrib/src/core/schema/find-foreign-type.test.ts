import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorOf } from '../../../../../test/errors.ts';
import { ctx, weather } from '../../../../../test/weather.ts';

class Robot {}

const file = z.file();

describe('a type that JSON does not have', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['z.file()', z.object({ photo: file }), 'photo', /JSON has no File.*artifact/],
    ['z.file() with bounds', z.object({ photo: file.mime('image/png').max(5) }), 'photo', /File/],
    ['an optional one', z.object({ photo: file.optional() }), 'photo', /File/],
    ['a list', z.object({ photos: z.array(file) }), 'photos[]', /File/],
    ['a tuple', z.object({ photos: z.tuple([z.string(), file]) }), 'photos[]', /File/],
    ['a record', z.object({ photos: z.record(z.string(), file) }), 'photos.*', /File/],
    ['a union', z.object({ photo: z.union([z.string(), file]) }), 'photo', /File/],
    ['an object', z.object({ user: z.object({ photo: file.nullable() }) }), 'user.photo', /File/],
    ['what is made later', z.object({ photo: z.lazy(() => file) }), 'photo', /File/],
    ['z.date()', z.object({ trip: z.object({ on: z.date().optional() }) }), 'trip.on', /no Date.*ISO date/],
    ['z.bigint()', z.object({ id: z.bigint() }), 'id', /no bigint.*string of digits/],
    ['z.map()', z.object({ by: z.map(z.string(), z.string()) }), 'by', /Map.*Take an object/],
    ['z.set()', z.object({ tags: z.set(z.string()) }), 'tags', /Set.*Take an array/],
    ['z.symbol()', z.object({ key: z.symbol() }), 'key', /no symbol.*type that JSON has/],
    ['z.instanceof()', z.object({ it: z.instanceof(Robot) }), 'it', /no custom type/],
    ['z.nan()', z.object({ n: z.nan() }), 'n', /no NaN.*type that JSON has/],
    ['z.undefined()', z.object({ n: z.undefined() }), 'n', /no undefined/],
    ['z.void()', z.object({ n: z.void() }), 'n', /no void/],
    ['a union of two', z.object({ n: z.union([file, z.date()]) }), 'n', /JSON has no File.*make the file/],
    [
      'v.file()',
      toStandardJsonSchema(v.object({ photo: v.optional(v.file()) })),
      'photo',
      /no File.*artifact/,
    ],
    ['v.date()', toStandardJsonSchema(v.object({ days: v.array(v.date()) })), 'days[]', /no Date.*ISO date/],
    ['v.instance()', toStandardJsonSchema(v.object({ it: v.instance(Robot) })), 'it', /no class/],
    ['Date of ArkType', type({ 'on?': 'Date' }), 'on', /JSON has no Date.*ISO date/],
    ['a list of ArkType', type({ days: 'Date[]' }), 'days[]', /Date/],
    ['a union of ArkType', type({ on: 'string | Date' }), 'on', /Date/],
    ['bigint of ArkType', type({ id: 'bigint' }), 'id', /JSON has no bigint/],
    ['a class of ArkType', type({ it: type.instanceOf(Robot) }), 'it', /JSON has no Robot/],
  ])('is refused with its field when the tool is defined: %s', (...[, inputSchema, field, reason]) => {
    const error = errorOf(() => weather({ inputSchema: inputSchema as never }));

    expect(error.code).toBe('E_INVALID_TOOL');
    expect(error.message).toContain(`at "${field}"`);
    expect(error.message).toMatch(reason);
    expect(error.context).toMatchObject({ toolName: 'weather', field: 'inputSchema' });
  });

  it('is refused in results too', () => {
    const error = errorOf(() => weather({ outputSchema: z.object({ photo: file }) as never }));

    expect(error.message).toContain('at "photo": JSON has no File');
  });

  it.each<[string, unknown, unknown, unknown]>([
    [
      'a codec',
      z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: String }),
      '2026',
      Date,
    ],
    ['a transformation', z.string().transform((text) => new Date(text)), '2026', Date],
    ['z.coerce after a string', z.string().pipe(z.coerce.date()), '2026', Date],
    ['what a function makes', z.preprocess((text) => new File([String(text)], 'a'), z.file()), 'text', File],
    ['a string', z.string().meta({ format: 'binary', contentEncoding: 'binary' }), 'text', String],
  ])('is no reason to refuse what is made of JSON: %s', async (...[, schema, value, made]) => {
    const seen: unknown[] = [];
    const tool = weather({
      inputSchema: z.object({ x: schema as z.ZodType }) as never,
      handler: (args) => {
        seen.push(Object(Object(args).x).constructor);
        return '';
      },
    });

    await tool.executor(ctx)({ x: value });

    expect(seen).toEqual([made]);
  });

  it('is no reason to refuse what ArkType makes of JSON, or leaves out', async () => {
    const inputSchema = type({ on: 'string.date.parse', 'note?': 'string | undefined', rest: 'unknown' });
    const tool = weather({
      inputSchema: inputSchema as never,
      handler: (args) => Object(args).on.toISOString().slice(0, 4),
    });

    expect(await tool.executor(ctx)({ on: '2026-01-01', rest: 1 })).toBe('2026');
  });
});
