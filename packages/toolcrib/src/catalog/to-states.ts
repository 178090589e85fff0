import { digestOfReadSpec } from './spec-digest.ts';
import type {
  QuarantinedName,
  SnapshotTool,
  SnapshotVersion,
  ToolRegistrySnapshot,
} from './tool-registry-snapshot.ts';
import type { ToolState, ToolVersion } from './tool-state.ts';

/** What a snapshot was taken of: the state of every name, sorted by name. Computes the digest of every version. */
export function toStates({ tools, quarantinedNames }: ToolRegistrySnapshot): readonly ToolState[] {
  const states = [...tools.map(toState), ...quarantinedNames.map(toEmptyState)];
  return Object.freeze(states.sort((left, right) => (left.name < right.name ? -1 : 1)));
}

function toState(tool: SnapshotTool): ToolState {
  const { spec, enabled, quarantine, revision, history } = tool;
  const versions = history.map(toVersion);
  versions.splice(revision - 1, 0, toVersion(tool));
  return Object.freeze({
    name: spec.name,
    enabled,
    ...(quarantine && { quarantine }),
    current: revision,
    versions: Object.freeze(versions),
  });
}

function toVersion({ spec, createdAt, source, deprecation }: SnapshotVersion): ToolVersion {
  return Object.freeze({
    spec,
    digest: digestOfReadSpec(spec),
    createdAt,
    ...(source !== undefined && { source }),
    ...(deprecation && { deprecation }),
  });
}

/** As a tool is left when it is removed while in quarantine. */
function toEmptyState({ name, quarantine }: QuarantinedName): ToolState {
  return Object.freeze({ name, enabled: true, quarantine, current: 0, versions: Object.freeze([]) });
}
