import type { ChangePlan } from './change-plan.ts';
import { doAtOnce, type Pieces } from './pieces.ts';
import type { Replica } from './replica.ts';
import { toStates } from './to-states.ts';
import type { SnapshotDocument, ToolRegistrySnapshot } from './tool-registry-snapshot.ts';
import { currentOf, type ToolState, type ToolVersion } from './tool-state.ts';

const VERSIONS_PER_PIECE = 8;

/** What a tenant is to have. */
export interface RestoredTenant {
  readonly states: readonly ToolState[];
  readonly documents: readonly SnapshotDocument[];
  /** Whether a state of the tenant is the wanted one, for those that were compared before. */
  readonly compared: ReadonlyMap<ToolState, boolean>;
}

/** Reads what a tenant is to have. What takes long is done here, outside of the transaction, and counts there if it is still so. */
export function* readRestored(
  reading: Pieces<ToolRegistrySnapshot>,
  replica: Replica,
): Pieces<RestoredTenant> {
  const read = yield* reading;
  const states = yield* toStates(read, replica.digests);
  const compared = new Map<ToolState, boolean>();
  for (const after of states) {
    const before = replica.stateOf(after.name);
    if (before === undefined) continue;
    compared.set(before, yield* isSameInPieces(before, after));
    const current = currentOf(before);
    // The event names it.
    if (current !== undefined) replica.digests.authorityOf(current.spec);
    yield;
  }
  return { states, documents: read.documents, compared };
}

/** Plans that a tenant has these tools and documents, and no others; what is the same already is left alone. */
export function* planRestore(plan: ChangePlan, replica: Replica, wanted: RestoredTenant): Pieces<void> {
  const names = new Set(wanted.states.map(({ name }) => name));
  for (const state of replica.states()) {
    const { name } = state;
    if (names.has(name)) continue;
    plan.set(currentOf(state) === undefined ? 'tool-released' : 'tool-removed', { name, after: undefined });
    yield;
  }
  for (const after of wanted.states) {
    const before = plan.stateOf(after.name);
    const isThere = before !== undefined && (wanted.compared.get(before) ?? isSame(before, after));
    if (!isThere) plan.set('tool-restored', { name: after.name, after });
    yield;
  }
  yield* restoreDocuments(plan, replica, wanted.documents);
}

function* restoreDocuments(
  plan: ChangePlan,
  replica: Replica,
  wanted: readonly SnapshotDocument[],
): Pieces<void> {
  const keys = new Set(wanted.map(({ key }) => key));
  for (const [key] of replica.documents()) {
    if (!keys.has(key)) plan.setDocument('document-restored', { name: key, key, after: undefined });
    yield;
  }
  for (const { key, document } of wanted) {
    const isThere = JSON.stringify(replica.document(key)) === JSON.stringify(document);
    if (!isThere) plan.setDocument('document-restored', { name: key, key, after: document });
    yield;
  }
}

function isSame(before: ToolState, after: ToolState): boolean {
  return doAtOnce(isSameInPieces(before, after));
}

/** Whether two states are the same in a snapshot, whatever the order of their keys: stores may give another one. */
function* isSameInPieces(before: ToolState, after: ToolState): Pieces<boolean> {
  if (toHead(before) !== toHead(after)) return false;
  for (const [index, version] of before.versions.entries()) {
    const other = after.versions[index];
    if (other === undefined || (version !== other && toText(version) !== toText(other))) return false;
    if (index % VERSIONS_PER_PIECE === VERSIONS_PER_PIECE - 1) yield;
  }
  return true;
}

/** What a name without versions has of it is its quarantine. */
function toHead({ enabled, quarantine, current, versions }: ToolState): string {
  const { length } = versions;
  return JSON.stringify(length === 0 ? [length, quarantine] : [length, quarantine, enabled, current]);
}

function toText({ spec, createdAt, source, deprecation }: ToolVersion): string {
  return JSON.stringify([spec, createdAt, source, deprecation]);
}
