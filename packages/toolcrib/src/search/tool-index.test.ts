import { describe, expect, it } from 'vitest';
import type { SearchableTool } from './searchable-tool.ts';
import { ToolIndex } from './tool-index.ts';

const tools: readonly SearchableTool[] = [
  {
    name: 'getWeatherForecast',
    description: 'Forecasts the weather of a city for the next days.',
    inputSchema: { type: 'object', properties: { city: { type: 'string', description: 'Such as Oslo' } } },
    tags: ['weather'],
  },
  { name: 'create_calendar_event', description: 'Puts an appointment into a calendar.', tags: ['calendar'] },
  { name: 'list-calendar-events', description: 'Lists what is in a calendar.', tags: ['calendar'] },
  {
    name: 'convert_currency',
    title: 'Money converter',
    description: 'Converts an amount into another currency.',
    inputSchema: { properties: { from: {}, to: {}, amount: { description: 'how much' } } },
  },
  { name: 'send_email', description: 'Sends an e-mail.', source: 'https://mail.example/mcp' },
  { name: 's3_upload', description: 'Uploads a file to a bucket.' },
  { name: 'register_webhook', description: 'Registers a webhook.' },
];

const index = new ToolIndex(tools);
const idsOf = (query: string, options = {}) => index.search(query, options).map(({ id }) => id);

describe('ToolIndex', () => {
  it.each([
    ['what is the weather going to be', 'getWeatherForecast'],
    ['forecasting', 'getWeatherForecast'],
    ['city', 'getWeatherForecast'],
    ['weather_forecast', 'getWeatherForecast'],
    ['add an appointment', 'create_calendar_event'],
    ['list the events', 'list-calendar-events'],
    ['money', 'convert_currency'],
    ['mail.example', 'send_email'],
    ['S3', 's3_upload'],
    ['web hook', 'register_webhook'],
  ])('finds for "%s" %s first', (query, id) => {
    expect(idsOf(query)[0]).toBe(id);
  });

  it.each([
    ['wether forcast', 'getWeatherForecast'],
    ['calender evnets', 'create_calendar_event'],
    ['curency', 'convert_currency'],
    ['emial', 'send_email'],
    ['currencyconverter', 'convert_currency'],
  ])('finds in spite of the mistakes in "%s" %s', (query, id) => {
    expect(idsOf(query)).toContain(id);
  });

  it('takes no name for a mistake', () => {
    expect(idsOf('weather for Curency')).toEqual(['getWeatherForecast']);
    for (const query of ['Curency', 'CURENCY AND MONEY', 'Money in another curency']) {
      expect(idsOf(query)[0]).toBe('convert_currency');
    }
  });

  it('finds by the beginning of the last word while somebody types', () => {
    for (const query of ['w', 'we', 'weathe', 'weather fo', 'weather forecastin']) {
      expect(idsOf(query, { typing: true })[0]).toBe('getWeatherForecast');
    }
    expect(idsOf('weath')).toEqual([]);
    expect(idsOf('weath ', { typing: true })).toEqual([]);
  });

  it('finds nothing for what has no words, and what it can for words that say nothing', () => {
    expect(idsOf('')).toEqual([]);
    expect(idsOf('?! && || ()')).toEqual([]);
    expect(idsOf('what is it to you')).toEqual([]);
    const named = new ToolIndex([{ name: 'who_is' }, { name: 'what_for' }]);
    expect(named.search('who is')[0]?.id).toBe('who_is');
  });

  it('reads the beginning of a very long query', () => {
    expect(idsOf(`weather ${'xyzzy '.repeat(20_000)} calendar`)).toEqual(['getWeatherForecast']);
  });

  it('gives scores from 0 to 1, the best first, ties by id', () => {
    const twins = new ToolIndex([
      { name: 'b_same' },
      { name: 'a_same' },
      { name: 'same' },
      { name: 'c_same' },
    ]);
    const hits = twins.search('same');
    expect(hits.map(({ id }) => id)).toEqual(['same', 'a_same', 'b_same', 'c_same']);
    for (const { score } of hits) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('replaces a tool of the same id, and forgets one that was taken out', () => {
    const changing = new ToolIndex(tools);
    changing.set({ name: 'send_email', description: 'Posts a letter.' });
    expect(changing.size).toBe(tools.length);
    expect(changing.search('letter').map(({ id }) => id)).toEqual(['send_email']);
    expect(changing.search('mcp')).toEqual([]);
    expect(changing.delete('send_email')).toBe(true);
    expect(changing.delete('send_email')).toBe(false);
    expect(changing.has('send_email')).toBe(false);
    expect(changing.search('letter')).toEqual([]);
  });

  it('keeps what it has when a tool cannot be read', () => {
    const changing = new ToolIndex(tools);
    const broken = {
      name: 'send_email',
      get description(): string {
        throw new Error('not now');
      },
    };
    expect(() => changing.set(broken)).toThrow('not now');
    expect(changing.search('mail')[0]?.id).toBe('send_email');
  });

  it('reads a part only of a tool with more words than anybody looks for', () => {
    const letters = (at: number) => [...String(at)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');
    const words = Array.from({ length: 2_000 }, (_, at) => `qua${letters(at + 100_000)}`);
    const long = new ToolIndex([{ name: 'long', description: words.join(' ') }]);
    const kindOf = (word = '') => long.search(word, { explain: true })[0]?.explanation?.words[0]?.kind;
    expect(kindOf(words[10])).toBe('word');
    expect(kindOf(words[1_900])).toBe('typo');
  });

  it('tells tools of the same name apart by their ids', () => {
    const twins = new ToolIndex([
      { id: 'a/search', name: 'search', description: 'Searches flights.' },
      { id: 'b/search', name: 'search', description: 'Searches hotels.' },
    ]);
    expect(twins.search('hotel search').map(({ id }) => id)).toEqual(['b/search', 'a/search']);
  });

  it('looks at nothing outside of what it may look at', () => {
    const within = Object.freeze(tools.filter(({ name }) => name !== 'getWeatherForecast'));
    expect(idsOf('weather', { within })).toEqual([]);
    const alone = new ToolIndex(within).search('a calendar for the weather', { explain: true });
    expect(index.search('a calendar for the weather', { within, explain: true })).toEqual(alone);
    expect(idsOf('calendar', { within: [] })).toEqual([]);
    expect(idsOf('calendar', { within: [{ name: 'unknown' }] })).toEqual([]);
  });

  it('reads a list again that is not frozen, or once the index has changed', () => {
    const changing = new ToolIndex(tools);
    const open = [{ name: 'send_email' }];
    expect(changing.search('calendar', { within: open })).toEqual([]);
    open.push({ name: 'list-calendar-events' });
    expect(changing.search('calendar', { within: open })).toHaveLength(1);
    const frozen = Object.freeze([{ name: 'new_calendar' }]);
    expect(changing.search('calendar', { within: frozen })).toEqual([]);
    changing.set({ name: 'new_calendar' });
    expect(changing.search('calendar', { within: frozen })).toHaveLength(1);
  });

  it('explains a score so that it can be added up again', () => {
    const [hit] = index.search('wether forecast in the city please', { explain: true });
    const { words = [], phrases = [], boosts, missing } = hit?.explanation ?? {};
    expect(words.map(({ word, kind }) => [word, kind])).toEqual([
      ['wether', 'typo'],
      ['forecast', 'word'],
      ['city', 'word'],
    ]);
    expect(words[1]).toMatchObject({ matched: 'forecast', fields: ['name', 'description'] });
    expect(phrases.map((phrase) => phrase.words)).toEqual([['weather', 'forecast']]);
    expect(missing).toEqual([]);
    const sum = [...words, ...phrases].reduce((total, { score }) => total + score, 0);
    const factor = Object.values(boosts ?? {}).reduce((product, boost) => product * boost, 1);
    expect(sum * factor).toBeCloseTo(hit?.score ?? 0, 8);
    const [other] = index.search('forecast of the moon', { explain: true });
    expect(other?.explanation?.missing).toEqual(['moon']);
  });

  it.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 1.5 }],
    ['limit', { limit: 1_001 }],
    ['within', { within: 'all' }],
    ['within', { within: ['send_email'] }],
    ['within', { within: Object.freeze([{ name: 7 }]) }],
    ['within', { within: [{ name: 'send_email', id: 7 }] }],
    ['within', { within: [undefined] }],
    ['limt', { limt: 1 }],
    ['tag', { tag: undefined }],
    ['options', null],
  ])('refuses a wrong %s', (option, options) => {
    expect(() => index.search('x', options as never)).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION', context: { option } }),
    );
  });

  it.each([
    ['nothing', undefined, 'The option tool must be a tool, with a name that is a text.'],
    ['a name', 'send_email', 'The option tool must be a tool, with a name that is a text.'],
    ['an id', { name: 'x', id: 7 }, 'The option tool called "x" has a field id that is no text.'],
    ['a title', { name: 'x', title: null }, 'The option tool called "x" has a field title that is no text.'],
    ['a description', { name: 'x', description: {} }, /"x" has a field description that is no text/],
    [
      'a source',
      { name: 'x', source: new URL('https://mail.example') },
      /has a field source that is no text/,
    ],
    ['tags', { name: 'x', tags: 'mail' }, /has a field tags that is no list of texts/],
    ['a tag', { name: 'x', tags: ['mail', 7] }, /has a field tags that is no list of texts/],
    ['a schema', { name: 'x', inputSchema: true }, /has a field inputSchema that is no object/],
  ])('refuses a tool that has not %s as it should be, and keeps what it has', (_, tool, message) => {
    const changing = new ToolIndex([{ name: 'x', description: 'Sends.' }]);

    expect(() => changing.set(tool as never)).toThrow(message);
    expect(() => new ToolIndex([tool] as never)).toThrow(message);

    expect(changing.search('sends')).toHaveLength(1);
  });

  it('refuses what is no list of tools', () => {
    expect(() => new ToolIndex({ name: 'x' } as never)).toThrow('The option tools must be a list of tools.');
  });

  it('refuses a query that is no text', () => {
    expect(() => index.search(undefined as never)).toThrow(/query must be a text/);
  });
});
