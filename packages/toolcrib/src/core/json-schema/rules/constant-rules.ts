import type { Rule } from './rule.ts';

/** The rule of the schema `true`. */
export const ANYTHING: Rule = Object.freeze({
  test: () => true,
  explain: () => undefined,
});

/** The rule of the schema `false`. */
export const NOTHING: Rule = Object.freeze({
  test: () => false,
  explain: (_value, report) => report.add('is not allowed', { values: [] }),
} satisfies Rule);
