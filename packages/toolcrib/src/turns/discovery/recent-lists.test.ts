import { describe, expect, it } from 'vitest';
import { isSameList, RecentLists } from './recent-lists.ts';

describe('recent lists', () => {
  it('are the same frozen array for equal items, also after others', () => {
    const lists = new RecentLists<string>();
    const first = lists.keep(['a', 'b']);
    const others = [lists.keep(['b', 'a']), lists.keep(['a']), lists.keep([])];

    expect(lists.keep(['a', 'b'])).toBe(first);
    expect(new Set([first, ...others]).size).toBe(4);
    expect(Object.isFrozen(first)).toBe(true);
  });

  it('are forgotten in the order in which they were last asked for', () => {
    const lists = new RecentLists<number>();
    const [first, second] = [lists.keep([1]), lists.keep([2])];
    expect(lists.keep([1])).toBe(first);

    for (let item = 3; item <= 17; item++) lists.keep([item]);

    expect(lists.keep([1])).toBe(first);
    expect(lists.keep([2])).not.toBe(second);
  });

  it('do not share the array of whoever made them', () => {
    const items = ['a'];
    const kept = new RecentLists<string>().keep(items);
    items.push('b');

    expect(kept).toEqual(['a']);
  });
});

describe('isSameList', () => {
  it('looks at the items and their order', () => {
    expect(isSameList([1, 2], [1, 2])).toBe(true);
    expect([isSameList([1], [1, 2]), isSameList([1, 2], [1]), isSameList([1, 2], [2, 1])]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
