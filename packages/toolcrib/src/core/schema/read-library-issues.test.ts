import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatIssues } from '../issue.ts';
import type { JsonValue } from '../json.ts';
import { readSchema } from './read-schema.ts';

async function refuse(schema: unknown, value: JsonValue): Promise<string> {
  const outcome = await readSchema(schema, 'input').check(value);
  return outcome.ok ? 'accepted' : formatIssues(outcome.issues);
}

const zodShapes = z.union([
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('square'), side: z.number().min(1), label: z.string() }),
]);

describe('the issues of a union', () => {
  it.each<[string, z.ZodType, JsonValue, string]>([
    [
      'those of the alternative whose distinguishing property fits',
      zodShapes,
      { kind: 'square', side: 'a', label: 5 },
      'x.side Invalid input: expected number, received string; x.label Invalid input: expected string, received number',
    ],
    ['the values of that property', zodShapes, { kind: 'line' }, 'x.kind must be one of "circle", "square"'],
    ['the types', z.union([z.string(), z.number()]), true, 'x must be a string or a number, not a boolean'],
    [
      'the values and the types that other alternatives want',
      z.union([z.int(), z.literal('all'), z.null()]),
      '5',
      'x must be "all" or a number',
    ],
    [
      'the same for a number',
      z.union([z.int(), z.enum(['all', 'none'])]),
      1.5,
      'x must be one of "all", "none" or an integer',
    ],
    [
      'the same in a union of unions',
      z.union([z.union([z.int(), z.literal('all')]), z.boolean()]),
      '5',
      'x must be "all", a number or a boolean',
    ],
    [
      'no values of another type',
      z.union([z.int().min(1), z.literal('all')]),
      0,
      'x Too small: expected number to be >=1',
    ],
    [
      'those of the alternative whose type fits',
      z.union([z.array(z.string()), z.object({ q: z.string() }), z.never()]),
      { q: 1 },
      'x.q Invalid input: expected string, received number',
    ],
    [
      'what a refinement says',
      z.union([z.object({ a: z.string().refine((text) => text !== 'no', 'Not that one') }), z.string()]),
      { a: 'no' },
      'x.a Not that one',
    ],
    [
      'what each alternative wants',
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      {},
      'x matches none of the 2 allowed alternatives: "a" Invalid input: expected string, received undefined or "b" Invalid input: expected string, received undefined',
    ],
    [
      'what each format wants',
      z.union([z.email(), z.url()]),
      'x',
      'x matches none of the 2 allowed alternatives: Invalid email address or Invalid URL',
    ],
    [
      'those of a union in a union',
      z.union([z.object({ to: zodShapes, name: z.string() }), z.number()]),
      { to: { kind: 'circle' }, name: 'n' },
      'x.to.radius Invalid input: expected number, received undefined',
    ],
    [
      'the types that JSON does not have, in the words of the library',
      z.union([z.never(), z.never()]),
      5,
      'x Invalid input',
    ],
    [
      'that several match',
      z.xor([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      { a: '', b: '' },
      'x matches 2 of the 2 allowed alternatives (numbers 1 and 2), but must match exactly one',
    ],
    [
      'what is wrong with a key',
      z.record(z.string().min(3), z.number()),
      { ab: 1 },
      'x.ab Invalid key in record: Too small: expected string to have >=3 characters',
    ],
  ])('are in Zod %s', async (...[, schema, value, text]) => {
    expect(await refuse(z.object({ x: schema }), { x: value })).toBe(text);
  });

  it.each<[string, unknown, JsonValue, string]>([
    [
      'Zod',
      z.object({ x: z.union([z.string().min(5), z.string().regex(/^id_/)], 'Give a name or an id.') }),
      'abc',
      'x Give a name or an id.',
    ],
    [
      'Zod, with what is wrong inside',
      z.object({ x: z.union([z.object({ a: z.string() }), z.number()], 'Give an a or a number.') }),
      { a: 1 },
      'x Give an a or a number.; x.a Invalid input: expected string, received number',
    ],
    [
      'Valibot',
      toStandardJsonSchema(
        v.object({
          x: v.union([v.pipe(v.string(), v.minLength(5)), v.pipe(v.string(), v.email())], 'Give a name.'),
        }),
      ),
      'abc',
      'x Give a name.',
    ],
  ])('of %s begin with what its author says', async (...[, schema, value, text]) => {
    expect(await refuse(schema, { x: value })).toBe(text);
  });

  it('of Valibot that its JSON Schema does not tell are alternatives', async () => {
    const schema = v.union([v.pipe(v.string(), v.url()), v.pipe(v.string(), v.email())]);

    expect(await refuse(toStandardJsonSchema(v.object({ x: schema })), { x: 'abc' })).toBe(
      'x matches no allowed alternative: Invalid URL: Received "abc" or Invalid email: Received "abc"',
    );
  });

  it.each([
    [{ x: 'a' }, 'x must be a number (was a string)'],
    [{ x: 1, list: ['a'] }, 'list[0] must be a number (was a string)'],
  ])('of ArkType name a field once: %j', async (value, text) => {
    expect(await refuse(type({ x: 'number', 'list?': 'number[]' }), value)).toBe(text);
  });

  it('are told where a union is missing', async () => {
    expect(await refuse(z.object({ x: zodShapes }), {})).toBe('x is required');
  });

  it.each<[JsonValue, string]>([
    [{ kind: 'square', side: 'a' }, 'x.side must be a number, not a string'],
    [{ kind: 'line' }, 'x.kind must be one of "circle", "square"'],
    [5, 'x must be an object, not a number'],
  ])('are in Valibot what the JSON Schema says: %j', async (value, text) => {
    const schema = v.object({
      x: v.union([
        v.object({ kind: v.literal('circle'), radius: v.number() }),
        v.object({ kind: v.literal('square'), side: v.number() }),
      ]),
    });

    expect(await refuse(toStandardJsonSchema(schema), { x: value })).toBe(text);
  });

  it('are in ArkType as they come', async () => {
    const shapes = type({ kind: '"circle"', radius: 'number' }).or({ kind: '"square"', side: 'number' });

    expect(await refuse(type({ x: shapes }), { x: { kind: 'square', side: 'a' } })).toContain(
      'x.side must be a number',
    );
  });

  it('are bounded, and the same each time', async () => {
    const wide = z.object(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, z.string()])));
    const schema = readSchema(z.object({ x: z.union([wide, z.string()]) }), 'input');

    const [first, second] = await Promise.all([schema.check({ x: {} }), schema.check({ x: {} })]);

    expect(first).toEqual(second);
    expect(first.ok ? [] : first.issues).toHaveLength(21);
    expect(first.ok ? undefined : first.issues.at(-1)).toEqual({
      path: ['x'],
      message: 'has 480 more issues',
    });
  });
});
