import type { ChangePlan } from './change-plan.ts';
import { toSnapshot } from './to-snapshot.ts';
import { currentOf, type ToolState } from './tool-state.ts';

/** Plans that a tenant has these tools and no others; what is the same already is left alone. */
export function planRestore(
  plan: ChangePlan,
  present: readonly ToolState[],
  wanted: readonly ToolState[],
): void {
  const names = new Set(wanted.map(({ name }) => name));
  for (const state of present) {
    const { name } = state;
    if (names.has(name)) continue;
    plan.set(currentOf(state) === undefined ? 'tool-released' : 'tool-removed', { name, after: undefined });
  }
  for (const after of wanted) {
    const before = plan.stateOf(after.name);
    const isSame = before !== undefined && toText(before) === toText(after);
    if (!isSame) plan.set('tool-restored', { name: after.name, after });
  }
}

/** Stores may give a state with its keys in another order; a snapshot has one. */
function toText(state: ToolState): string {
  return JSON.stringify(toSnapshot([state]));
}
