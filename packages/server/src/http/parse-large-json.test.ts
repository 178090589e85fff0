import fc from 'fast-check';
import { parseStrictJson } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { jsonLimitsOf } from './json-counter.ts';
import { parseLargeJson } from './parse-large-json.ts';

const limits = jsonLimitsOf(1_048_576);

async function parse(text: string, pieceBytes = 8): Promise<{ value: unknown; pauses: number }> {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const value = await parseLargeJson(new TextEncoder().encode(text), { pieceBytes, limits, pause });
  return { value, pauses };
}

/** What comes of a text, and where something is wrong with it; the strict parser has the last word. */
async function isAccepted(text: string, pieceBytes: number): Promise<boolean> {
  const whole = parseStrictJson(text, { maxChars: text.length });
  const pieces = await parse(text, pieceBytes).catch(() => undefined);
  if (whole.ok && typeof whole.value === 'object' && whole.value !== null) {
    expect(JSON.stringify(pieces?.value)).toBe(JSON.stringify(whole.value));
    expect(pieces?.value).toEqual(whole.value);
  } else expect(pieces).toBeUndefined();
  return whole.ok;
}

/** A text with some characters left out, doubled or replaced. */
const damaged = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('', ',', ']', '}', '[', '{', '"', ' ', '\\', ':', '1', 'é')),
      {
        maxLength: 3,
      },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [place, put]) => {
      const at = place % (changed.length + 1);
      return changed.slice(0, at) + put + changed.slice(at + (put === '' ? 1 : 0));
    }, text),
  );

describe('large JSON', () => {
  it('is what the strict parser makes of it, wherever it is divided', async () => {
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(1, -2.5e10, null, true, '', 'é"\\', ':,[]{}'),
        fc.array(tie('tree'), { maxLength: 5 }),
        fc.dictionary(fc.constantFrom('b', '1', 'a', '0', 'constructor', '\\"', 'é'), tie('tree')),
      ),
    }));
    const spaced = tree.map((value) => JSON.stringify(value, null, 1));
    await fc.assert(
      fc.asyncProperty(spaced, fc.integer({ min: 1, max: 40 }), async (text, pieceBytes) => {
        await isAccepted(text, pieceBytes);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is refused if the strict parser would refuse it', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, fc.integer({ min: 1, max: 20 }), async (text, pieceBytes) => {
        await isAccepted(text, pieceBytes);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read with pauses, into a frozen value', async () => {
    const text = JSON.stringify({
      tools: Array.from({ length: 100 }, (_, index) => ({ index, of: [1, 2] })),
    });

    const { value, pauses } = await parse(text, 64);

    expect(pauses).toBeGreaterThan(20);
    expect(value).toEqual(JSON.parse(text));
    expect(Object.isFrozen(value) && Object.isFrozen((value as { tools: unknown }).tools)).toBe(true);
  });

  it.each([
    ['a key that two pieces have', '{"a":"12345678","b":1,"a":2}', ['a']],
    ['a key that was divided', '{"a":[12345678,2],"a":1}', ['a']],
    ['__proto__', '{"list":[12345678,{"__proto__":1}]}', ['list', 1, '__proto__']],
    ['an integer that would be changed', '{"list":[12345678,[12345678,9007199254740993]]}', ['list', 1, 1]],
    ['two values without a comma', '[[12345678,1][12345678,1]]', []],
    ['a number in front of a list', '[1[12345678,1]]', []],
    ['a list in the place of a key', '{[12345678,1]:1}', []],
    ['a comma before the end', '[12345678,12345678,]', []],
    ['nothing between commas', '[[12345678,1],,1]', [1]],
    ['another bracket', '[12345678,12345678}', []],
    ['something after it', '[12345678,12345678] 1', []],
    ['no end', '[12345678,12345678', []],
    ['a value that is no list or object', '"12345678"', []],
    ['nothing but spaces', '          ', []],
    ['a byte order mark', '\ufeff[12345678,12345678]', []],
    ['a string without an end', '[12345678,"12345678]', []],
    ['nesting without end', '['.repeat(129), []],
    ['nesting without end in a piece', `[12345678,${'['.repeat(128)}${']'.repeat(128)}]`, undefined],
  ])('is refused with %s, and it is told where', async (_, text, path) => {
    await expect(parse(text)).rejects.toMatchObject({
      code: 'E_INVALID_REQUEST',
      issues: [path === undefined ? {} : { path }],
    });
  });

  it('is refused if it is not UTF-8, or has too much that cannot be divided', async () => {
    const pause = async () => undefined;
    const bytes = new TextEncoder().encode('[12345678,"12345678"]');
    bytes[12] = 0xff;
    await expect(parseLargeJson(bytes, { limits, pause, pieceBytes: 8 })).rejects.toMatchObject({
      message: 'The body is not UTF-8.',
    });

    await expect(parse(`{"a":["${'a'.repeat(2_200_000)}"]}`)).rejects.toMatchObject({
      issues: [{ message: expect.stringContaining('more than 2097152 bytes') }],
    });
  });

  it('is refused if an object has more members than are worked on together', async () => {
    const many = jsonLimitsOf(67_108_864);
    const members = Array.from({ length: 50_001 }, (_, index) => `"k${index}":0`).join();
    const bytes = new TextEncoder().encode(`{"x":{${members}}}`);

    await expect(parseLargeJson(bytes, { limits: many, pause: async () => undefined })).rejects.toMatchObject(
      { issues: [{ path: ['x'], message: 'has more than 50000 members' }] },
    );
  });

  it('has its keys and values counted as a whole, however they are written and wherever it is divided', async () => {
    const half = (from: number) =>
      Array.from({ length: 10_001 }, (_, index) => `"\\n${from + index}":1`).join();
    const keys = { message: 'The body has more than 20000 different keys.' };
    await expect(parse(`[{${half(0)}},{${half(20_000)}}]`, 10_000)).rejects.toMatchObject(keys);
    await expect(parse(`[{${half(0)}},{${half(0)}}]`, 10_000)).resolves.toBeDefined();

    const values = { message: 'The body has more than 80000 values.' };
    await expect(parse(`[${'[1],'.repeat(40_000)}1]`, 10_000)).rejects.toMatchObject(values);
    await expect(parse(`[${'[1],'.repeat(39_000)}1]`, 10_000)).resolves.toBeDefined();
  });
});
