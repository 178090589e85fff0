import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../../core/tool.ts';
import { growPlan } from './grow-plan.ts';
import { providerRules } from './provider-rules.ts';
import { renderPlan, type WireFormat } from './render-plan.ts';

const format: WireFormat<object> = {
  rules: providerRules.anthropic,
  toWireTool: ({ wireName, tool, schema }) => ({ wireName, description: tool.description, schema }),
};

function describeTool(name: string, description = ''): ToolDescription {
  return { name, description, inputSchema: { type: 'object', properties: {} } };
}

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => describeTool(name)) as [
  ToolDescription,
  ToolDescription,
  ToolDescription,
  ToolDescription,
];

function render(tools: readonly ToolDescription[], maxTools?: number) {
  return renderPlan(format, { tools, options: { maxTools } });
}

describe('growPlan', () => {
  it('leaves tools where they were and puts new ones after them', () => {
    const previous = render([b, c]);

    const change = growPlan(format, previous, { tools: [a, b, d], keepRemoved: true });

    expect(change).toMatchObject({
      added: ['a', 'd'],
      removed: ['c'],
      changed: [],
      kept: ['c'],
      isPrefixKept: true,
    });
    expect(change.rendering.plan.tools.map(({ tool }) => tool.name)).toEqual(['b', 'c', 'a', 'd']);
    expect(change.rendering.tools.slice(0, 2)).toEqual(previous.tools);
    expect(change.rendering.report.tools.map(({ tool }) => tool)).toEqual(['b', 'c', 'a', 'd']);
  });

  it('reports a tool that is gone once, and keeps it until it comes back', () => {
    const first = growPlan(format, render([a, b]), { tools: [a], keepRemoved: true });
    const second = growPlan(format, first.rendering, { tools: [a, c], keepRemoved: true });
    const third = growPlan(format, second.rendering, { tools: [a, b, c], keepRemoved: true });

    expect(first).toMatchObject({ removed: ['b'], kept: ['b'] });
    expect(second).toMatchObject({ added: ['c'], removed: [], kept: ['b'], isPrefixKept: true });
    expect(third).toMatchObject({ added: ['b'], removed: [], kept: [], isPrefixKept: true });
  });

  it('says that the bytes are not the same when a definition changes', () => {
    const previous = render([a, b, c]);

    const change = growPlan(format, previous, {
      tools: [a, describeTool('b', 'Changed.'), c],
      keepRemoved: true,
    });

    expect(change).toMatchObject({ added: [], removed: [], changed: ['b'], kept: [], isPrefixKept: false });
  });

  it('leaves out tools that are gone where the provider takes no more', () => {
    const previous = render([a, b], 3);

    const change = growPlan(format, previous, { tools: [b, c, d], keepRemoved: true });

    expect(change).toMatchObject({ added: ['c', 'd'], removed: ['a'], kept: [], isPrefixKept: false });
    expect(change.rendering.tools).toHaveLength(3);
    expect(change.rendering.report.refused).toEqual([]);
  });

  it('knows the names of tools that are gone, kept or not', () => {
    const long = describeTool('example.com/tools.delete');
    const previous = render([a, long]);
    const wireName = previous.codec.toWireName(long.name);

    for (const keepRemoved of [true, false]) {
      const once = growPlan(format, previous, { tools: [a], keepRemoved });
      const twice = growPlan(format, once.rendering, { tools: [a, b], keepRemoved });

      expect(twice.rendering.codec.toToolName(wireName)).toBe(long.name);
      expect(twice.rendering.tools).toHaveLength(keepRemoved ? 3 : 2);
    }
  });
});
