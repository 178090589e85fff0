import fc from 'fast-check';
import type { SearchableTool } from '../../packages/toolcrib/src/search/index.ts';

/** Words that tools and queries have in common; some are nearly the same, some share a stem, some are made of two others. */
export const commonWords: readonly string[] = [
  ...[
    'weather',
    'weathers',
    'whether',
    'forecast',
    'refund',
    'refunds',
    'payment',
    'payments',
    'pay',
    'invoice',
  ],
  ...['web', 'hook', 'webhook', 'email', 'mail', 'send', 'sending', 'list', 'issue', 'issues', 'repository'],
  ...[
    'calendar',
    'event',
    'events',
    'user',
    'users',
    'create',
    'delete',
    'search',
    'file',
    'profile',
    'oauth2',
  ],
  ...['s3', 'the', 'of', 'get', 'naïve', 'straße', '天气', '天气预报', 'погода', 'الطقس', 'อากาศ', '🌦️', 'x'],
];

/** Few words, so that tools often have the same. */
function anyWords(maxLength: number): fc.Arbitrary<readonly string[]> {
  return fc.array(fc.constantFrom(...commonWords), { maxLength });
}

/** A tool of a name, with anything in it that is searched. */
function anyContent(): fc.Arbitrary<Omit<SearchableTool, 'name'>> {
  const properties = fc.dictionary(
    fc.constantFrom('city', 'user_id', 'sendTo', 'webhookUrl', 'since'),
    fc.record({ type: fc.constant('string'), description: anyWords(4).map((words) => words.join(' ')) }),
    { maxKeys: 3 },
  );
  return fc.record(
    {
      title: anyWords(3).map((words) => words.join(' ')),
      description: anyWords(12).map((words) => words.join(' ')),
      inputSchema: properties.map((all) => ({ type: 'object', properties: all })),
      tags: anyWords(3).map((words) => [...new Set(words)]),
      source: fc.constantFrom('https://mail.example', 'weather-server'),
    },
    { requiredKeys: ['inputSchema'] },
  );
}

/** A name that a `Tool` may have, made of words. */
function anyToolName(): fc.Arbitrary<string> {
  const ascii = commonWords.filter((word) => /^[a-z0-9]+$/.test(word));
  return fc
    .array(fc.constantFrom(...ascii), { minLength: 1, maxLength: 3 })
    .chain((words) => fc.constantFrom(words.join('_'), words.join('-'), toCamel(words)));
}

/** Tools of different names. */
export function anyTools(maxLength: number): fc.Arbitrary<readonly SearchableTool[]> {
  const tool = fc.tuple(anyToolName(), anyContent()).map(([name, content]) => ({ name, ...content }));
  return fc.uniqueArray(tool, { minLength: 1, maxLength, selector: ({ name }) => name });
}

/** A query in words that tools have, with mistakes, beginnings and words that nobody has. */
export function anyQuery(): fc.Arbitrary<string> {
  const word = fc.constantFrom(...commonWords);
  const damaged = fc
    .tuple(word, fc.nat({ max: 9 }))
    .map(([text, at]) => `${text.slice(0, at)}${text.slice(at + 1)}`);
  const beginning = fc
    .tuple(word, fc.integer({ min: 1, max: 9 }))
    .map(([text, length]) => text.slice(0, length));
  const part = fc.oneof(
    { weight: 6, arbitrary: word },
    { weight: 1, arbitrary: damaged },
    { weight: 1, arbitrary: beginning },
    { weight: 1, arbitrary: fc.constantFrom('xyzzy', 'please', 'AND', '"', '-', '') },
  );
  return fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
}

function toCamel([first = '', ...others]: readonly string[]): string {
  return first + others.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('');
}
