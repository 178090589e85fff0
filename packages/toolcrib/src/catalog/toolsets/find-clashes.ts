import { shownName } from './shown-spec.ts';
import type { ToolsetEntry } from './toolset.ts';
import type { ToolsetProblem } from './toolset-errors.ts';

/** The tools, which must come sorted, that are there twice, and the names that two of them would have for a model. */
export function findClashes(tools: readonly ToolsetEntry[]): readonly ToolsetProblem[] {
  const problems: ToolsetProblem[] = [];
  const byName = new Map<string, string>();
  for (const [index, entry] of tools.entries()) {
    const { tool } = entry;
    if (tools[index - 1]?.tool === tool) {
      problems.push(Object.freeze({ tool, kind: 'duplicate-tool', problem: 'is there more than once' }));
      continue;
    }
    const name = shownName(entry);
    const other = byName.get(name);
    byName.set(name, other ?? tool);
    if (other === undefined) continue;
    const problem = `has the name ${JSON.stringify(name)} for models, as has ${JSON.stringify(other)}`;
    problems.push(Object.freeze({ tool, kind: 'duplicate-wire-name', problem }));
  }
  return problems;
}
