import type { LintFinding } from '../../packages/toolcrib/src/lint/lint-finding.ts';
import type { LintableSpec, LintRule } from '../../packages/toolcrib/src/lint/lint-rule.ts';

/** The findings of one rule about a spec of which only some is given. */
export function checkRule(rule: LintRule, spec: Partial<LintableSpec>): readonly LintFinding[] {
  return rule.check(
    { name: 'get_weather', description: 'Weather of a city.', inputSchema: { type: 'object' }, ...spec },
    { isToolName: () => false },
  );
}

/** The worst severity that a rule finds in a description. */
export function worstIn(rule: LintRule, description: string): string | undefined {
  const severities = checkRule(rule, { description }).map(({ severity }) => severity);
  return ['error', 'warning', 'info'].find((severity) => severities.some((found) => found === severity));
}
