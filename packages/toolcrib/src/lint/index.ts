/**
 * Checks of the definitions of tools, for whoever publishes or reviews them.
 *
 * @module
 */
export type { LintFinding, LintSeverity } from './lint-finding.ts';
export type { LintableSpec, LintContext, LintRule } from './lint-rule.ts';
export { lintRules } from './lint-rules.ts';
export { type LintOptions, lintSpec } from './lint-spec.ts';
export { findLookAlikes, lookAlikeFinding, lookAlikeKeys } from './names/look-alike.ts';
export { skeletonOf } from './names/skeleton.ts';
