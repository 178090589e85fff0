import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH } from '../../core/json.ts';
import { parseJson } from './parse-json.ts';

const limits = { maxChars: 2_000_000 };

function issuesOf(text: string): string[] {
  const outcome = parseJson(text, limits);
  return outcome.ok ? [] : outcome.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('parseJson', () => {
  it.each<[string, string]>([
    ['', 'is empty; send {} for no arguments'],
    [' \n', 'is empty; send {} for no arguments'],
    ['\ufeff{}', 'begins with a byte order mark; leave it out'],
    ['{"a":1 "b":2}', 'is not valid JSON: expected "," or "}" at character 8, not "\\"b\\":2}"'],
    ['[1 2]', 'is not valid JSON: expected "," or "]" at character 4, not "2]"'],
    ['{"a" 1}', 'is not valid JSON: expected ":" at character 6, not "1}"'],
    ["{'a':1}", 'is not valid JSON: expected a key in double quotes at character 2, not "\'a\':1}"'],
    ['{', 'is not valid JSON: expected a key in double quotes at character 2, where the text ends'],
    ['{"a":1,}', 'is not valid JSON: expected a key in double quotes at character 8, not "}"'],
    ['{} x', 'is not valid JSON: expected the end of the text at character 4, not "x"'],
    ['```json\n{}', 'is not valid JSON: expected a JSON value at character 1, not "```json\\n{}"'],
    ['True', 'is not valid JSON: expected a JSON value at character 1, not "True"'],
    ['nul', 'is not valid JSON: expected a JSON value at character 1, not "nul"'],
    ['truex', 'is not valid JSON: expected the end of the text at character 5, not "x"'],
    ['01', 'is not valid JSON: expected the end of the text at character 2, not "1"'],
    ['-', 'is not valid JSON: expected a digit at character 2, where the text ends'],
    ['1.e5', 'is not valid JSON: expected a digit at character 3, not "e5"'],
    ['1e+', 'is not valid JSON: expected a digit at character 4, where the text ends'],
    ['"a', 'is not valid JSON: expected the closing quote of a string at character 3, where the text ends'],
    ['"\\x"', 'is not valid JSON: expected a legal escape at character 2, not "\\\\x\\""'],
    ['"\\u12g4"', 'is not valid JSON: expected a legal escape at character 2, not "\\\\u12g4\\""'],
    ['"a\nb"', 'is not valid JSON: expected an escape for a control character at character 3, not "\\nb\\""'],
    ['{}\u00a0', 'is not valid JSON: expected the end of the text at character 3, not "\u00a0"'],
  ])('refuses %j and says what was expected where', (text, message) => {
    expect(issuesOf(text)).toEqual([`: ${message}`]);
  });

  it('says inside of which value the text is broken, and nothing else then', () => {
    expect(issuesOf('{"n":1e400,"a":[0,{"b":[tru]}]}')).toEqual([
      'a.1.b.0: is not valid JSON: expected a JSON value at character 25, not "tru]}]}"',
    ]);
    expect(issuesOf('{"a":{"b":1},"c":{x}}')).toEqual([
      'c: is not valid JSON: expected a key in double quotes at character 19, not "x}}"',
    ]);
  });

  it.each([
    [
      '{"a":1,"b":{"x":1,"\\u0078":2},"a":3,"a":4}',
      ['b.x', 'a'],
      'is given more than once in one object; give it once',
    ],
    [
      '[{"__proto__":1},{"\\u005f_proto__":{}}]',
      ['0.__proto__', '1.__proto__'],
      'is a key that is never accepted',
    ],
    [
      '[9007199254740991,-9007199254740991,9007199254740992,-9007199254740993,123456789012345678901234567890]',
      ['2', '3', '4'],
      'is an integer beyond ±9007199254740991, which would be changed in silence',
    ],
    ['[1e400,-1e400,1.5e308,1e-400]', ['0', '1'], 'is a number that is too large'],
    [
      '["\\ud800","\\udc00\\ud800","\\ud83d\\ude00","\ud83d","\ud83d\ude00"]',
      ['0', '1', '3'],
      'contains a lone surrogate',
    ],
    ['{"\\ud800":1,"😀":2}', ['\ufffd'], 'is a key with a lone surrogate'],
  ])('lists every problem of %j with its place', (text, places, message) => {
    expect(issuesOf(text)).toEqual(places.map((place) => `${place}: ${message}`));
  });

  it('lists no more than a hundred problems, and cuts long keys in their paths', () => {
    const key = 'k'.repeat(1_000);
    const outcome = parseJson(`{"${key}":[${Array(200).fill('1e999').join()}]}`, limits);

    expect(outcome.ok || outcome.issues.length).toBe(100);
    expect(outcome.ok || outcome.issues[0]?.path).toEqual([`${'k'.repeat(80)}…`, 0]);
  });

  it('accepts nesting up to the limit, and no limit above the usual one', () => {
    const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

    expect(issuesOf(nest(MAX_JSON_DEPTH))).toEqual([]);
    expect(issuesOf(nest(MAX_JSON_DEPTH + 1))).toEqual([
      expect.stringContaining('is nested more than 128 levels deep'),
    ]);
    expect(parseJson(nest(2), { maxChars: 10, maxDepth: 1 })).toEqual({
      ok: false,
      issues: [{ path: [0], message: 'is nested more than 1 levels deep' }],
    });
    expect(parseJson(nest(MAX_JSON_DEPTH + 1), { ...limits, maxDepth: 1_000 }).ok).toBe(false);
  });

  it('takes no notice of what every object inherits', () => {
    Object.defineProperty(Object.prototype, 'trap', { set: () => undefined, configurable: true });
    try {
      const outcome = parseJson('{"trap":1}', limits);

      expect(outcome.ok && Object.entries(outcome.value as object)).toEqual([['trap', 1]]);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'trap');
    }
  });

  it('refuses a text that is too long before it reads it', () => {
    expect(parseJson('[1]', { maxChars: 3 }).ok).toBe(true);
    expect(parseJson('[1, ', { maxChars: 3 })).toEqual({
      ok: false,
      issues: [{ path: [], message: 'is 4 characters long; at most 3 are accepted' }],
    });
  });

  it.each<[string, string, boolean]>([
    ['brackets', '['.repeat(1_000_000), false],
    ['braces', '{"a":'.repeat(200_000), false],
    ['escapes', `"${'\\\\'.repeat(500_000)}"`, true],
    ['escapes without an end', `"${'\\"'.repeat(500_000)}`, false],
    ['digits', '1'.repeat(1_000_000), false],
    ['digits of a fraction', `0.${'1'.repeat(1_000_000)}`, true],
    ['one key again and again', `{${'"a":1,'.repeat(150_000)}"a":1}`, false],
    ['different keys', `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`, true],
    ['bad numbers', `[${'1e999,'.repeat(150_000)}1]`, false],
    ['spaces', `${' '.repeat(1_000_000)}1`, true],
  ])('gets through a megabyte of %s, with short messages', (_, text, isOk) => {
    const outcome = parseJson(text, limits);

    expect(outcome.ok).toBe(isOk);
    if (!outcome.ok) for (const { message } of outcome.issues) expect(message.length).toBeLessThan(160);
  });
});
