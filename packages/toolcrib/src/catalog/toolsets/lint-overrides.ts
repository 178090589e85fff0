import type { LintFinding } from '../../lint/index.ts';
import { policyOf } from '../publishing/publish-policy.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { findPinned, type ToolLookup } from './resolve-toolset.ts';
import { shownSpec } from './shown-spec.ts';
import type { ToolsetContent, ToolsetEntry } from './toolset.ts';
import type { ToolsetProblem } from './toolset-errors.ts';

const NONE: readonly LintFinding[] = Object.freeze([]);

/** What lint finds in the description that a toolset gives a tool. That of the catalogue was looked at when it was published. */
export function lintOverride(
  entry: ToolsetEntry,
  spec: ToolSpec,
  { stateOf, rules, answers }: Pick<ToolLookup, 'stateOf' | 'rules' | 'answers'>,
): readonly LintFinding[] {
  if (entry.description === undefined) return NONE;
  // Without the rest of the spec, whose findings could crowd out those that matter here.
  const { name } = shownSpec(spec, entry);
  const shown = { name, description: entry.description, inputSchema: {} };
  const found = answers.lint(shown, {
    rules,
    isToolName: (name) => stateOf(name) !== undefined,
  });
  return Object.freeze(found.filter(({ pointer }) => pointer === '/description'));
}

/** The descriptions that keep a toolset from being applied, as they would keep a tool from being published. */
export function findRefusedTexts(
  { definition, pins }: ToolsetContent,
  lookup: Pick<ToolLookup, 'stateOf' | 'documentOf' | 'rules' | 'answers' | 'digests'>,
): readonly ToolsetProblem[] {
  return pins.flatMap((pin, index) => {
    const entry = definition.tools[index];
    const version = findPinned(lookup.stateOf(pin.tool)?.versions ?? [], pin, lookup.digests);
    if (entry === undefined || 'kind' in version) return [];
    if (policyOf(lookup.documentOf, entry.tool).lint === 'report') return [];
    return lintOverride(entry, version.spec, lookup)
      .filter(({ severity }) => severity === 'error')
      .map(({ rule, message }) => toProblem(entry.tool, rule, message));
  });
}

function toProblem(tool: string, rule: string, message: string): ToolsetProblem {
  const problem = `has a description that breaks the rule ${rule}: ${message.replace(/\.$/, '')}`;
  return Object.freeze({ tool, kind: 'lint', problem });
}
