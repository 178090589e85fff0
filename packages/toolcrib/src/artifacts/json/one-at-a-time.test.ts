import { describe, expect, it } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

describe('OneAtATime', () => {
  it('begins each work when the one before has ended, well or not', async () => {
    const queue = new OneAtATime();
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (name === 'second') throw new Error(name);
      return name;
    };
    const results = await Promise.allSettled(
      ['first', 'second', 'third'].map((name) => queue.run(work(name))),
    );

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(events).toEqual(
      ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });
});
