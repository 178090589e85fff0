import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonArray, isJsonObject, type JsonValue, MAX_JSON_DEPTH } from '../../core/json.ts';
import { parseJson } from './parse-json.ts';
import { parsePlainJson } from './parse-plain-json.ts';

/** Texts that nearly are JSON, or nearly are not, with everything in them that a reader may take wrongly. */
const pieces = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"a":', '"b":', '"":', '"__proto__":', '"a:b"', '"\\u0061":'],
  ...['"\\ud800"', '"\ud800"', '"\u2028"', '0', '-0', '-0.0', '1', '01', '1.5', '1e400', '-1e400', '1e-400'],
  ...['9007199254740991', '9007199254740993', '1e21', '12345678901234567890', 'true', 'null', 'nul', 'NaN'],
  ...[' ', '\n', '\ufeff', '\u00a0', '\u0000', '//', '{"a":1}', '{"a":1,"a":2}', '[1,2]', '"\\n"', '\\'],
);
const shreds = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
const keys = fc.constantFrom(
  'a',
  'b',
  '',
  ':',
  'a:b',
  '__proto__',
  'constructor',
  'toString',
  '0',
  'ä',
  '😀',
);
const leaves = fc.constantFrom(
  '0',
  '-0',
  '7',
  '1.5',
  '1e400',
  '9007199254740993',
  'null',
  '""',
  '":"',
  '"x"',
);
/** Well-formed texts, in which a key may come more than once. */
const documents = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4 },
    leaves,
    fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(keys, tie('text')), { maxLength: 3 })
      .map((members) => `{${members.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join()}}`),
  ),
})).text;

/** Beside an escape, nothing is plain. */
function readStrictly(text: string, maxDepth: number): JsonValue | undefined {
  const outcome = parseJson(`["\\n",${text}]`, { maxChars: 1_000_000, maxDepth: maxDepth + 1 });
  return outcome.ok && isJsonArray(outcome.value) ? outcome.value[1] : undefined;
}

function isDeeplyFrozen(value: JsonValue): boolean {
  if (!isJsonArray(value) && !isJsonObject(value)) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

describe('parsePlainJson', () => {
  it('gives exactly what the strict reader gives, or nothing', () => {
    const texts = fc.oneof(documents, shreds, fc.json(), fc.string());
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 6 }), (text, maxDepth) => {
        const plain = parsePlainJson(text, maxDepth);
        if (plain === undefined) return;

        expect(isDeepStrictEqual(plain, readStrictly(text, maxDepth))).toBe(true);
        expect(isDeeplyFrozen(plain)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice further in', '{"x":[{"a":1,"a":1}]}'],
    ['the empty key twice', '{"":1,"":2}'],
    ['a key twice, once with an escape', '{"a":1,"\\u0061":2}'],
    ['a key twice beside a key with a colon', '{"a":1,"a":2,"b:":3}'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['__proto__ further in', '{"a":[{"__proto__":null}]}'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}'],
    ['__proto__ with an escape', '{"__pr\\u006fto__":{}}'],
    ['a colon in a text', '{"url":"http://a"}'],
    ['a colon in a key', '{"a:b":1}'],
    ['minus zero', '{"a":-0}'],
    ['minus zero with a fraction', '[-0.0]'],
    ['a number too small for another than minus zero', '[-1e-400]'],
    ['a number beyond all', '{"a":1e400}'],
    ['an integer with more digits than a number holds', '{"a":9007199254740993}'],
    ['a lone surrogate', '{"a":"\ud800"}'],
    ['an escaped lone surrogate', '{"a":"\\ud800"}'],
    ['no JSON', '{"a":1'],
    ['nothing', ''],
  ])('leaves %s to the strict reader', (_, text) => {
    expect(parsePlainJson(text, MAX_JSON_DEPTH)).toBeUndefined();
  });

  it('goes as deep as it may, and no deeper', () => {
    expect(parsePlainJson('{"a":[1]}', 2)).toEqual({ a: [1] });
    expect(parsePlainJson('{"a":[1]}', 1)).toBeUndefined();
    expect(parsePlainJson('['.repeat(100_000) + ']'.repeat(100_000), MAX_JSON_DEPTH)).toBeUndefined();
  });

  it('reads what models mostly send', () => {
    const text = '{"city":"Zürich 😀","days":3,"units":["c",null,true],"near":{"lat":47.37,"lon":-8.5}}';

    expect(parsePlainJson(text, MAX_JSON_DEPTH)).toEqual(JSON.parse(text));
  });
});
