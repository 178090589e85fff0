import type { SpecComparison } from '../../compat/spec-comparison.ts';
import type { ToolDigest } from '../../core/digest.ts';
import type { LintFinding } from '../../lint/lint-finding.ts';
import type { VersionMark } from '../catalog-event.ts';
import type { SpecDifference } from '../diff-specs.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { ToolsetDefinition, ToolsetPin, ToolsetToolPolicy } from './toolset.ts';

/** Options of `Toolsets.plan`. */
export interface ToolsetPlanOptions {
  /**
   * Counts the tokens of a tool as models see it, with the name and description of the toolset. What it throws is passed on.
   *
   * @default an estimate, as `estimateTokens` of `toolcrib/providers` makes it of the name, description and input schema
   */
  readonly countTokens?: ((spec: ToolSpec) => number) | undefined;
}

/** How one tool of a toolset will change. */
export type ToolsetChange = {
  /** The name of the tool in the catalogue. */
  readonly tool: string;
  /** It comes, goes, has another version or definition, or the same one with other overrides. */
  readonly kind: 'added' | 'removed' | 'updated' | 'overridden';
  /** The version that is pinned now; absent if the tool is added. */
  readonly before?: VersionMark;
  /** The version that will be; absent if the tool is removed. */
  readonly after?: VersionMark;
  /** Where what models see differs; empty if one of both is not there, or not in the catalogue any more. */
  readonly differences: readonly SpecDifference[];
  /** Whether calls and results of the one fit the other; absent if one of both is not there, as above. */
  readonly comparison?: SpecComparison;
  /** Present if it differs. */
  readonly policy?: { readonly before?: ToolsetToolPolicy; readonly after?: ToolsetToolPolicy };
  /** What lint finds in the description that the toolset will give the tool; errors keep it from being planned. */
  readonly findings: readonly LintFinding[];
  readonly tokens: TokenChange;
};

/** Tokens of definitions. What models do not see, and what is not in the catalogue any more, counts for 0. */
export type TokenChange = { readonly before: number; readonly after: number };

/**
 * What applying a toolset would do now. Deeply frozen JSON, so that it can be sent to whoever decides on it and back; only
 * `definition`, `pins`, `from` and `to` are read when it is applied.
 */
export type ToolsetPlan = {
  readonly definition: ToolsetDefinition;
  readonly pins: readonly ToolsetPin[];
  /** The current revision; absent if there is no such toolset. */
  readonly from?: { readonly revision: number; readonly setDigest: ToolDigest };
  readonly to: { readonly setDigest: ToolDigest };
  /** By tool in code-unit order. */
  readonly changes: readonly ToolsetChange[];
  /** Of all tools together, also of those that stay. */
  readonly tokens: TokenChange;
  /**
   * Whether there is nothing to apply. A plan without `changes` need not be empty: a title can differ, or a range that gives
   * the same version.
   */
  readonly isEmpty: boolean;
};
