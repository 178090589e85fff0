import type { LintFinding } from '../../lint/lint-finding.ts';
import type { LintableSpec, LintRule } from '../../lint/lint-rule.ts';
import type { SchemaChange } from '../dialect/dialect.ts';
import { planTools } from '../plan/plan-tools.ts';
import { type ProviderRules, providerRules } from '../plan/provider-rules.ts';

/** A provider whose rules a definition can be checked by. */
export type LintProvider = 'anthropic' | 'openai' | 'gemini' | 'bedrock';

const id = 'provider-rules';

const rulesOf: Readonly<Record<LintProvider, ProviderRules>> = {
  anthropic: providerRules.anthropic,
  openai: providerRules.openaiResponses,
  gemini: providerRules.gemini,
  bedrock: providerRules.bedrock,
};

/** What loses something on the way; a keyword that is said otherwise, or that no model reads, loses nothing. */
const losses: readonly SchemaChange['action'][] = ['moved', 'narrowed', 'widened', 'renamed'];

/**
 * A rule for `lintSpec` that tells what would become of a definition at the providers, decided as their renderers do:
 * an `error` where a provider would refuse it, so that it would be left out of every request, and an `info` for what
 * would be said in other words, or under another name.
 *
 * @example
 * ```ts
 * import { lintSpec } from 'toolcrib/lint';
 * import { lintForProviders } from 'toolcrib/providers';
 *
 * const spec = { name: 'get weather', description: 'Weather of a city.', inputSchema: { type: 'object' } };
 * const findings = lintSpec(spec, { rules: [lintForProviders(['anthropic'])] });
 * console.log(findings.map(({ message }) => message));
 * ```
 */
export function lintForProviders(
  providers: readonly LintProvider[] = ['anthropic', 'openai', 'gemini', 'bedrock'],
): LintRule {
  const chosen = [...new Set(providers)];
  return { id, check: (spec) => chosen.flatMap((provider) => checkFor(provider, spec)) };
}

function checkFor(provider: LintProvider, spec: LintableSpec): readonly LintFinding[] {
  const { name, description = '', inputSchema } = spec;
  const plan = planTools({
    tools: [{ name, description, inputSchema }],
    rules: rulesOf[provider],
    options: {},
  });
  const [planned] = plan.tools;
  if (planned === undefined) {
    return plan.refused.flatMap(({ reasons }) => reasons.map((reason) => refusal(provider, reason)));
  }
  return [
    ...(planned.wireName === name ? [] : [renaming(provider, planned.wireName)]),
    ...planned.changes
      .filter(({ action }) => losses.includes(action))
      .map((change) => loss(provider, change)),
  ];
}

function refusal(provider: LintProvider, reason: string): LintFinding {
  return Object.freeze({
    rule: id,
    severity: 'error',
    pointer: '/inputSchema',
    message: `${titles[provider]} would refuse the tool. ${reason}`,
    fix: 'Change the schema so that the provider can be told it; until then requests go out without the tool.',
  });
}

function renaming(provider: LintProvider, wireName: string): LintFinding {
  return Object.freeze({
    rule: id,
    severity: 'info',
    pointer: '/name',
    message: `${titles[provider]} does not take the name, and is told ${JSON.stringify(wireName)} instead.`,
    fix: 'Use letters, digits, _ and - only, and at most 64 of them.',
  });
}

function loss(provider: LintProvider, { pointer, detail }: SchemaChange): LintFinding {
  return Object.freeze({
    rule: id,
    severity: 'info',
    pointer: `/inputSchema${pointer}`,
    message: `${titles[provider]} is told the schema otherwise: ${detail}`,
    fix: 'Leave it, since every call is checked by the schema itself; or say it in a way that all providers know.',
  });
}

const titles: Readonly<Record<LintProvider, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  gemini: 'Gemini',
  bedrock: 'Bedrock',
};
