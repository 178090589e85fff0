import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../../core/tool.ts';
import { extendPlan } from './extend-plan.ts';
import { planTools, type ToolPlan } from './plan-tools.ts';
import { providerRules } from './provider-rules.ts';
import { translateFor } from './translate-for.ts';
import { toWireName } from './wire-name.ts';

/** A tool with some optional parameters, which strict tools have 24 of. */
function describeTool(name: string, optional = 0): ToolDescription {
  const names = Array.from({ length: optional }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((key) => [key, { type: 'string' }]));
  return { name, description: '', inputSchema: { type: 'object', properties } };
}

function plan(tools: readonly ToolDescription[], strict: 'off' | 'exact' = 'off'): ToolPlan {
  return planTools({ tools, rules: providerRules.anthropic, options: { strict } });
}

function extend(before: ToolPlan, found: readonly ToolDescription[], maxTools = before.maxTools): ToolPlan {
  return extendPlan(before, { found, maxTools, translate: translateFor });
}

/** Everything that is sent or that a host is told. */
function factsOf({ tools, refused, strict, baseCount }: ToolPlan) {
  const sent = tools.map(({ wireName, schema, strict: report }) => [wireName, schema, report]);
  return { sent, refused, baseCount, strict: [...strict.reports], budgets: strict.budgets };
}

const base = [describeTool('m', 10), describeTool('b')];
const wireName = toWireName('x.y', 'anthropic');

describe('extendPlan', () => {
  it('appends tools in the order in which they were found', () => {
    const before = plan(base);

    const { tools, baseCount, codec } = extend(before, [
      describeTool('z'),
      describeTool('x.y'),
      describeTool('a'),
    ]);

    expect(tools.map(({ tool }) => tool.name)).toEqual(['b', 'm', 'z', 'x.y', 'a']);
    expect(tools.slice(0, 2)).toEqual(before.tools);
    expect(baseCount).toBe(2);
    expect([codec.toToolName(wireName), codec.toWireName('x.y'), codec.toToolName('m')]).toEqual([
      'x.y',
      wireName,
      'm',
    ]);
  });

  it('spends what is left of the budgets on what was found first', () => {
    const before = plan(base, 'exact');

    const found = ['c', 'a'].map((name) => describeTool(name, 10));
    const { tools, strict } = extend(before, [...found, describeTool('d', 4)]);

    expect(tools.map(({ tool, strict: { status } }) => [tool.name, status])).toEqual([
      ['b', 'strict'],
      ['m', 'strict'],
      ['c', 'strict'],
      ['a', 'demoted'],
      ['d', 'strict'],
    ]);
    expect(strict.budgets.optionalParameters).toEqual({ used: 24, limit: 24 });
  });

  it('leaves a name with the tool that has it', () => {
    const { tools, refused, codec } = extend(plan([describeTool(wireName)]), [describeTool('x.y')]);

    expect(tools.map(({ tool }) => tool.name)).toEqual([wireName]);
    expect(refused).toMatchObject([{ tool: 'x.y' }]);
    expect(codec.toToolName(wireName)).toBe(wireName);
  });

  it('takes a tool back that was retired under its name', () => {
    const before = planTools({
      tools: base,
      rules: providerRules.anthropic,
      options: { retired: ['x.y'] },
    });

    expect(extend(before, [describeTool('x.y')]).tools.at(-1)).toMatchObject({ wireName });
  });

  it('lists each tool once, and no tool that was there', () => {
    const { tools } = extend(plan(base), [describeTool('b'), describeTool('c'), describeTool('c')]);

    expect(tools.map(({ tool }) => tool.name)).toEqual(['b', 'm', 'c']);
  });

  it('leaves out what there is no room for, and what cannot be said', () => {
    const bad = { ...describeTool('bad'), inputSchema: { type: 'string' } };

    const { tools, refused } = extend(plan(base), [bad, describeTool('c'), describeTool('d')], 3);

    expect(tools.map(({ tool }) => tool.name)).toEqual(['b', 'm', 'c']);
    expect(refused.map(({ tool }) => tool)).toEqual(['bad', 'd']);
  });

  it('gives the same plan whether tools are found one by one or all at once', () => {
    const names = fc.constantFrom('a', 'x.y', wireName, 'm', 'z', 'a b', toWireName('a b', 'anthropic'));
    const tools = fc.array(fc.tuple(names, fc.nat(12)), { maxLength: 8 });
    fc.assert(
      fc.property(tools, fc.nat(8), fc.integer({ min: 2, max: 6 }), (drawn, cut, maxTools) => {
        const found = drawn.map(([name, optional]) => describeTool(name, optional));
        // A tool that was refused is refused again if it is found again.
        const once = found.filter(({ name }, at) => found.findIndex((one) => one.name === name) === at);
        const before = plan(base, 'exact');

        const steps = extend(extend(before, once.slice(0, cut), maxTools), once.slice(cut), maxTools);

        const all = extend(before, once, maxTools);
        expect({ ...factsOf(steps), refused: [] }).toEqual({ ...factsOf(all), refused: [] });
        expect(new Set(steps.refused.map(({ tool }) => tool))).toEqual(
          new Set(all.refused.map(({ tool }) => tool)),
        );
        expect(steps.tools.slice(0, 2)).toEqual(before.tools);
      }),
    );
  });
});
