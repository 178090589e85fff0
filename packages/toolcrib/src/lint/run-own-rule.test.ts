import { describe, expect, it } from 'vitest';
import type { LintFinding } from './lint-finding.ts';
import type { LintableSpec, LintRule } from './lint-rule.ts';
import { lintSpec } from './lint-spec.ts';

const good: LintableSpec = {
  name: 'get_weather',
  description: 'Weather of a city.',
  inputSchema: { type: 'object', additionalProperties: false },
};
const whole = { rule: 'own', severity: 'error', pointer: '/name', message: 'It is so.', fix: 'Leave it.' };

function lintWith(answer: unknown): readonly LintFinding[] {
  const rule = { id: 'own', check: () => answer } as unknown as LintRule;
  return lintSpec(good, { rules: [rule] });
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

describe('a rule of the host', () => {
  it('has its findings kept as they are, without what is no part of one', () => {
    expect(lintWith([{ ...whole, start: 1, end: 2, more: 'x' }])).toEqual([{ ...whole, start: 1, end: 2 }]);
  });

  it.each([
    ['nothing', undefined],
    ['a promise', Promise.resolve([])],
    ['a text', 'error'],
    ['an object like a list', { length: 1, 0: whole }],
    ['a revoked proxy', revoked([])],
  ])('is reported if it gives %s', (_, answer) => {
    expect(lintWith(answer).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'rule-failed error',
    ]);
  });

  it.each([
    ['no object', 5],
    ['null', null],
    ['a revoked proxy', revoked({})],
    ['no rule', { ...whole, rule: undefined }],
    ['a rule that no waiver could name', { ...whole, rule: 'a b' }],
    ['another severity', { ...whole, severity: 'fatal' }],
    ['a pointer that is none', { ...whole, pointer: 'name' }],
    ['an empty message', { ...whole, message: ' ' }],
    ['an overlong message', { ...whole, message: 'x'.repeat(4_097) }],
    ['no fix', { ...whole, fix: undefined }],
    ['half a position', { ...whole, start: 1 }],
    ['a position that runs backwards', { ...whole, start: 2, end: 1 }],
    ['a position that is no number', { ...whole, start: '1', end: '2' }],
  ])('is reported once for findings that are %s, and the others are kept', (_, finding) => {
    const findings = lintWith([finding, whole, finding]);

    expect(findings.map(({ rule }) => rule).sort()).toEqual(['own', 'rule-failed']);
  });

  it('has long texts cut', () => {
    const [finding] = lintWith([{ ...whole, message: 'x'.repeat(4_096), fix: 'y'.repeat(2_000) }]);

    expect(finding?.message).toHaveLength(1_024);
    expect(finding?.fix).toHaveLength(1_024);
  });

  it('is reported if it gives more findings than anybody could read', () => {
    const findings = lintWith(Array.from({ length: 5_000 }, () => ({ ...whole, severity: 'info' })));

    expect(findings[0]?.rule).toBe('rule-failed');
    expect(findings).toHaveLength(100);
  });

  it.each([
    ['is none', 5],
    ['is a revoked proxy', revoked({})],
    ['has no check', { id: 'x' }],
    ['has no id that can be read', revoked({ id: 'x' })],
  ])('is reported if it %s', (_, rule) => {
    const findings = lintSpec(good, { rules: [rule as unknown as LintRule] });

    expect(findings.map(({ rule: id }) => id)).toEqual(['rule-failed']);
  });

  it('is reported if the rules are no list', () => {
    const findings = lintSpec(good, { rules: 5 as unknown as readonly LintRule[] });

    expect(findings.map(({ rule }) => rule)).toEqual(['rule-failed']);
  });
});
