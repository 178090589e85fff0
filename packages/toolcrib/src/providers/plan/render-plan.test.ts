import { describe, expect, it } from 'vitest';
import { tool } from '../../../../../test/runtime.ts';
import { estimateTokens } from '../../core/estimate-tokens.ts';
import { ToolRegistry } from '../../core/tool-registry.ts';
import { providerRules } from './provider-rules.ts';
import { createRenderer, renderPlan, type WireFormat } from './render-plan.ts';

function createFormat() {
  const rendered: string[] = [];
  const format: WireFormat<{ readonly name: string }> = {
    rules: providerRules.openaiChat,
    toWireTool: ({ wireName }) => {
      rendered.push(wireName);
      return { name: wireName };
    },
  };
  return { format, rendered };
}

const registry = new ToolRegistry([tool('b', () => ''), tool('a', () => '')]);

describe('renderPlan', () => {
  it('reports what became of each tool, and the sums', () => {
    const { format } = createFormat();
    const { report } = renderPlan(format, { tools: registry.describe(), options: { maxTokens: 5 } });

    expect(report.tools.map(({ tool: name, wireName }) => [name, wireName])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ]);
    expect(report).toMatchObject({
      provider: 'openai-chat',
      count: { used: 2, limit: 128 },
      tokens: { used: 2 * estimateTokens('{"name":"a"}'), limit: 5 },
      refused: [],
      strict: {},
    });
    expect(report.tools[0]).toMatchObject({ isStrict: false, strict: { status: 'off' } });
  });

  it.each([
    ['strict', 'yes'],
    ['maxTools', 0],
    ['maxTools', 0.5],
    ['maxTokens', Number.NaN],
    ['rank', 'a'],
    ['retired', [1]],
  ])('refuses the option %s: %j', (option, value) => {
    const { format } = createFormat();

    expect(() => renderPlan(format, { tools: [], options: { [option]: value } as never })).toThrowError(
      expect.objectContaining({ code: 'E_INVALID_OPTION', context: { option } }),
    );
  });
});

describe('createRenderer', () => {
  it('renders the same tools once, whatever list they come in', () => {
    const { format, rendered } = createFormat();
    const render = createRenderer(format, {});
    const first = render(registry.describe());

    expect(render(registry.copy().describe())).toBe(first);
    expect(render([...registry.describe()])).toBe(first);
    expect(rendered).toEqual(['a', 'b']);
  });

  it('renders again when tools or retired names change', () => {
    const { format } = createFormat();
    const render = createRenderer(format, {});
    const first = render(registry.describe());
    const list = [...registry.describe()];
    const second = render(list);
    list.pop();

    expect(second).toBe(first);
    expect(render(list).tools).toEqual([{ name: 'b' }]);
    expect(render(list, ['old.tool']).codec.toToolName('old_tool_2d7b2dd0ae')).toBeTypeOf('string');
  });

  it('takes its options when it is made', () => {
    const { format } = createFormat();

    expect(() => createRenderer(format, { strict: 'bogus' as never })).toThrowError(
      expect.objectContaining({ code: 'E_INVALID_OPTION' }),
    );
  });

  it('leaves a schema that is not frozen to whoever it belongs to', () => {
    const { format } = createFormat();
    const inputSchema = { type: 'object', properties: {} };

    createRenderer(format, {})([{ name: 'a', description: '', inputSchema }]);

    expect(Object.isFrozen(inputSchema)).toBe(false);
  });

  it('gives frozen lists', () => {
    const { format } = createFormat();

    expect(() => createRenderer(format, {})(registry.describe()).tools.push({ name: 'x' })).toThrow(
      TypeError,
    );
  });

  it('renders what was found once, after what was there', () => {
    const { format, rendered } = createFormat();
    const render = createRenderer(format, {});
    const [z, y, x] = ['z', 'y', 'x'].map((name) => tool(name, () => '').describe());
    const base = render(registry.describe());

    const one = render(registry.describe(), [], [z, y] as never);
    const two = render(registry.describe(), [], [z, y, x] as never);

    expect(two.tools.map(({ name }) => name)).toEqual(['a', 'b', 'z', 'y', 'x']);
    expect(two.tools.slice(0, 4)).toEqual(one.tools);
    expect(two.report.tools.map(({ tool: name }) => name)).toEqual(['a', 'b', 'z', 'y', 'x']);
    expect(render([...registry.describe()], [], [z, y, x] as never)).toBe(two);
    expect(render(registry.describe())).toBe(base);
    expect(rendered).toEqual(['a', 'b', 'z', 'y', 'x']);
  });

  it('renders anew what was found when some of it is gone', () => {
    const { format } = createFormat();
    const render = createRenderer(format, {});
    const [z, y] = ['z', 'y'].map((name) => tool(name, () => '').describe());
    render(registry.describe(), [], [z, y] as never);

    const { tools, codec } = render(registry.describe(), [], [y] as never);

    expect(tools.map(({ name }) => name)).toEqual(['a', 'b', 'y']);
    expect(codec.toToolName('z')).toBe('z');
    expect(render([...registry.describe().slice(1)], [], [y] as never).tools).toEqual([
      { name: 'a' },
      { name: 'y' },
    ]);
  });

  it('has room for more than a request may list only where it is loaded', () => {
    const found = Array.from({ length: 200 }, (_, at) => tool(`t${at}`, () => '').describe());
    const countOf = (options: Parameters<typeof createRenderer>[2], maxTools?: number) =>
      createRenderer(createFormat().format, { maxTools }, options)(registry.describe(), [], found).tools
        .length;

    expect(countOf({})).toBe(128);
    expect(countOf({ loadsFound: true })).toBe(202);
    expect(countOf({ loadsFound: true }, 50)).toBe(50);
  });
});
