import type { NameLooks } from '../publishing/name-looks.ts';
import { shownName } from './shown-spec.ts';
import type { ToolsetEntry } from './toolset.ts';
import type { ToolsetProblem } from './toolset-errors.ts';

const ascii = /^[\x20-\x7e]*$/;

/**
 * The names that would look to people, and to models, like another of the same toolset. Two that are ASCII, and stand in the
 * catalogue like that, may be so: `item1` and `iteml` are alike by chance.
 */
export function findLookAlikes(tools: readonly ToolsetEntry[], looks: NameLooks): readonly ToolsetProblem[] {
  const bySkeleton = new Map<string, ToolsetEntry>();
  return tools.flatMap((entry) => {
    const name = shownName(entry);
    const { skeleton } = looks.of(name);
    const other = bySkeleton.get(skeleton);
    if (other === undefined) bySkeleton.set(skeleton, entry);
    if (other === undefined || !isSuspicious(entry, other)) return [];
    const problem = `has the name ${JSON.stringify(name)} for models, which looks like ${JSON.stringify(shownName(other))}`;
    return [Object.freeze({ tool: entry.tool, kind: 'look-alike-wire-name' as const, problem })];
  });
}

function isSuspicious(left: ToolsetEntry, right: ToolsetEntry): boolean {
  const names = [shownName(left), shownName(right)];
  // Equal names are told of as such.
  if (names[0] === names[1]) return false;
  const isChosen = left.wireName !== undefined || right.wireName !== undefined;
  return isChosen || !names.every((name) => ascii.test(name));
}
