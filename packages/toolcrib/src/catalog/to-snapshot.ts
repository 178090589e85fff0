import type { JsonObject } from '../core/json.ts';
import type {
  QuarantinedName,
  SnapshotDocument,
  SnapshotTool,
  SnapshotVersion,
  ToolRegistrySnapshot,
} from './tool-registry-snapshot.ts';
import { currentOf, type ToolState, type ToolVersion, toRegistration } from './tool-state.ts';

/**
 * The snapshot of all that a tenant has, which must come sorted by name and by key. It shares what is frozen of it.
 */
export function toSnapshot(
  states: Iterable<ToolState>,
  documents: readonly (readonly [key: string, document: JsonObject])[] = [],
): ToolRegistrySnapshot {
  const tools: SnapshotTool[] = [];
  const quarantinedNames: QuarantinedName[] = [];
  for (const state of states) {
    const { name, quarantine } = state;
    const current = currentOf(state);
    if (current !== undefined) tools.push(toTool(state, current));
    else if (quarantine !== undefined) quarantinedNames.push(Object.freeze({ name, quarantine }));
  }
  return Object.freeze({
    snapshotVersion: 1,
    tools: Object.freeze(tools),
    quarantinedNames: Object.freeze(quarantinedNames),
    documents: Object.freeze(documents.map(toDocument)),
  });
}

function toTool(state: ToolState, current: ToolVersion): SnapshotTool {
  const others = state.versions.filter((version) => version !== current);
  return Object.freeze({
    ...toRegistration(state, current),
    revision: state.current,
    history: Object.freeze(others.map(toVersion)),
  });
}

function toVersion({ spec, createdAt, source, deprecation }: ToolVersion): SnapshotVersion {
  return Object.freeze({
    spec,
    createdAt,
    ...(source !== undefined && { source }),
    ...(deprecation && { deprecation }),
  });
}

function toDocument([key, document]: readonly [key: string, document: JsonObject]): SnapshotDocument {
  return Object.freeze({ key, document });
}
