import { mapInPieces, type Pieces } from './pieces.ts';
import type { SpecDigests } from './spec-digests.ts';
import type {
  QuarantinedName,
  SnapshotTool,
  SnapshotVersion,
  ToolRegistrySnapshot,
} from './tool-registry-snapshot.ts';
import type { ToolState, ToolVersion } from './tool-state.ts';

/** What a snapshot was taken of: the state of every name, sorted by name. Computes the digests of every version. */
export function* toStates(
  { tools, quarantinedNames }: ToolRegistrySnapshot,
  digests: SpecDigests,
): Pieces<readonly ToolState[]> {
  const states: ToolState[] = quarantinedNames.map(toEmptyState);
  for (const tool of tools) states.push(yield* toState(tool, digests));
  return Object.freeze(states.sort((left, right) => (left.name < right.name ? -1 : 1)));
}

/** One piece for each version: a tool may have thousands. */
function* toState(tool: SnapshotTool, digests: SpecDigests): Pieces<ToolState> {
  const { spec, enabled, quarantine, revision, history } = tool;
  const versions = yield* mapInPieces(history, (version) => toVersion(version, digests));
  versions.splice(revision - 1, 0, toVersion(tool, digests));
  yield;
  return Object.freeze({
    name: spec.name,
    enabled,
    ...(quarantine && { quarantine }),
    current: revision,
    versions: Object.freeze(versions),
  });
}

function toVersion(version: SnapshotVersion, digests: SpecDigests): ToolVersion {
  const { spec, createdAt, source, deprecation } = version;
  return Object.freeze({
    spec,
    digest: digests.of(spec).digest,
    createdAt,
    ...(source !== undefined && { source }),
    ...(deprecation && { deprecation }),
  });
}

/** As a tool is left when it is removed while in quarantine. */
function toEmptyState({ name, quarantine }: QuarantinedName): ToolState {
  return Object.freeze({ name, enabled: true, quarantine, current: 0, versions: Object.freeze([]) });
}
