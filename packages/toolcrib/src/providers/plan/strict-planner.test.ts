import { describe, expect, it } from 'vitest';
import type { SchemaCost, TranslationOutcome } from '../dialect/dialect.ts';
import { providerRules } from './provider-rules.ts';
import { planStrict } from './strict-planner.ts';
import type { TranslateSchema } from './translate-for.ts';

const free: SchemaCost = {
  optionalParameters: 0,
  unions: 0,
  properties: 1,
  depth: 1,
  enumValues: 0,
  textLength: 1,
};

/** A schema says itself what it costs; one that says nothing cannot be strict. */
const translate: TranslateSchema = (schema): TranslationOutcome =>
  schema.cost === undefined
    ? { ok: false, reasons: [{ pointer: '', keyword: 'not', action: 'refused', detail: 'It has not.' }] }
    : {
        ok: true,
        translation: { schema, changes: [], cost: { ...free, ...(schema.cost as object) }, codec: undefined },
      };

function toTool(name: string, cost?: Partial<SchemaCost>) {
  return { name, description: '', inputSchema: cost === undefined ? {} : { cost: { ...cost } } };
}

const rules = providerRules.anthropic;
const plan = (tools: ReturnType<typeof toTool>[], after?: ReturnType<typeof planStrict>) =>
  planStrict(tools, { rules, mode: 'exact', translate, after });

describe('planStrict', () => {
  it('spends a budget in the order of the tools, and says what was demoted and why', () => {
    const { reports, budgets } = plan([
      toTool('first', { optionalParameters: 20 }),
      toTool('large', { optionalParameters: 5 }),
      toTool('small', { optionalParameters: 4 }),
      toTool('odd'),
    ]);

    expect(reports.get('first')).toMatchObject({ status: 'strict' });
    expect(reports.get('large')).toEqual({
      status: 'demoted',
      reason: 'It takes 5 of the 24 optional parameters that strict tools may have; 20 are taken.',
    });
    expect(reports.get('small')).toMatchObject({ status: 'strict' });
    expect(reports.get('odd')).toMatchObject({ status: 'ineligible', reasons: [{ keyword: 'not' }] });
    expect(budgets).toEqual({
      tools: { used: 2, limit: 20 },
      optionalParameters: { used: 24, limit: 24 },
      unions: { used: 0, limit: 16 },
    });
  });

  it('makes no more tools strict than a request may have', () => {
    const { translations, reports } = plan(Array.from({ length: 25 }, (_, at) => toTool(`t${at}`, {})));

    expect(translations.size).toBe(20);
    expect(reports.get('t20')).toMatchObject({ status: 'demoted' });
  });

  it('refuses a tool that is beyond the limits of one tool', () => {
    const { reports } = planStrict([toTool('deep', { depth: 11 })], {
      rules: providerRules.openaiChat,
      mode: 'exact',
      translate,
      after: undefined,
    });

    expect(reports.get('deep')).toMatchObject({
      status: 'ineligible',
      reasons: [{ detail: 'It has 11 levels; 10 are allowed.' }],
    });
  });

  it('leaves tools as they were before, also when there is room now', () => {
    const before = plan([toTool('first', { unions: 16 }), toTool('second', { unions: 1 })]);
    const after = plan([toTool('a', { unions: 1 }), toTool('second', { unions: 1 })], before);

    expect(after.reports.get('second')).toMatchObject({ status: 'demoted' });
    expect(after.reports.get('a')).toMatchObject({ status: 'strict' });
  });

  it('spends on strict tools that have not changed before any other', () => {
    const before = plan([toTool('a', { unions: 1 }), toTool('b', { unions: 1 })]);
    const after = plan([toTool('a', { unions: 16 }), toTool('b', { unions: 1 })], before);

    expect(after.reports.get('b')).toMatchObject({ status: 'strict' });
    expect(after.reports.get('a')).toMatchObject({ status: 'demoted' });
  });

  it('is nothing where nobody asks for it, or where a provider has no strict tools', () => {
    const off = planStrict([toTool('a', {})], { rules, mode: 'off', translate, after: undefined });
    const none = planStrict([toTool('a', {})], {
      rules: providerRules.gemini,
      mode: 'exact',
      translate,
      after: undefined,
    });

    expect([off.reports.size, none.reports.size]).toEqual([0, 0]);
  });
});
