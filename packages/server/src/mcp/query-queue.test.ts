import { describe, expect, it } from 'vitest';
import { QueryQueue } from './query-queue.ts';

/** Queries that run until they are told to end, and the order in which they have begun. */
function openQueue() {
  const queue = new QueryQueue();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (principal: string, name: string) =>
    queue.run(principal, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, begun, ask, end };
}

describe('QueryQueue', () => {
  it('runs one query of a principal, and four of all', async () => {
    const { begun, ask, end } = openQueue();
    const first = ask('a', 'a1');
    void ask('a', 'a2');
    for (const name of ['b', 'c', 'd', 'e']) void ask(name, name);
    await end('');
    expect(begun).toEqual(['a1', 'b', 'c', 'd']);

    await end('b');
    expect(begun.at(-1)).toBe('e');
    await end('a1');

    expect(begun.at(-1)).toBe('a2');
    expect(await first).toBe('a1');
  });

  it('has principals take turns', async () => {
    const { begun, ask, end } = openQueue();
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
    for (const name of ['b', 'c', 'd', 'e', 'f']) void ask(name, name);
    await end('');

    for (const name of ['a1', 'a2', 'b']) await end(name);

    expect(begun).toEqual(['a1', 'b', 'c', 'd', 'a2', 'e', 'f']);
  });

  it('goes on after a query that failed', async () => {
    const { queue, begun, ask, end } = openQueue();

    await expect(queue.run('a', () => Promise.reject(new Error('It has failed.')))).rejects.toThrow('failed');
    void ask('a', 'next');
    await end('');

    expect(begun).toEqual(['next']);
  });
});
