import type {
  QuarantinedName,
  SnapshotTool,
  SnapshotVersion,
  ToolRegistrySnapshot,
} from './tool-registry-snapshot.ts';
import { currentOf, type ToolState, type ToolVersion, toRegistration } from './tool-state.ts';

/** The snapshot of all tools of a tenant, which must come sorted by name. It shares what is frozen of them. */
export function toSnapshot(states: Iterable<ToolState>): ToolRegistrySnapshot {
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

function toVersion({ spec, createdAt, deprecation }: ToolVersion): SnapshotVersion {
  return Object.freeze({ spec, createdAt, ...(deprecation && { deprecation }) });
}
