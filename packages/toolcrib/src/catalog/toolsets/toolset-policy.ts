import { refuseOption } from '../read-catalog-options.ts';
import { shownName } from './shown-spec.ts';
import type { AppliedToolset, ToolsetToolPolicy } from './toolset.ts';

/** What a toolset says of a call; a `Decision` of a policy. */
export type ToolsetDecision =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'ask' | 'deny'; readonly reason: string };

/** A `Policy` of a runtime, which looks at nothing but the name of the tool. */
export type ToolsetPolicy = {
  (question: { readonly tool: { readonly name: string } }): ToolsetDecision;
  readonly isByScopes: true;
  readonly ignoresArguments: true;
};

const ALLOW: ToolsetDecision = Object.freeze({ verdict: 'allow' });

/**
 * The part of a toolset that a runtime has to enforce: tools with the autonomy `ask` are asked about, those with `deny`
 * refused, by the names that models call them. All others are allowed, so it is one of several policies; the strictest
 * answer counts. A seal alone does not ask.
 *
 * @throws ConfigError `E_INVALID_OPTION` for what is no toolset.
 *
 * @example
 * ```ts
 * const seal = await sealCatalog(catalog, bindings, { consumer: 'support-eu', toolset: 'support' });
 * const policy = combinePolicies([defaultPolicy, toolsetPolicy(seal.toolset)]);
 * const runtime = createRuntime({ resolver: seal, policy });
 * ```
 */
export function toolsetPolicy(toolset: AppliedToolset | undefined): ToolsetPolicy {
  if (toolset === undefined) return refuseOption('toolset', 'must be one that was applied, not undefined');
  const { name, definition } = toolset;
  const decisions = new Map(
    definition.tools.map((entry) => [shownName(entry), decisionOf(name, entry.policy)] as const),
  );
  const policy = ({ tool }: { readonly tool: { readonly name: string } }) =>
    decisions.get(tool.name) ?? ALLOW;
  return Object.freeze(Object.assign(policy, { isByScopes: true as const, ignoresArguments: true as const }));
}

function decisionOf(name: string, { autonomy = 'allow' }: ToolsetToolPolicy = {}): ToolsetDecision {
  if (autonomy === 'allow') return ALLOW;
  const reason =
    autonomy === 'ask'
      ? `the toolset "${name}" needs approval for it`
      : `the toolset "${name}" does not allow it`;
  return Object.freeze({ verdict: autonomy, reason });
}
