import { findClashes } from './find-clashes.ts';
import { findLookAlikes } from './find-look-alikes.ts';
import { findRefusedTexts } from './lint-overrides.ts';
import type { ReadPlan } from './read-toolset-plan.ts';
import { resolveToolset, type ToolLookup } from './resolve-toolset.ts';
import { setDigestOf } from './set-digest.ts';
import type { AppliedToolset, ToolsetContent, ToolsetDefinition, ToolsetEntry } from './toolset.ts';
import { toolsetEntries } from './toolset-entries.ts';
import { planStale, type ToolsetProblem } from './toolset-errors.ts';

/** What a definition is now. The content is whole if there are no problems. */
export interface ResolvedContent {
  readonly content: ToolsetContent;
  readonly problems: readonly ToolsetProblem[];
}

/** Finds what a definition is now, and all that stands against it. */
export function resolveContent(definition: ToolsetDefinition, lookup: ToolLookup): ResolvedContent {
  const { tools } = definition;
  const { pins, problems } = resolveToolset(definition, lookup);
  const content = Object.freeze({
    definition,
    pins,
    setDigest: setDigestOf(toolsetEntries(definition), pins),
  });
  const found = [
    ...findClashes(tools),
    ...findLookAlikes(tools, lookup.looks),
    ...findBlockedNames(tools, lookup),
    ...problems,
  ];
  // With a pin for each tool the texts can be looked at in their place.
  return { content, problems: found.length > 0 ? found : findRefusedTexts(content, lookup) };
}

/** Names for models that are in quarantine in the catalogue: no other tool brings them back. */
function findBlockedNames(
  tools: readonly ToolsetEntry[],
  { stateOf }: Pick<ToolLookup, 'stateOf'>,
): readonly ToolsetProblem[] {
  return tools.flatMap(({ tool, wireName }) => {
    if (wireName === undefined || wireName === tool || stateOf(wireName)?.quarantine === undefined) return [];
    const problem = `has the name ${JSON.stringify(wireName)} for models, which is in quarantine`;
    return [Object.freeze({ tool, kind: 'quarantined', problem } as const)];
  });
}

/**
 * The content of a plan, if planning would give the same now.
 *
 * @throws ToolcribError `E_PLAN_STALE`.
 */
export function resolvePlan(
  { definition, pins, from, to }: ReadPlan,
  current: AppliedToolset | undefined,
  lookup: ToolLookup,
): ToolsetContent {
  const { name } = definition;
  if (current?.revision !== from?.revision || current?.setDigest !== from?.setDigest) {
    throw planStale({ name, because: describeCurrent(current) });
  }
  const { content, problems } = resolveContent(definition, lookup);
  if (problems.length > 0) {
    throw planStale({ name, because: 'some of its tools cannot be had any more', problems });
  }
  const isSame = content.setDigest === to.setDigest && JSON.stringify(content.pins) === JSON.stringify(pins);
  if (!isSame) throw planStale({ name, because: 'its tools have other versions now' });
  return content;
}

function describeCurrent(current: AppliedToolset | undefined): string {
  if (current === undefined) return 'there is no such toolset any more';
  return `revision ${current.revision} is current`;
}
