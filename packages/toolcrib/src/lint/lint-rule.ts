import type { JsonObject } from '../core/json.ts';
import type { LintFinding } from './lint-finding.ts';

/** What is linted of a tool; a `ToolSpec` of a catalogue is one. */
export interface LintableSpec {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: JsonObject | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly version?: string | undefined;
  readonly authority?: { readonly requires?: readonly string[] | undefined } | undefined;
}

/** What a rule may know beside the spec. */
export interface LintContext {
  /** Whether a tool of exactly this name is known, so that a text can be told to speak of another tool. */
  readonly isToolName: (name: string) => boolean;
}

/** One check of a definition. Rules are pure, and must not throw. */
export interface LintRule {
  /** Of letters, digits and hyphens; what a waiver names. */
  readonly id: string;
  check(spec: LintableSpec, context: LintContext): readonly LintFinding[];
}
