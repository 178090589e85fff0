import type { VersionMark } from '../catalog-event.ts';
import { diffSpecs } from '../diff-specs.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { lintOverride } from './lint-overrides.ts';
import { findPinned, type ToolLookup } from './resolve-toolset.ts';
import { shownSpec } from './shown-spec.ts';
import type { ToolsetContent, ToolsetEntry, ToolsetPin } from './toolset.ts';
import { toolsetEntries } from './toolset-entries.ts';
import type { TokenChange, ToolsetChange } from './toolset-plan.ts';

const NONE: readonly [] = Object.freeze([]);

/** What changes are found with. */
export interface PlanTools extends Pick<ToolLookup, 'stateOf' | 'rules' | 'answers' | 'digests'> {
  countTokens(spec: ToolSpec): number;
}

/** One tool of a toolset, before or after. */
interface Side {
  readonly entry: ToolsetEntry;
  readonly pin: ToolsetPin;
  /** As models see it; undefined if it is not in the catalogue any more. */
  readonly shown: ToolSpec | undefined;
  readonly tokens: number;
}

/** What changes from one content to another, and what both cost. */
export function planChanges(
  before: ToolsetContent | undefined,
  after: ToolsetContent,
  tools: PlanTools,
): { readonly changes: readonly ToolsetChange[]; readonly tokens: TokenChange } {
  const [left, right] = [toSides(before, tools), toSides(after, tools)];
  const names = [...new Set([...left.keys(), ...right.keys()])].sort();
  const changes = names.flatMap(
    (tool) => findChange({ tool, before: left.get(tool), after: right.get(tool) }, tools) ?? [],
  );
  return { changes: Object.freeze(changes), tokens: toTokens(sumOf(left), sumOf(right)) };
}

function toSides(
  content: ToolsetContent | undefined,
  { stateOf, countTokens, digests }: PlanTools,
): Map<string, Side> {
  const sides = new Map<string, Side>();
  const entries = content === undefined ? [] : toolsetEntries(content.definition);
  for (const [index, entry] of entries.entries()) {
    // There is one for each tool.
    const pin = content?.pins[index] as ToolsetPin;
    const version = findPinned(stateOf(entry.tool)?.versions ?? [], pin, digests);
    const shown = 'spec' in version ? shownSpec(version.spec, entry) : undefined;
    const isSeen = shown !== undefined && entry.policy?.autonomy !== 'deny';
    sides.set(entry.tool, { entry, pin, shown, tokens: isSeen ? countTokens(shown) : 0 });
  }
  return sides;
}

/** One tool before and after. */
interface Sides {
  readonly tool: string;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/** Undefined if all is as it was. */
function findChange({ tool, before, after }: Sides, tools: PlanTools): ToolsetChange | undefined {
  const kind = kindOf(before, after);
  if (kind === undefined) return undefined;
  const [left, right] = [before?.shown, after?.shown];
  const isKnown = left !== undefined && right !== undefined;
  return Object.freeze({
    tool,
    kind,
    ...(before && { before: markOf(before) }),
    ...(after && { after: markOf(after) }),
    differences: isKnown ? diffSpecs(left, right) : NONE,
    ...(isKnown && { comparison: tools.answers.compare(left, right) }),
    ...policyOf(before, after),
    findings: after?.shown === undefined ? NONE : lintOverride(after.entry, after.shown, tools),
    tokens: toTokens(before?.tokens ?? 0, after?.tokens ?? 0),
  });
}

function kindOf(before: Side | undefined, after: Side | undefined): ToolsetChange['kind'] | undefined {
  if (before === undefined || after === undefined) return before === undefined ? 'added' : 'removed';
  if (JSON.stringify(before.pin) !== JSON.stringify(after.pin)) return 'updated';
  return overridesOf(before) === overridesOf(after) ? undefined : 'overridden';
}

function overridesOf({ entry: { wireName, description, policy } }: Side): string {
  return JSON.stringify([wireName, description, policy]);
}

function policyOf(before: Side | undefined, after: Side | undefined): Pick<ToolsetChange, 'policy'> {
  const [left, right] = [before?.entry.policy, after?.entry.policy];
  if (JSON.stringify(left) === JSON.stringify(right)) return {};
  return { policy: Object.freeze({ ...(left && { before: left }), ...(right && { after: right }) }) };
}

function markOf({ pin: { tool: _, ...mark } }: Side): VersionMark {
  return Object.freeze(mark);
}

function sumOf(sides: ReadonlyMap<string, Side>): number {
  return [...sides.values()].reduce((sum, { tokens }) => sum + tokens, 0);
}

function toTokens(before: number, after: number): TokenChange {
  return Object.freeze({ before, after });
}
