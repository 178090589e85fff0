import { describe, expect, it } from 'vitest';
import { Tool } from '../../core/tool.ts';
import { HybridIndex } from '../hybrid/hybrid-index.ts';
import { ToolUniverses } from './tool-universes.ts';

const tool = (name: string, description = ''): Tool =>
  new Tool({ name, description, inputSchema: { type: 'object' }, handler: () => 'done' });

describe('universes of tools', () => {
  it('index a tool once that several of them have', async () => {
    const universes = new ToolUniverses(new HybridIndex());
    const [mail, weather] = [tool('mail'), tool('weather')];

    await universes.search('mail', [mail, weather], {});
    await universes.search('mail', Object.freeze([mail]), {});
    await universes.search('mail', [mail, weather], {});

    expect(universes.size).toBe(2);
  });

  it('forget the tools of lists that nobody has searched for long, and no others', async () => {
    const index = new HybridIndex();
    const universes = new ToolUniverses(index);
    const shared = tool('shared');
    for (let turn = 0; turn < 1_200; turn++) {
      await universes.search('shared', [shared, tool('own'), tool(`own_${turn}`)], {});
    }

    expect(universes.size).toBe(2 * 1_000 + 1);
    expect(index.size).toBe(universes.size);
    expect(index.has('shared')).toBe(true);
    expect(index.has('own_0')).toBe(false);
  });

  it('find what they have again after it was forgotten', async () => {
    const universes = new ToolUniverses(new HybridIndex());
    const first = Object.freeze([tool('mail', 'Sends.')]);
    await universes.search('mail', first, {});
    for (let turn = 0; turn < 1_100; turn++)
      await universes.search('mail', [tool('mail', `Turn ${turn}.`)], {});

    const hits = await universes.search('sends', first, {});

    expect(hits.map((hit) => hit.tool)).toEqual(first);
  });

  it('let others have their turn while they index many tools, and keep none that was only being indexed', async () => {
    const index = new HybridIndex();
    const universes = new ToolUniverses(index);
    const tools = Object.freeze(Array.from({ length: 1_000 }, (_, number) => tool(`tool_${number}`)));
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const immediate = setImmediate(() => turns++);

    const found = await Promise.all([
      universes.search('tool', tools, {}),
      universes.search('tool', tools, {}),
    ]);

    clearInterval(counting);
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(0);
    expect(found[0]).toEqual(found[1]);
    expect([universes.size, index.size]).toEqual([1_000, 1_000]);
    for (let turn = 0; turn < 1_100; turn++) await universes.search('x', [tool(`own_${turn}`)], {});
    expect(index.has('tool_0')).toBe(false);
  });

  it('keep what is being searched, however many there are', async () => {
    let open: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      open = resolve;
    });
    const embed = async (texts: readonly string[]) => {
      await wait;
      return texts.map(() => [1, 0]);
    };
    const universes = new ToolUniverses(new HybridIndex({ embed }));
    const lists = Array.from({ length: 1_100 }, (_, turn) => [tool('mail', `Turn ${turn}.`)]);
    const searching = lists.map((list) => universes.search('mail', list, {}));
    open();

    const found = await Promise.all(searching);

    expect(found.map(([hit]) => hit?.tool)).toEqual(lists.map(([only]) => only));
    expect(universes.size).toBe(1_000);
  });
});
