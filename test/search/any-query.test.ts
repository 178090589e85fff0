import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchableTool, type SearchHit, ToolIndex } from '../../packages/toolcrib/src/search/index.ts';

const LIMIT = 7;

const tools: readonly SearchableTool[] = [
  { name: 'get_weather', description: 'Tells how warm it is in a city, and if it rains.', tags: ['climate'] },
  { name: 'send_email', description: 'Sends an e-mail to somebody.' },
  { name: 'selectRows', description: 'Runs SELECT * FROM a table; -- with a WHERE clause.' },
  { name: '__proto__', description: 'The prototype of everything.' },
  { name: 'constructor', description: 'Builds a constructor; hasOwnProperty, toString, valueOf.' },
  { name: 'toString', tags: ['__proto__', 'constructor', 'length'] },
  { name: '查询天气', description: '查询某个城市的天气预报。' },
  { name: 'wetter', description: 'Sagt, wie das Wetter auf der Straße wird; für Übungen geeignet.' },
  { name: 'погода', description: 'Показывает прогноз погоды в городе.' },
  { name: 'طقس', description: 'يعرض حالة الطقس في المدينة.' },
  { name: 'อากาศ', description: 'บอกสภาพอากาศของเมือง' },
  { name: '날씨', description: '도시의 날씨를 알려줍니다.' },
  { name: 'emoji', description: '🌦️ 👩‍👩‍👧‍👦 weather in pictures \ud83c lone \udf26' },
  { name: 'control', description: 'weather\u0000in\u0007a\u202edark\u200broom\ufeff' },
  { name: 'long', description: `weather ${'lorem '.repeat(5_460)}`.slice(0, 32_768) },
  { name: 'wide', inputSchema: { type: 'object', properties: manyProperties(5_000) } },
  { name: 'deep', inputSchema: nest(2_000) },
  { name: 'a'.repeat(256), description: 'w'.repeat(32_768) },
  {
    name: 'odd',
    inputSchema: JSON.parse(
      '{"properties":{"__proto__":{"title":7,"enum":[null,{}]},"x":true},"anyOf":{"a":1}}',
    ),
  },
];

const queries: readonly string[] = [
  ...[
    '',
    ' ',
    '\t\r\n\u0000\u0007\u001b',
    '\u200b\ufeff\u202e',
    'the',
    'what is this and that of the',
    '?',
    '!!!',
    '-',
  ],
  ...[
    'weather AND email',
    'weather OR NOT (email)',
    '+weather -email',
    'name:weather^5 "in a city"~2',
    'weath*',
    'w?ather',
  ],
  ...[
    '.*',
    '(a+)+$',
    '[',
    '\\',
    '(?<=x)',
    '^$',
    '/weather/i',
    '%',
    '_',
    "'; DROP TABLE tools; --",
    "' OR 1=1",
  ],
  ...[
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'length',
    '{"$ne":null}',
    '<script>',
    '$(weather)',
    '../..',
  ],
  ...[
    '\ud83c',
    '\udf26\ud83c',
    'weather\ud83c',
    '🌦️',
    '👩‍👩‍👧‍👦',
    'ﬁle',
    'İstanbul',
    'ẞ',
    'é',
    'e\u0301',
    '１２３',
    '٣',
    '²',
  ],
  ...[
    '天',
    '天气',
    '今天天气怎么样',
    'погода',
    'ПОГОДА',
    'الطقس',
    'อากาศ',
    '날씨',
    '東京の天気',
    'wie wird das Wetter',
    'STRASSE',
  ],
  ...[
    'a',
    '7',
    '3.14',
    '2026-11-15',
    'x'.repeat(100_000),
    'weather '.repeat(12_500),
    `${'z'.repeat(8_000)} weather`,
  ],
  ...[
    '天气'.repeat(50_000),
    '🌦️'.repeat(25_000),
    '\ud83c'.repeat(100_000),
    '('.repeat(100_000),
    '\u0301'.repeat(100_000),
  ],
  Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' '),
  Array.from({ length: 10_000 }, (_, index) => String.fromCodePoint(0x20 + index * 11)).join(' '),
];

describe('a query of any kind', () => {
  it('has a defined answer: in order, without doubles, and the same again', () => {
    const index = new ToolIndex(tools);

    for (const query of queries) assertDefined(index, query);
  });

  it('has one also if it is any text', () => {
    const index = new ToolIndex(tools);
    const text = fc.oneof(
      fc.string({ unit: 'binary', size: 'medium' }),
      fc.string({ unit: 'grapheme', size: 'medium' }),
      fc.array(fc.nat({ max: 0xffff }), { size: 'medium' }).map((units) => String.fromCharCode(...units)),
    );

    fc.assert(
      fc.property(text, (query) => assertDefined(index, query)),
      { numRuns: 300 },
    );
  });

  it('finds nothing without a word', () => {
    const index = new ToolIndex(tools);

    for (const query of ['', '  \n', '?!…', '\u0000', '---', '((()))']) {
      expect(index.search(query, { typing: true })).toEqual([]);
    }
  });

  it('may consist of words that say nothing, which are then looked for', () => {
    const index = new ToolIndex([
      { name: 'who_is' },
      { name: 'get_weather', description: 'What it is like.' },
    ]);

    expect(index.search('who is')[0]?.id).toBe('who_is');
    expect(index.search('what')).toEqual([]);
  });

  it('is read no further than where it has said what it is about', () => {
    const index = new ToolIndex(tools);

    const [best] = index.search(`weather in a city ${'blah '.repeat(20_000)}`);

    expect(best?.id).toBe('get_weather');
  });

  it.each([
    ['Chinese', '今天的天气预报', '查询天气'],
    ['German', 'wie wird das wetter auf der strasse', 'wetter'],
    ['German with umlauts', 'geeignet für Übungen', 'wetter'],
    ['German without umlauts', 'geeignet fur ubungen', 'wetter'],
    ['Russian', 'прогноз погоды', 'погода'],
    ['Arabic', 'حالة الطقس', 'طقس'],
    ['Thai', 'สภาพอากาศ', 'อากาศ'],
    ['Korean', '도시의 날씨를', '날씨'],
  ])('in %s finds a tool that is described in it', (_, query, name) => {
    const index = new ToolIndex(tools);

    expect(index.search(query)[0]?.id).toBe(name);
  });
});

function assertDefined(index: ToolIndex, query: string): void {
  for (const typing of [false, true]) {
    const hits = index.search(query, { limit: LIMIT, explain: true, typing });
    expect(hits.length).toBeLessThanOrEqual(LIMIT);
    expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
    for (const { score } of hits) expect(score > 0 && score <= 1).toBe(true);
    for (const [at, hit] of hits.slice(1).entries()) expect(isBefore(hits[at] as SearchHit, hit)).toBe(true);
    const again = index.search(query, { limit: LIMIT, explain: true, typing });
    expect(JSON.stringify(again)).toBe(JSON.stringify(hits));
  }
}

function isBefore(left: SearchHit, right: SearchHit): boolean {
  return left.score > right.score || (left.score === right.score && left.id < right.id);
}

function manyProperties(count: number): Record<string, { readonly description: string }> {
  const entries = Array.from({ length: count }, (_, index) => [
    `p${index}`,
    { description: `weather ${index}` },
  ]);
  return Object.fromEntries(entries);
}

function nest(depth: number): SearchableTool['inputSchema'] {
  let schema: NonNullable<SearchableTool['inputSchema']> = { description: 'weather' };
  for (let level = 0; level < depth; level++) schema = { properties: { inner: schema }, items: schema };
  return schema;
}
