import { describe, expect, it } from 'vitest';
import { tool } from '../../../../../test/runtime.ts';
import { DiscoveryCache } from './discovery-cache.ts';

const tools = ['a', 'b', 'c'].map((name) => tool(name, () => ''));
const all = tools.map((one) => one.describe());
const getTool = (name: string) => tools.find((one) => one.name === name);
const shown: ReadonlySet<string> = new Set(['b']);
const question = { listed: all, shown, isPassing: false, getTool };

describe('what the turns of a runner know', () => {
  it('is found out once for the same tools', () => {
    const cache = new DiscoveryCache();
    const asked: string[] = [];
    const counting = {
      ...question,
      getTool: (name: string) => {
        asked.push(name);
        return getTool(name);
      },
    };
    const first = cache.findableIn(all, counting);

    expect(first).toEqual([tools[0], tools[2]]);
    expect(cache.findableIn(all, { ...counting, shown: new Set(['b']) })).toBe(first);
    expect(asked).toEqual(['a', 'c']);
    expect(cache.visibleIn(all)).toEqual(new Set(['a', 'b', 'c']));
    expect(cache.visibleIn(all)).toBe(cache.visibleIn(all));
  });

  it('is another list where something else is shown or listed, and the same where that is equal', () => {
    const cache = new DiscoveryCache();
    const first = cache.findableIn(all, question);

    expect(cache.findableIn(all, { ...question, shown: new Set(['a']) })).toEqual(tools.slice(1));
    expect(cache.findableIn(all, { ...question, listed: all.slice(0, 2) })).toEqual([tools[0]]);
    expect(cache.findableIn([...all], { ...question, listed: [...all] })).toBe(first);
  });

  it('is not learnt from tools that are about to change', () => {
    const cache = new DiscoveryCache();
    const passing = { ...question, isPassing: true, getTool: () => undefined };

    expect(cache.findableIn(all, passing)).toEqual([]);
    expect(cache.findableIn(all, question)).toEqual([tools[0], tools[2]]);
    expect(cache.findableIn(all, passing)).toEqual([]);
  });
});
