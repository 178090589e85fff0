import type { ChangePlan } from './change-plan.ts';
import type { Replica } from './replica.ts';
import { toSnapshot } from './to-snapshot.ts';
import type { SnapshotDocument } from './tool-registry-snapshot.ts';
import { currentOf, type ToolState } from './tool-state.ts';

/** What a tenant is to have. */
export interface RestoredTenant {
  readonly states: readonly ToolState[];
  readonly documents: readonly SnapshotDocument[];
}

/** Plans that a tenant has these tools and documents, and no others; what is the same already is left alone. */
export function planRestore(plan: ChangePlan, replica: Replica, wanted: RestoredTenant): void {
  const names = new Set(wanted.states.map(({ name }) => name));
  for (const state of replica.states()) {
    const { name } = state;
    if (names.has(name)) continue;
    plan.set(currentOf(state) === undefined ? 'tool-released' : 'tool-removed', { name, after: undefined });
  }
  for (const after of wanted.states) {
    const before = plan.stateOf(after.name);
    const isSame = before !== undefined && toText(before) === toText(after);
    if (!isSame) plan.set('tool-restored', { name: after.name, after });
  }
  restoreDocuments(plan, replica, wanted.documents);
}

function restoreDocuments(plan: ChangePlan, replica: Replica, wanted: readonly SnapshotDocument[]): void {
  const keys = new Set(wanted.map(({ key }) => key));
  for (const [key] of replica.documents()) {
    if (!keys.has(key)) plan.setDocument('document-restored', { name: key, key, after: undefined });
  }
  for (const { key, document } of wanted) {
    const isSame = JSON.stringify(replica.document(key)) === JSON.stringify(document);
    if (!isSame) plan.setDocument('document-restored', { name: key, key, after: document });
  }
}

/** Stores may give a state with its keys in another order; a snapshot has one. */
function toText(state: ToolState): string {
  return JSON.stringify(toSnapshot([state]));
}
