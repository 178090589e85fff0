import fc from 'fast-check';
import type { JsonObject } from 'toolcrib';
import { redactCredentials } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { redactJson } from './redact-json.ts';
import { redactLargeJson } from './redact-large-json.ts';

const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
const list = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

/** How often others had their turn until a promise was settled. */
async function countTurns(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns += 1;
    turn = setImmediate(count);
  };
  let turn = setImmediate(count);
  await promise;
  clearImmediate(turn);
  return turns;
}

describe('redactLargeJson', () => {
  it('gives what redactJson gives, wherever it pauses', async () => {
    const leaf = fc.constantFrom<unknown>('x', token, 1, true, null, 'password=abc123', 'a'.repeat(2_000));
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        leaf,
        fc.array(tie('tree'), { maxLength: 6 }),
        fc.dictionary(fc.constantFrom('a', 'password', token, 'rows', 'maxTokens'), tie('tree')),
      ),
    }));
    const times = fc.constantFrom(1, 100, 300);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), tree), times, async (fields, count) => {
        const { __proto__: _, ...plain } = fields;
        const value = { ...plain, password: list(count, () => plain), rows: list(count, () => plain) };

        const redacted = await redactLargeJson(value as unknown as JsonObject, redactCredentials);

        expect(redacted).toEqual(redactJson(value as unknown as JsonObject, redactCredentials));
      }),
      { numRuns: 12 },
    );
  });

  it.each<[string, JsonObject]>([
    ['rows', { rows: list(2_000, (index) => ({ a: `text ${index}`, b: 'x' })) }],
    ['members', Object.fromEntries(list(5_000, (index) => [`key${index}`, 'x']))],
    ['long texts', { texts: list(500, () => 'a'.repeat(20_000)) }],
  ])('lets others have their turn: %s', async (_, value) => {
    expect(await countTurns(redactLargeJson(value, redactCredentials))).toBeGreaterThan(3);
  });

  it('takes no turn for what is small', async () => {
    expect(await countTurns(redactLargeJson({ rows: [{ a: 'x' }] }, redactCredentials))).toBe(0);
  });
});
