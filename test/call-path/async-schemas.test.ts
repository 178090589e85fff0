import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { withJsonSchema } from '../../packages/toolcrib/src/core/schema/with-json-schema.ts';
import { startRuntime, tool } from '../runtime.ts';
import { watchRejections } from './watch-rejections.ts';

let asked = 0;
const fail = async () => {
  asked += 1;
  // A microtask would be soon enough for whoever attaches a handler late.
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error('db down');
};
const pass = async (name: string) => {
  asked += 1;
  await wait(1);
  return name === 'ada';
};
const object = { type: 'object', properties: { name: { type: 'string' } } } as const;

describe('an asynchronous refinement', () => {
  it.each([
    ['Zod', z.object({ name: z.string().refine(fail) })],
    [
      'Zod, in a list',
      z.object({ name: z.string(), more: z.array(z.number().refine(fail)).prefault([1, 2]) }),
    ],
    ['Zod, of the object', z.object({ name: z.string() }).superRefine(fail)],
    ['Zod, a codec', z.object({ name: z.codec(z.string(), z.string(), { decode: fail, encode: String }) })],
    ['Zod Mini', withJsonSchema(mini.object({ name: mini.string().check(mini.refine(fail)) }), object)],
    ['Zod, with a JSON Schema', withJsonSchema(z.object({ name: z.string().refine(fail) }), object)],
  ])('of %s that rejects fails its call, and leaves no rejection behind', async (_, inputSchema) => {
    const { runtime } = startRuntime([tool('save', () => 'saved', { inputSchema })]);
    const watch = watchRejections();

    const records = [];
    for (let time = 0; time < 2; time++) {
      records.push(await runtime.call({ tool: 'save', args: { name: 'ada' } }));
    }
    await wait(5);
    await watch.stop();

    expect(records.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(records[0]?.details().cause).toMatchObject({ message: 'db down' });
    expect(watch.reasons).toEqual([]);
  });

  it('runs once for a call, once it is known', async () => {
    const inputSchema = z.object({ name: z.string().refine(pass, { error: 'is not known' }) });
    const { runtime } = startRuntime([tool('save', () => 'saved', { inputSchema })]);
    const call = (name: string) => runtime.call({ tool: 'save', args: { name } });

    const first = await call('ada');
    asked = 0;
    const records = [await call('ada'), await call('bob')];

    expect([first, ...records].map(({ status }) => status)).toEqual(['ok', 'ok', 'invalid_args']);
    expect(records[1]?.problem?.issues).toEqual([{ path: ['name'], message: 'is not known' }]);
    expect(asked).toBe(2);
  });
});

describe('a schema with synchronous functions', () => {
  it('stays synchronous, with what Zod says', () => {
    const inputSchema = z.object({
      name: z
        .string()
        .refine((name) => name !== 'bob', { error: 'is not known' })
        .transform((name) => name.length),
      seats: z.int().default(1),
    });
    const save = tool('save', (args) => JSON.stringify(args), { inputSchema });

    expect(save.validate({ name: 'ada' })).toEqual({ name: 3, seats: 1 });
    expect(() => save.validate({ name: 'bob', seats: 'a' })).toThrow(/name is not known.*seats/);
  });
});
