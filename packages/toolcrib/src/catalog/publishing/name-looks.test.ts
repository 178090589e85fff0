import { expect, it } from 'vitest';
import { lookAlikeKeys, skeletonOf } from '../../lint/index.ts';
import { NameLooks } from './name-looks.ts';

it('says of each name what lint says, whether it was remembered or not', () => {
  const looks = new NameLooks();

  for (const name of ['refund', 'Refund', 'refunԁ', 'ﬁℌé', `a${'\u0301'.repeat(200)}`]) {
    const expected = { skeleton: skeletonOf(name), keys: lookAlikeKeys(name) };
    expect([looks.of(name), looks.remember(name), looks.of(name)]).toEqual([expected, expected, expected]);
  }
});

it('finds out once about a name that it remembers, and about any other each time', () => {
  const looks = new NameLooks();

  expect(looks.remember('a')).toBe(looks.of('a'));
  expect(looks.of('b')).not.toBe(looks.of('b'));
});
