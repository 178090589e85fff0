import type { SeededRandom } from '../../compat/seeded-random.ts';
import { pickFrom } from './pick-from.ts';

/** Texts that have broken something somewhere. None looks like what a leak is recognised by. */
const hostileTexts: readonly string[] = [
  ...[
    '',
    ' ',
    '.',
    '..',
    '../..',
    '/',
    '\\',
    '*',
    '-',
    '%',
    '%00',
    '%2e%2e',
    '%ff',
    '%c0%ae',
    '+',
    '&',
    '#',
    '?',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length', 'toJSON'],
  ...['null', 'true', '0', '-1', '1e999', '0x10', '١٢', '1'.repeat(400), '00', '1.5', '9007199254740993'],
  ...[
    '\u0000',
    'a\u0000b',
    '\u0001',
    '\u001b[31mred',
    '\r\nset-cookie: a=b',
    '\n\ndata: x\n\n',
    '\u007f',
    '\u0085',
  ],
  ...[
    '\ud800',
    '\udc00x',
    '\ufeff',
    '\uffff',
    '\u202eabc',
    '\u200b',
    '\u{e0041}',
    'ａｄｍｉｎ',
    'ß',
    'ı',
    '👩‍👩‍👧',
    'e\u0301',
  ],
  ...[
    "'; drop table tools; --",
    "' or '1'='1",
    '$1',
    '?1',
    ':name',
    '`',
    '"',
    '\u0024{HOME}',
    '{{7*7}}',
    '$(id)',
    '|id',
  ],
  ...[
    '<script>alert(1)</script>',
    ']]>',
    '<!--',
    'javascript:alert(1)',
    'http://169.254.169.254/',
    '//evil.example',
  ],
  ...[
    '2026-13-45T99:99:99Z',
    '+275760-09-13T00:00:00.001Z',
    '9999-12-31T23:59:59.999999999Z',
    '0000-01-01T00:00:00Z',
  ],
  ...[
    '^^^^1.x || *'.repeat(20),
    '1.0.0-'.repeat(50),
    '>=1 <2 || ~3',
    '(a+)+$',
    'a'.repeat(64),
    'a'.repeat(257),
  ],
  ...[
    'a'.repeat(40_000),
    '{"a":1}',
    '[]',
    'sha256/v1:',
    `sha256/v1:${'0'.repeat(64)}`,
    'tcrib_x_y',
    'a.b.c',
    '=?base64?e?=',
  ],
];

const hostileValues: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e21, 1e308, 5e-324, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER],
  ...[
    [],
    {},
    [[]],
    [null],
    { '': '' },
    [[[[[[]]]]]],
    { a: { a: { a: {} } } },
    { length: 1e9 },
    { toJSON: 1 },
  ],
  ...[
    { $ref: '#' },
    { $ref: 'http://127.0.0.1:1/x' },
    { type: 'object', pattern: '(a+)+$' },
    { kind: 'text' },
  ],
];

/** Schemas to register: some that tools have, some that nobody should have. */
export const inputSchemas: readonly unknown[] = [
  { type: 'object' },
  { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  { type: 'object', properties: { n: { type: 'integer', minimum: 0 } }, additionalProperties: false },
  { type: 'object', properties: { again: { $ref: '#' } } },
  { type: 'object', $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  { type: 'object', properties: { x: { $ref: 'https://evil.example/schema.json' } } },
  { type: 'object', properties: { x: { type: 'string', pattern: '(a+)+$' } } },
  { type: 'object', properties: { x: { type: 'string', pattern: '[' } } },
  { type: 'object', allOf: [{ allOf: [{ allOf: [{}] }] }], anyOf: [{}, false], not: {} },
  { type: 'object', properties: { x: { enum: [] }, y: { multipleOf: 0 }, z: { minLength: -1 } } },
  { $schema: 'http://json-schema.org/draft-03/schema#', type: 'any' },
  { type: 'array' },
  {},
];

/** A text that is meant to break something. */
export function drawHostileText(random: SeededRandom): string {
  if (!random.onceIn(4)) return pickFrom(random, hostileTexts);
  const length = random.below(24);
  return Array.from({ length }, () =>
    String.fromCharCode(random.below(random.onceIn(3) ? 0x1_0000 : 0x100)),
  ).join('');
}

/** A JSON value that is meant to break something. */
export function drawHostileValue(random: SeededRandom): unknown {
  if (random.onceIn(2)) return drawHostileText(random);
  if (random.onceIn(6)) return pickFrom(random, inputSchemas);
  return pickFrom(random, hostileValues);
}
