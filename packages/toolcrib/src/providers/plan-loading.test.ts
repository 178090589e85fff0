import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../core/tool.ts';
import type { ModelMessage } from '../runtime/model/model-message.ts';
import { providerRules } from './plan/provider-rules.ts';
import { createRenderer } from './plan/render-plan.ts';
import { planLoading } from './plan-loading.ts';

function describeTool(name: string): ToolDescription {
  return { name, description: '', inputSchema: { type: 'object', properties: {} } };
}

const format = {
  rules: providerRules.anthropic,
  toWireTool: ({ wireName }: { wireName: string }) => wireName,
};
const base = ['search', 'pinned'].map(describeTool);
const rendering = createRenderer(format, {})(base, [], ['a', 'b.c'].map(describeTool));

/** The call of a tool, and its result. */
function tell(
  id: string,
  tool: string,
  result: { found?: string[]; isError?: boolean } = {},
): ModelMessage[] {
  const { found, isError = false } = result;
  const told = { providerCallId: id, tool, rendering: { isError, parts: [] }, found };
  return [
    { role: 'assistant', text: '', calls: [{ providerCallId: id, tool, args: {} }] },
    { role: 'tool', results: [told] },
  ];
}

function loadedBy(history: readonly ModelMessage[]) {
  const loading = planLoading(rendering, history, 'search');
  const searches = [...(loading?.searches ?? [])].map(([id, tools]) => [id, tools.map(({ name }) => name)]);
  return { searches: Object.fromEntries(searches), loaded: [...(loading?.loaded ?? [])] };
}

describe('planLoading', () => {
  it('loads what a search found, in its order, each tool once', () => {
    expect(
      loadedBy([
        ...tell('1', 'search', { found: ['b.c', 'a', 'b.c'] }),
        ...tell('2', 'search', { found: ['a'] }),
      ]),
    ).toEqual({
      searches: { 1: ['b.c', 'a'], 2: ['a'] },
      loaded: ['b.c', 'a'],
    });
  });

  it('knows the tool as the provider does', () => {
    const loading = planLoading(rendering, tell('1', 'search', { found: ['b.c'] }), 'search');

    const wireName = rendering.codec.toWireName('b.c');
    expect(loading?.searches.get('1')).toEqual([{ name: 'b.c', wireName, wireTool: wireName }]);
  });

  it.each<[string, ModelMessage[]]>([
    [
      'is gone, was never there, or is shown anyway',
      tell('1', 'search', { found: ['gone', 'pinned', '__proto__'] }),
    ],
    ['a search found that failed', tell('1', 'search', { found: ['a'], isError: true })],
    ['a search did not find', tell('1', 'search')],
  ])('loads nothing that %s', (_, history) => {
    expect(loadedBy(history)).toEqual({ searches: { 1: [] }, loaded: [] });
  });

  it('takes only the calls of the search tool for searches', () => {
    expect(loadedBy(tell('1', 'pinned', { found: ['a'] }))).toEqual({ searches: {}, loaded: [] });
  });

  it('loads nothing at all without a search tool', () => {
    expect(planLoading(rendering, [], 'a')).toBeUndefined();
    expect(planLoading(rendering, [], 'other')).toBeUndefined();
  });
});
