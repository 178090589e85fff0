import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../../test/errors.ts';
import type { ToolDigest } from '../../core/digest.ts';
import type { ToolLock } from '../../core/lock.ts';
import { formatLock } from './format-lock.ts';
import { parseLock } from './parse-lock.ts';
import { setDigestOf } from './set-digest-of.ts';

const first: ToolDigest = `sha256/v1:${'a'.repeat(64)}`;
const second: ToolDigest = `sha256/v1:${'b'.repeat(64)}`;
const source = 'https://a.example/mcp';
const authorityDigest: ToolDigest = `sha256/v1:${'c'.repeat(64)}`;

function lockOf(tools: ToolLock['tools']): ToolLock {
  return { lockVersion: 2, tools };
}

const lock = lockOf({
  weather: { digest: second, authorityDigest, source },
  add: { version: '1.0.0', digest: first, authorityDigest },
});
const text = formatLock(lock);

describe('formatLock', () => {
  it('writes one line for each tool, sorted by name, and the digest of the set', () => {
    expect(text).toBe(
      [
        '{',
        '  "lockVersion": 2,',
        '  "tools": {',
        `    "add": { "version": "1.0.0", "digest": "${first}", "authorityDigest": "${authorityDigest}" },`,
        `    "weather": { "digest": "${second}", "authorityDigest": "${authorityDigest}", "source": "${source}" }`,
        '  },',
        `  "set": "${setDigestOf(lock)}"`,
        '}',
        '',
      ].join('\n'),
    );
  });

  it('writes what a registry takes as a lock when it is read as JSON', () => {
    const read = JSON.parse(text);

    expect(read).toEqual({ ...lock, set: setDigestOf(lock) });
    expect(formatLock(read)).toBe(text);
  });

  it('escapes whatever is not ASCII, so that a look-alike shows in a review', () => {
    const odd = lockOf({
      wеather: { version: '1\u202e\n2', digest: first, authorityDigest, source: 'a\u2028b' },
    });

    const written = formatLock(odd);

    expect(written).toMatch(/^[\n -~]*$/);
    expect(written).toContain('"w\\u0435ather": { "version": "1\\u202e\\n2"');
    expect(parseLock(written)).toEqual(odd);
  });

  it('sorts names by code unit, also those that an object has first', () => {
    const locked = { digest: first, authorityDigest };
    const numbers = lockOf({ b: locked, 9: locked, 10: locked });

    const names = formatLock(numbers).match(/^ {4}"\w+"/gm);

    expect(names).toEqual(['    "10"', '    "9"', '    "b"']);
    expect(parseLock(formatLock(numbers))).toEqual(numbers);
  });

  it('can write a tool that is named like the prototype, and no tool at all', () => {
    const odd = lockOf(JSON.parse(`{"__proto__":{"digest":"${first}","authorityDigest":"${first}"}}`));

    expect(Object.keys(parseLock(formatLock(odd)).tools)).toEqual(['__proto__']);
    expect(parseLock(formatLock(lockOf({})))).toEqual(lockOf({}));
  });

  it.each([
    [null, ''],
    [{ lockVersion: 3, tools: {} }, '/lockVersion'],
    [{ lockVersion: 2 }, '/tools'],
    [{ lockVersion: 2, tools: [] }, '/tools'],
    [{ lockVersion: 2, tools: {}, extra: 1 }, '/extra'],
    [{ lockVersion: 2, tools: {}, set: first }, '/set'],
    [{ lockVersion: 2, tools: { a: null } }, '/tools/a'],
    [{ lockVersion: 2, tools: { a: {} } }, '/tools/a/digest'],
    [{ lockVersion: 2, tools: { a: { digest: 'sha256/v1:0' } } }, '/tools/a/digest'],
    [{ lockVersion: 2, tools: { a: { digest: first } } }, '/tools/a/authorityDigest'],
    [{ lockVersion: 1, tools: { a: { digest: first } } }, '/lockVersion'],
    [{ lockVersion: 2, tools: { a: { digest: first, authorityDigest, version: '' } } }, '/tools/a/version'],
    [
      { lockVersion: 2, tools: { a: { digest: first, authorityDigest, source: 'x'.repeat(513) } } },
      '/tools/a/source',
    ],
    [{ lockVersion: 2, tools: { a: { digest: first, other: 1 } } }, '/tools/a/other'],
    [{ lockVersion: 2, tools: { 'a/ b': { digest: first } } }, '/tools/a~1 b'],
    [{ lockVersion: 2, tools: { 'a\u200b': { digest: first } } }, '/tools/a\u200b'],
    [
      { lockVersion: 2, tools: { a: { digest: first, authorityDigest, version: '\ud800' } } },
      '/tools/a/version',
    ],
  ])('refuses %j, and says where', (wrong, path) => {
    expect(errorOf(() => formatLock(wrong as unknown as ToolLock))).toMatchObject({
      code: 'E_INVALID_LOCK',
      context: { path },
    });
  });

  it('refuses what throws when it is read', () => {
    const tools = {
      get a(): never {
        throw new Error('secret');
      },
    };

    const error = errorOf(() => formatLock({ lockVersion: 2, tools }));

    expect(error.code).toBe('E_INVALID_LOCK');
    expect(error.message).not.toContain('secret');
  });
});

describe('parseLock', () => {
  it('reads what was written, frozen', () => {
    const read = parseLock(text);

    expect(read).toEqual(lock);
    expect(formatLock(read)).toBe(text);
    expect([read, read.tools, read.tools.add].every(Object.isFrozen)).toBe(true);
  });

  it('passes over a byte order mark and the line ends of Windows', () => {
    expect(parseLock(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(lock);
  });

  const lines = text.split('\n');
  const edit = (index: number, ...instead: string[]) => lines.toSpliced(index, 1, ...instead).join('\n');
  const [add = '', weather = ''] = lines.slice(3, 5);
  it.each([
    ['a tool twice', edit(3, add, add), 5, 'has the tool "add" again'],
    ['tools out of order', edit(3, `${weather},`, add), 5, 'out of order'],
    ['a set digest of other tools', edit(6, `  "set": "${first}"`), 7, 'does not fit'],
    ['no set digest', edit(6), 7, 'must be'],
    ['a tool less', edit(3), 6, 'does not fit'],
    ['another version', edit(1, '  "lockVersion": 3,'), 2, 'must be "  \\"lockVersion\\": 2,"'],
    ['the version before', edit(1, '  "lockVersion": 1,'), 2, 'says nothing of authority'],
    ['a field that is not known', edit(3, add.replace(' }', ', "x": 1 }')), 4, 'x is not known'],
    ['a field twice', edit(3, add.replace('{', '{ "version": "0.9.0",')), 4, 'writes otherwise'],
    [
      'another order of fields',
      edit(3, `    "add": { "digest": "${first}", "authorityDigest": "${first}", "version": "1.0.0" },`),
      4,
      'otherwise',
    ],
    ['an escape without need', edit(3, add.replace('add', '\\u0061dd')), 4, 'writes otherwise'],
    ['letters that are not escaped', edit(3, add.replace('1.0.0', '1.0.0é')), 4, 'writes otherwise'],
    ['a digest that is none', edit(3, add.replace('v1:a', 'v1:A')), 4, 'digest must be'],
    [
      'a name that no tool can have',
      edit(3, add.replace('"add"', '"a dd"')),
      4,
      'a name that no tool can have',
    ],
    ['a tool that is no object', edit(3, '    "add": [],'), 4, 'must be that of a tool'],
    ['broken JSON', edit(3, '    "add": {{},'), 4, 'must be an object'],
    ['a missing comma', edit(3, add.slice(0, -1)), 4, 'writes otherwise'],
    ['no end of line', text.trimEnd(), 9, 'must be ""'],
    ['an end of its own', `${text}\n`, 10, 'is one too many'],
    ['more after its end', `${text}{}`, 9, 'must be ""'],
    ['only the beginning', lines.slice(0, 4).join('\n'), 4, 'is reached without'],
    ['a conflict of a merge', edit(3, '<<<<<<< HEAD', add), 4, 'must be that of a tool'],
    ['JSON on one line', JSON.stringify(JSON.parse(text)), 1, 'must be "{"'],
    ['a second byte order mark', `\ufeff\ufeff${text}`, 1, 'must be "{"'],
    ['nothing', '', 1, 'must be "{"'],
  ])('refuses a text with %s, and says where', (...[, wrong, line, problem]) => {
    const error = errorOf(() => parseLock(wrong));

    expect(error).toMatchObject({ code: 'E_INVALID_LOCK', context: { line } });
    expect(error.message).toContain(problem);
    expect(error.message.length).toBeLessThan(400);
  });

  it('refuses what is no text, or too long a one', () => {
    expect(errorOf(() => parseLock(undefined as unknown as string)).code).toBe('E_INVALID_LOCK');
    expect(errorOf(() => parseLock('x'.repeat(67_108_865))).message).toContain('67108864 characters');
  });
});

describe('setDigestOf', () => {
  it('is about everything that a lock says, and not about its order', () => {
    const { add, weather } = lock.tools as Required<typeof lock.tools>;
    const others = [
      { weather },
      { weather, add: { ...add, digest: second } },
      { weather, add: { ...add, version: '1.0.1' } },
      { weather, add: { digest: first, authorityDigest } },
      { weather, add: { ...add, authorityDigest: first } },
      { weather, add: { ...add, source } },
      { weather: { ...weather, source: 'https://b.example' }, add },
      { weather: add, add: weather },
    ].map((tools) => setDigestOf(lockOf(tools as ToolLock['tools'])));

    expect(setDigestOf(lockOf({ add, weather } as ToolLock['tools']))).toBe(setDigestOf(lock));
    expect(new Set([...others, setDigestOf(lock)]).size).toBe(others.length + 1);
  });
});
