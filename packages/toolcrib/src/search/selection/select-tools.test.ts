import { describe, expect, it } from 'vitest';
import { weather } from '../../../../../test/weather.ts';
import { estimateTokens } from '../../core/estimate-tokens.ts';
import type { Tool } from '../../core/tool.ts';
import { selectTools } from './select-tools.ts';
import type {
  RenderSelection,
  SelectionLimits,
  SelectionSearch,
  SelectToolsOptions,
} from './select-tools-options.ts';

const tool = (name: string): Tool => weather({ name, description: `Does ${name}.` });
const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name);

/** A search that finds what it is told to, and what it was asked. */
function searchOf(found: readonly Tool[] | Readonly<Record<string, readonly Tool[]>>) {
  const asked: unknown[] = [];
  const search: SelectionSearch = {
    async search(query, options) {
      asked.push([query, options]);
      const tools = Array.isArray(found) ? found : ((found as Record<string, readonly Tool[]>)[query] ?? []);
      return tools.slice(0, options.limit).map((one: Tool) => ({ tool: one, score: 0.5 }));
    },
  };
  return { search, asked };
}

/** A renderer by which each tool takes what its name says, as `big_90`; refused tools are those with `bad` in their name. */
const byName: RenderSelection = (tools) => ({
  report: {
    tools: tools
      .filter(({ name }) => !name.includes('bad'))
      .map(({ name }) => ({ tool: name, tokens: Number(name.split('_')[1]) })),
    refused: tools
      .filter(({ name }) => name.includes('bad'))
      .map(({ name }) => ({ tool: name, reasons: ['It is bad.'] })),
  },
});

function select(found: readonly Tool[], options: Partial<SelectionLimits>) {
  return selectTools(searchOf(found).search, { query: 'x', budgetTokens: 100, render: byName, ...options });
}

describe('selectTools', () => {
  it('takes the best first and passes over what is too large', async () => {
    const found = ['a_50', 'b_60', 'c_30', 'd_25', 'e_20'].map(tool);

    const selection = await select(found, {});

    expect({ ...selection, tools: namesOf(selection.tools) }).toEqual({
      tools: ['a_50', 'c_30', 'e_20'],
      tokens: 100,
      budgetTokens: 100,
      leftOut: [
        { name: 'b_60', reason: 'budget', tokens: 60 },
        { name: 'd_25', reason: 'budget', tokens: 25 },
      ],
    });
  });

  it('has the tools that are always there first, and once', async () => {
    const always = ['z_20', 'a_20'].map(tool);

    const selection = await select(['b_10', 'a_20', 'c_60'].map(tool), { always });

    expect(namesOf(selection.tools)).toEqual(['z_20', 'a_20', 'b_10']);
    expect(selection.tools[1]).toBe(always[1]);
    expect(selection.tokens).toBe(50);
    expect(selection.leftOut).toEqual([{ name: 'c_60', reason: 'budget', tokens: 60 }]);
  });

  it('says how many tokens are needed if what is always there does not fit', async () => {
    const always = ['z_70', 'a_50'].map(tool);

    await expect(select([], { always })).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: 'The option budgetTokens must be at least 120, which the tools of always take.',
      context: { option: 'budgetTokens' },
    });
  });

  it('leaves out what the provider refuses, with the reasons', async () => {
    const selection = await select(['bad_1', 'b_10'].map(tool), { always: [tool('bad_2')] });

    expect(namesOf(selection.tools)).toEqual(['b_10']);
    expect(selection.leftOut).toEqual([
      { name: 'bad_2', reason: 'refused', reasons: ['It is bad.'] },
      { name: 'bad_1', reason: 'refused', reasons: ['It is bad.'] },
    ]);
  });

  it('takes no more tools than the limit, or than the provider takes', async () => {
    const found = ['a_1', 'b_1', 'c_1'].map(tool);
    const render: RenderSelection = (tools) => ({
      report: { ...byName(tools).report, count: { limit: 2 } },
    });

    const [byLimit, byProvider] = [await select(found, { limit: 2 }), await select(found, { render })];

    for (const { tools, leftOut } of [byLimit, byProvider]) {
      expect(namesOf(tools)).toEqual(['a_1', 'b_1']);
      expect(leftOut).toEqual([{ name: 'c_1', reason: 'limit' }]);
    }
  });

  it('drops the worst while tools take more together than on their own', async () => {
    const render: RenderSelection = (tools) => ({
      report: {
        tools: tools.map(({ name }) => ({ tool: name, tokens: 20 + tools.length })),
        refused: [],
      },
    });

    const selection = await select(['a', 'b', 'c', 'd'].map(tool), { render });

    expect(namesOf(selection.tools)).toEqual(['a', 'b', 'c', 'd']);
    expect(selection.tokens).toBe(96);

    const narrow = await select(['a', 'b', 'c', 'd'].map(tool), { render, budgetTokens: 90 });
    expect(namesOf(narrow.tools)).toEqual(['a', 'b', 'c']);
    expect(narrow.tokens).toBe(69);
    expect(narrow.leftOut).toEqual([{ name: 'd', reason: 'budget', tokens: 21 }]);
  });

  it('leaves out what cannot be told together, and never what is always there', async () => {
    const clash = { tool: 'a_1', reasons: ['Its name is taken.'] };
    const render: RenderSelection = (tools) => {
      const isClash = tools.some(({ name }) => name === 'a_1') && tools.some(({ name }) => name === 'c_1');
      const rest = isClash ? tools.filter(({ name }) => name !== 'a_1') : tools;
      return { report: { ...byName(rest).report, refused: isClash ? [clash] : [] } };
    };
    const [a, b, c] = ['a_1', 'b_1', 'c_1'].map(tool) as [Tool, Tool, Tool];

    const found = await select([a, b, c], { render });
    const pinned = await select([b, c], { render, always: [a] });

    expect(namesOf(found.tools)).toEqual(['b_1', 'c_1']);
    expect(found.leftOut).toEqual([{ name: 'a_1', reason: 'refused', reasons: clash.reasons }]);
    expect(namesOf(pinned.tools)).toEqual(['a_1', 'b_1']);
    expect(pinned.leftOut).toEqual([{ name: 'c_1', reason: 'refused', reasons: clash.reasons }]);
  });

  it('takes for refused what a renderer says nothing of', async () => {
    const render: RenderSelection = () => ({ report: { tools: [], refused: [] } });

    const { tools, leftOut } = await select([tool('a_1')], { render });

    expect(tools).toEqual([]);
    expect(leftOut).toEqual([{ name: 'a_1', reason: 'refused', reasons: ['The renderer left it out.'] }]);
  });

  it('estimates by what a model is shown if there is no renderer', async () => {
    const found = ['a', 'b', 'c'].map(tool);
    const tokens = estimateTokens(JSON.stringify(found[0]?.describe()));
    const { search } = searchOf(found);

    const selection = await selectTools(search, { query: 'x', budgetTokens: 2 * tokens });

    expect(namesOf(selection.tools)).toEqual(['a', 'b']);
    expect(selection.tokens).toBe(2 * tokens);
  });

  it('asks for the caller, and for more than it needs', async () => {
    const { search, asked } = searchOf([]);
    const caller = { id: 'ada' };
    const { signal } = new AbortController();

    await selectTools(search, { query: 'x', budgetTokens: 1, limit: 7, caller, signal });

    expect(asked).toEqual([['x', { caller, limit: 14, signal }]]);
  });
});

describe('selectTools for a conversation', () => {
  const user = (content: string) => ({ role: 'user', content }) as const;

  it('has the best tools of earlier texts among those of the last', async () => {
    const { search } = searchOf({
      last: ['a_1', 'b_1', 'c_1', 'd_1'].map(tool),
      before: ['e_1', 'f_1', 'd_1'].map(tool),
      first: ['g_1'].map(tool),
    });

    const { tools } = await selectTools(search, {
      messages: [user('first'), user('before'), user('last')],
      budgetTokens: 100,
      render: byName,
    });

    expect(namesOf(tools)).toEqual(['a_1', 'b_1', 'e_1', 'd_1', 'c_1', 'f_1', 'g_1']);
  });

  it('has a tool as the search for the last text found it', async () => {
    const [changed, old] = [tool('a_1'), tool('a_1')];
    const { search } = searchOf({ last: [changed], before: [old] });

    const { tools } = await selectTools(search, {
      messages: [user('before'), user('last')],
      budgetTokens: 100,
    });

    expect(tools).toEqual([changed]);
    expect(tools[0]).toBe(changed);
  });

  it('has only what is always there if nobody has said anything', async () => {
    const { search, asked } = searchOf([tool('a_1')]);

    const { tools } = await selectTools(search, {
      messages: [{ role: 'assistant', text: 'How can I help?', calls: [] }],
      budgetTokens: 100,
      always: [tool('z_1')],
      render: byName,
    });

    expect(namesOf(tools)).toEqual(['z_1']);
    expect(asked).toEqual([]);
  });
});

describe('options of selectTools', () => {
  const one = tool('one');

  it.each<readonly [string, object]>([
    ['query', { query: undefined }],
    ['query', { messages: [] }],
    ['query', { query: 7 }],
    ['messages', { query: undefined, messages: 'hello' }],
    ['budgetTokens', { budgetTokens: undefined }],
    ['budgetTokens', { budgetTokens: 0 }],
    ['budgetTokens', { budgetTokens: Number.NaN }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 501 }],
    ['limit', { limit: 1.5 }],
    ['always', { always: ['one'] }],
    ['always', { always: [one, tool('one')] }],
    ['always', { always: [one, tool('two')], limit: 1 }],
    ['render', { render: 'anthropic' }],
    ['render', { render: async () => ({ report: { tools: [], refused: [] } }) }],
    ['render', { render: () => ({ report: {} }) }],
    ['render', { always: [one], render: () => ({ report: { tools: [{ tool: 'one' }], refused: [] } }) }],
    [
      'render',
      {
        always: [one],
        render: () => ({ report: { tools: [{ tool: 'one', tokens: Number.NaN }], refused: [] } }),
      },
    ],
    ['budget', { budget: 7 }],
    ['tag', { tag: undefined }],
    ['query', { messages: [] }],
    ['query', { query: undefined }],
  ])('names %s if it is no good', async (option, bad) => {
    const options = { query: 'x', budgetTokens: 100, ...bad } as SelectToolsOptions;

    await expect(selectTools(searchOf([]).search, options)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringMatching(`^(The option ${option} |Unknown option "${option}")`),
      context: { option },
    });
  });

  it.each([undefined, null, 'x'])('says that options must be an object, and not %j', async (options) => {
    await expect(selectTools(searchOf([]).search, options as never)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: 'The option options must be an object.',
    });
  });

  it.each([
    ['nothing', undefined],
    ['no search', {}],
    ['a search without a list', { search: async () => undefined }],
    ['a search of something else', { search: async () => [{ id: 'one', score: 1 }] }],
    ['a search with holes', { search: async () => [undefined] }],
  ])('refuses to select from %s', async (_, search) => {
    await expect(selectTools(search as never, { query: 'x', budgetTokens: 100 })).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option: 'search' },
    });
  });

  it('does not go on for ever with a renderer that changes its mind', async () => {
    let calls = 0;
    const render: RenderSelection = (tools) => ({
      report: {
        tools: tools.map(({ name }) => ({ tool: name, tokens: calls++ > 2 ? 1_000 : 1 })),
        refused: [],
      },
    });

    await expect(select(['a', 'b'].map(tool), { render, always: [one] })).rejects.toThrow(
      'The option render must give the same for the same tools.',
    );
  });
});
