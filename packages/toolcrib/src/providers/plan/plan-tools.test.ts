import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planTools } from './plan-tools.ts';
import { providerRules } from './provider-rules.ts';
import type { RenderOptions } from './render-options.ts';
import { type TranslateSchema, translateFor } from './translate-for.ts';
import { toWireName } from './wire-name.ts';

const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const toTool = (name: string) => ({ name, description: `About ${name}.`, inputSchema });
const plan = (names: readonly string[], options: RenderOptions = {}) =>
  planTools({ tools: names.map(toTool), rules: providerRules.openaiChat, options });
const namesOf = ({ tools }: ReturnType<typeof planTools>) => tools.map(({ tool }) => tool.name);

describe('planTools', () => {
  it('is a function of the set of tools', () => {
    const names = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 20 });
    const twoOrders = names.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );

    fc.assert(
      fc.property(twoOrders, ([one, other]) => {
        expect(JSON.stringify(plan(one).tools)).toBe(JSON.stringify(plan(other).tools));
      }),
    );
  });

  it('sorts by name in code-unit order, whatever is ranked', () => {
    expect(namesOf(plan(['b', 'a', 'B', 'é'], { rank: ['é', 'b'] }))).toEqual(['B', 'a', 'b', 'é']);
  });

  it('leaves out what is ranked last when there are too many tools, and says so', () => {
    const planned = plan(['a', 'b', 'c'], { maxTools: 2, rank: ['c'] });

    expect(namesOf(planned)).toEqual(['a', 'c']);
    expect(planned.refused).toEqual([{ tool: 'b', reasons: ['A request has at most 2 tools.'] }]);
  });

  it('goes by the first place of a name that is ranked twice', () => {
    expect(namesOf(plan(['a', 'b'], { maxTools: 1, rank: ['a', 'b', 'a'] }))).toEqual(['a']);
  });

  it('takes no more than the provider does, whatever the option says', () => {
    const names = Array.from({ length: 130 }, (_, at) => `tool_${at}`);

    expect(plan(names, { maxTools: 1_000 }).tools).toHaveLength(128);
  });

  it('leaves out a tool whose schema cannot be said, and keeps the others', () => {
    const translate: TranslateSchema = (schema, dialect, fidelity) =>
      schema === inputSchema
        ? translateFor(schema, dialect, fidelity)
        : { ok: false, reasons: [{ pointer: '/not', keyword: 'not', action: 'refused', detail: 'No.' }] };
    const bad = { ...toTool('bad'), inputSchema: { not: {} } };
    const planned = planTools({
      tools: [bad, toTool('good')],
      rules: providerRules.openaiChat,
      options: {},
      translate,
    });

    expect(namesOf(planned)).toEqual(['good']);
    expect(planned.refused).toEqual([{ tool: 'bad', reasons: ['/not: No.'] }]);
  });

  it('[T11] leaves out a tool whose name on the wire is taken', () => {
    const wireName = toWireName('a.b', 'openai');

    expect(plan(['a.b', wireName]).refused).toMatchObject([{ tool: wireName }]);
  });

  it('[T11] knows the names of retired tools, and does not send them', () => {
    const planned = plan(['a'], { retired: ['old.tool', 'a'] });
    const wireName = toWireName('old.tool', 'openai');

    expect(namesOf(planned)).toEqual(['a']);
    expect(planned.codec.toToolName(wireName)).toBe('old.tool');
    expect(planned.codec.toWireName('old.tool')).toBe(wireName);
  });

  it('keeps tools where they were when it grows', () => {
    const before = plan(['b', 'd']);
    const after = planTools({
      tools: ['a', 'b', 'c', 'd'].map(toTool),
      rules: providerRules.openaiChat,
      options: {},
      after: before,
    });

    expect(namesOf(after)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('leaves out what is new when it grows beyond the limit', () => {
    const before = plan(['b', 'd'], { maxTools: 2 });
    const after = planTools({
      tools: ['a', 'b', 'd'].map(toTool),
      rules: providerRules.openaiChat,
      options: { maxTools: 2 },
      after: before,
    });

    expect(namesOf(after)).toEqual(['b', 'd']);
    expect(after.refused).toMatchObject([{ tool: 'a' }]);
  });

  it('refuses two tools of one name, and what is no tool', () => {
    expect(() => plan(['a', 'a'])).toThrowError(
      expect.objectContaining({ code: 'E_TOOL_ALREADY_REGISTERED', context: { toolName: 'a' } }),
    );
    for (const tool of [null, 'a', { name: 'a' }, { ...toTool('a'), inputSchema: [] }]) {
      const input = { tools: [tool as never], rules: providerRules.openaiChat, options: {} };
      expect(() => planTools(input)).toThrowError(
        expect.objectContaining({ code: 'E_INVALID_OPTION', context: { option: 'tools', index: 0 } }),
      );
    }
  });
});
