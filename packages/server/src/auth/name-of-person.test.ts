import { expect, it } from 'vitest';
import { nameOfPerson } from './name-of-person.ts';

it.each([
  [{ name: 'Ada Lovelace', email: 'ada@example.com' }, 'Ada Lovelace <ada@example.com>'],
  [{ name: 'Ada Lovelace' }, 'Ada Lovelace'],
  [{ email: 'ada@example.com' }, 'ada@example.com'],
  [{ name: 'Ada', email: 'boss@example.com', email_verified: false }, 'Ada'],
  [{ name: 'Ada <boss@example.com>' }, 'Ada boss@example.com'],
  [{ name: '\u{202e}adA\u{1b}[2J\n' }, 'adA[2J'],
  [{ name: '\u{200b}', email: 7 }, 'subject'],
  [{ name: 'x'.repeat(256) }, 'subject'],
  [{}, 'subject'],
])('of the claims %j is %s', (claims, name) => {
  expect(nameOfPerson(claims, 'subject')).toBe(name);
});

it('shows no hidden characters of a subject either', () => {
  expect(nameOfPerson({}, 'a\u{7}b')).toBe('ab');
  expect(nameOfPerson({}, '\u{7}')).toBe('?');
});
