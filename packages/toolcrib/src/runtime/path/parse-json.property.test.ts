import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyJson, isJsonArray, isJsonObject, type JsonValue } from '../../core/json.ts';
import { parseJson } from './parse-json.ts';

const limits = { maxChars: 100_000 };
const spaces = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 });

const values = fc
  .letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.constantFrom(null, true, false, 0, -0, 1.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('constructor', 'toString', '0', '-1')),
        tie('value'),
        {
          maxKeys: 4,
        },
      ),
    ),
  }))
  .value.filter((value) => !JSON.stringify(value).includes('__proto__'));

/** The text of a value with its own spaces, and with some characters of strings escaped. */
function write(value: JsonValue, space: () => string): string {
  const quote = (text: string) =>
    JSON.stringify(text).replace(/[a-d]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  const join = (parts: readonly string[]) => parts.map((part) => space() + part + space()).join();
  // An escape such as \b must stay one.
  const string = (text: string) => (/[\\\p{C}"]/u.test(text) ? JSON.stringify(text) : quote(text));
  if (typeof value === 'string') return string(value);
  if (isJsonArray(value)) return `[${join(value.map((item) => write(item, space)))}${space()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${string(key)}${space()}:${space()}${write(item, space)}`,
  );
  return `{${join(members)}${space()}}`;
}

const texts = fc.tuple(values, fc.infiniteStream(spaces)).map(([value, stream]) => {
  const space = () => stream.next().value ?? '';
  return { value, text: space() + write(value, space) + space() };
});

function isDeeplyFrozen(value: JsonValue): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every((item) => isDeeplyFrozen(item)))
  );
}

/** Small integers apart, `JSON.stringify` writes integers that are too large to be safe. */
function hasUnsafeInteger(text: string): boolean {
  return (text.match(/-?\d+(?![\d.eE])/g) ?? []).some((digits) => !Number.isSafeInteger(Number(digits)));
}

function parseOrUndefined(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // That it is refused is the answer.
    return undefined;
  }
}

describe('parseJson and JSON.parse', () => {
  it('read the same value, frozen, from every text of a value', () => {
    fc.assert(
      fc.property(texts, ({ text }) => {
        fc.pre(!hasUnsafeInteger(text));
        const outcome = parseJson(text, limits);

        expect(isDeepStrictEqual(outcome, copyJson(JSON.parse(text)))).toBe(true);
        expect(outcome.ok && isDeeplyFrozen(outcome.value)).toBe(true);
        expect(outcome.ok && JSON.stringify(outcome.value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('agree on broken texts: what is accepted here is accepted there, with the same value', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '-',
        '+',
        '.',
        'e',
        'E',
        '0',
        '1',
        'u',
        ' ',
        '\u0000',
      ),
      fc.constantFrom(
        'null',
        'true',
        '\\u0061',
        '\\ud800',
        '"a":',
        '__proto__',
        '1e400',
        '9007199254740993',
        '\ufeff',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      drop: fc.nat(3),
      insert: piece,
    });
    const mutated = fc.tuple(texts, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([{ text }, edits]) =>
      edits.reduce((rest, { at, drop, insert }) => {
        const place = Math.floor(at * rest.length);
        return rest.slice(0, place) + insert + rest.slice(place + drop);
      }, text),
    );
    const soup = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

    fc.assert(
      fc.property(fc.oneof(mutated, soup), (text) => {
        const parsed = parseOrUndefined(text);
        const outcome = parseJson(text, limits);

        if (outcome.ok) expect(isDeepStrictEqual(outcome, parsed && copyJson(parsed.value))).toBe(true);
        else expect(outcome.issues.length).toBeGreaterThan(0);
        const isSyntaxError =
          !outcome.ok && /^(is not valid JSON|is empty|begins with)/.test(outcome.issues[0]?.message ?? '');
        expect(isSyntaxError).toBe(parsed === undefined);
      }),
      { numRuns: 5_000 },
    );
  });
});
