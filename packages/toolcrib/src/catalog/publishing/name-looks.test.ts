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

it('keeps the last thousands of names, however many came before', () => {
  const looks = new NameLooks();
  for (let index = 0; index < 7_500; index++) looks.remember(`old_${index}`);

  const last = Array.from({ length: 1_000 }, (_, index) => looks.remember(`new_${index}`));

  expect(last.map((_, index) => looks.of(`new_${index}`)).every((look, index) => look === last[index])).toBe(
    true,
  );
  expect(looks.of('old_0')).not.toBe(looks.of('old_0'));
});
