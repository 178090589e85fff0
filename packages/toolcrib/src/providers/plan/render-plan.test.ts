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
});
