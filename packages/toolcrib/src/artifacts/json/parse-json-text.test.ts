import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LongNumber } from './json-node.ts';
import { parseJsonText, parseLargeJsonText } from './parse-json-text.ts';
import { type JsonReading, readJsonText } from './read-json-text.ts';

/** What `JSON.parse` makes of a text; undefined if it refuses. */
function parsePlainly(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function readAll(text: string, options: { readonly keepDigits: boolean }): JsonReading {
  const steps = readJsonText(text, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const space = fc.constantFrom('', ' ', '\n', '\r\n\t ');
const texts = fc.oneof(
  fc.json({ noUnicodeString: false }),
  fc
    .tuple(space, fc.jsonValue(), space)
    .map(([before, value, after]) => before + JSON.stringify(value, null, 1) + after),
  fc.constantFrom(
    '{"__proto__":{"a":1},"a":[1,2],"a":3}',
    '["\\u0041\\n\\"\\\\\\/", "\\ud800", -0, 1E5, 0.1e-7]',
    '{"constructor":1,"toString":{"valueOf":null}}',
  ),
);

/** A text in which some characters are removed, doubled or replaced. */
const damaged = fc
  .tuple(
    texts,
    fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('', '"', '\\', ',', ']', '{', '0', '.', 'e', '\u0001', 'u', 'tru')),
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, [place, put]) => {
      const at = place % (edited.length + 1);
      return edited.slice(0, at) + put + edited.slice(at + (place % 2));
    }, text),
  );

describe('reading JSON character by character', () => {
  it('gives what JSON.parse gives, and refuses what that refuses', () => {
    fc.assert(
      fc.property(fc.oneof(texts, damaged), (text) => {
        const reading = readAll(text, { keepDigits: false });
        const plain = parsePlainly(text);

        expect(reading.ok).toBe(plain !== undefined);
        if (!reading.ok) return;
        expect(reading.node).toEqual(plain?.value);
        // Also tells an own `__proto__` from an inherited one, and the order of keys.
        expect(JSON.stringify(reading.node)).toBe(JSON.stringify(plain?.value));
      }),
      { numRuns: 500 },
    );
  });

  it('stops where a text ceases to be the beginning of JSON', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const reading = readAll(text, { keepDigits: false });
        fc.pre(!reading.ok);

        // What is before the problem can still become JSON, whatever the problem is.
        const before = text.slice(0, reading.offset);
        const again = readAll(before, { keepDigits: false });
        expect(again.ok || again.offset === before.length || reading.expected === 'a legal escape').toBe(
          true,
        );
      }),
    );
  });

  it('follows any nesting', () => {
    const text = '[{"a":'.repeat(20_000);

    expect(readAll(text, { keepDigits: true })).toEqual({
      ok: false,
      offset: text.length,
      expected: 'a JSON value',
    });
    expect(readAll(`${text}1${'}]'.repeat(20_000)}`, { keepDigits: true }).ok).toBe(true);
  });
});

describe('a text of megabytes', () => {
  const text = `[12345678901234567890,${'1,'.repeat(3_000_000)}1]`;

  it('lets others have their turn while it is read, and can be left', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('It was left.')), 0);

    const reading = parseLargeJsonText(text, { keepDigits: true, signal: controller.signal });

    await expect(reading).rejects.toThrow('It was left.');
  });

  it('is read as a short one is', async () => {
    const options = { keepDigits: true, signal: undefined };

    expect(await parseLargeJsonText('{"a":[1,{}]}', options)).toEqual({ ok: true, node: { a: [1, {}] } });
    const whole = await parseLargeJsonText(text, options);
    expect(whole.ok && Array.isArray(whole.node) && whole.node.length).toBe(3_000_002);
    expect(await parseLargeJsonText(text.slice(0, -1), options)).toMatchObject({
      ok: false,
      problem: { expected: '"," or "]"' },
    });
  });
});

describe('a text that is no JSON', () => {
  it.each([
    { text: '', line: 1, column: 1, expected: 'a JSON value' },
    { text: '{\n  "a": 1,\n  "b" 2\n}', line: 3, column: 7, expected: '":"' },
    { text: '[1,\r\n2,]', line: 2, column: 3, expected: 'a JSON value' },
    { text: '{"a": 1,}', line: 1, column: 9, expected: 'a key in double quotes' },
    { text: '[1 2]', line: 1, column: 4, expected: '"," or "]"' },
    { text: '{"a":1 2}', line: 1, column: 8, expected: '"," or "}"' },
    { text: '{} {}', line: 1, column: 4, expected: 'the end of the text' },
    { text: '"abc', line: 1, column: 5, expected: 'a closing quote' },
    { text: '"a\nb"', line: 1, column: 3, expected: 'an escape for a control character' },
    { text: '"\\x"', line: 1, column: 2, expected: 'a legal escape' },
    { text: "{'a':1}", line: 1, column: 2, expected: 'a key in double quotes' },
    { text: 'NaN', line: 1, column: 1, expected: 'a JSON value' },
  ])('as $text has a place and what should be there', ({ text, ...problem }) => {
    expect(parseJsonText(text, { keepDigits: true })).toEqual({ ok: false, problem });
  });
});

describe('a large text', () => {
  const parse = (text: string) => parseJsonText(text, { keepDigits: true });

  it.each([
    {
      name: 'nested too deeply',
      text: '['.repeat(2_000_000),
      column: 10_001,
      expected: 'at most 10000 levels of nesting',
    },
    {
      name: 'full of objects',
      text: `[${'{},'.repeat(2_000_000)}{}]`,
      column: 5_999_999,
      expected: 'at most 2000000 arrays and objects',
    },
    {
      name: 'full of keys',
      // The one object may have its own 32.
      text: `{${'"a:b":1,'.repeat(500_032)}"a:b":1}`,
      column: 4_000_263,
      expected: 'at most 500000 keys in objects of more than 32',
    },
  ])('that is $name is refused before it takes the memory', ({ text, column, expected }) => {
    expect(parse(text)).toEqual({ ok: false, problem: { line: 1, column, expected } });
  });

  it('may be a table of many rows', () => {
    const row = '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}';

    expect(parse(`[${`${row},`.repeat(100_000)}${row}]`).ok).toBe(true);
  });

  it('may hold as many brackets in strings as it likes', () => {
    const text = JSON.stringify(['['.repeat(600_000), '\\"[{\\'.repeat(200_000), '{'.repeat(20_000)]);

    expect(parse(text).ok).toBe(true);
    expect(parse(`"${'['.repeat(1_200_000)}`)).toMatchObject({ problem: { expected: 'a closing quote' } });
  });
});

describe('numbers', () => {
  const parse = (text: string) => {
    const parsing = parseJsonText(text, { keepDigits: true });
    return parsing.ok ? parsing.node : undefined;
  };

  it.each([
    '12345678901234567890',
    '-9007199254740993',
    '1152921504606846976',
    '3.14159265358979323846',
    '1e400',
    '-1E+999',
    '1e-400',
    '[{"id": 12345678901234567890}]',
  ])('that JavaScript does not hold, as %s, keep their digits', (text) => {
    const node = parse(text);
    const number = Array.isArray(node) ? node[0].id : node;

    expect(number).toBeInstanceOf(LongNumber);
    expect(text).toContain(number.text);
  });

  it('that JavaScript holds are numbers, however they are written', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parse(JSON.stringify(value))).toBe(value === 0 ? 0 : value);
      }),
    );
    expect(parse('[9007199254740991, 0.1, 1e5, 0e999, -0.0, 100000000000000000000]')).toEqual([
      9007199254740991, 0.1, 100_000, 0, -0, 100_000_000_000_000_000_000,
    ]);
  });

  it('are rounded only where that is asked for', () => {
    expect(parseJsonText('[12345678901234567890]', { keepDigits: false })).toEqual({
      ok: true,
      node: [Number('12345678901234567890')],
    });
  });
});
