import { ALL_SCOPES, type Grant } from './grant.ts';

/** Which tools somebody reaches: those that require no other scopes, through these toolsets or, if undefined, through any way. */
export interface ToolReach {
  /** Sorted; `*` alone if all. */
  readonly scopes: readonly string[];
  readonly toolsets: readonly string[] | undefined;
}

/** Whether everything in the first is in the second. */
function isWithin(inner: ToolReach, outer: ToolReach): boolean {
  return findBeyond(inner, outer) === undefined;
}

/** What the first has that the second has not, for people; undefined if there is nothing. */
export function findBeyond(inner: ToolReach, outer: ToolReach): string | undefined {
  const scope = outer.scopes.includes(ALL_SCOPES)
    ? undefined
    : inner.scopes.find((each) => !outer.scopes.includes(each));
  if (scope !== undefined) return `the scope "${scope}"`;
  return findBeyondToolsets(inner.toolsets, outer.toolsets);
}

function findBeyondToolsets(inner: ToolReach['toolsets'], outer: ToolReach['toolsets']): string | undefined {
  if (outer === undefined) return undefined;
  if (inner === undefined) return 'tools outside of toolsets';
  const toolset = inner.find((each) => !outer.includes(each));
  return toolset === undefined ? undefined : `the toolset "${toolset}"`;
}

/**
 * What several grants reach together. Those with the same toolsets add up: who holds a scope in one of them holds it. Where
 * toolsets differ, a scope that was granted for one must not be used through another, so that only those count which
 * every grant has; but a grant that lies within another takes nothing away from it.
 */
export function combineReaches(grants: readonly Grant[]): ToolReach {
  const groups = new Map<string, ToolReach>();
  for (const { scopes, toolsets } of grants) {
    const key = toolsets === undefined ? '' : JSON.stringify(toSorted(toolsets));
    const known = groups.get(key)?.scopes ?? [];
    groups.set(key, {
      scopes: toScopes([...known, ...scopes]),
      toolsets: toolsets && toSorted(toolsets),
    });
  }
  const all = [...groups.values()];
  // Toolsets of two groups differ, so that no two lie within each other.
  const [first, ...others] = all.filter((each) => !all.some((it) => it !== each && isWithin(each, it)));
  if (first === undefined) return { scopes: [], toolsets: [] };
  return others.reduce(meet, first);
}

/** Through the toolsets of either, with the scopes of both. */
function meet(left: ToolReach, right: ToolReach): ToolReach {
  return {
    scopes: toScopes(commonScopes(left.scopes, right.scopes)),
    toolsets: left.toolsets && right.toolsets && toSorted([...left.toolsets, ...right.toolsets]),
  };
}

function commonScopes(left: readonly string[], right: readonly string[]): readonly string[] {
  if (left.includes(ALL_SCOPES)) return right;
  return right.includes(ALL_SCOPES) ? left : left.filter((scope) => right.includes(scope));
}

function toScopes(scopes: readonly string[]): readonly string[] {
  return scopes.includes(ALL_SCOPES) ? [ALL_SCOPES] : toSorted(scopes);
}

function toSorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
