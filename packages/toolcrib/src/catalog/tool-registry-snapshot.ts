import type { JsonObject } from '../core/json.ts';
import type { Deprecation, Quarantine, ToolRegistration } from './tool-registration.ts';
import type { ToolSpec } from './tool-spec.ts';

/** A version that is not current, in a snapshot. */
export type SnapshotVersion = {
  readonly spec: ToolSpec;
  readonly createdAt: string;
  readonly source?: string;
  readonly deprecation?: Deprecation;
};

/** One tool in a snapshot: the registration of its current version, and the other versions. */
export type SnapshotTool = ToolRegistration & {
  /** The place of the current version among all of the tool, counted from 1 in the order of their first registration. */
  readonly revision: number;
  /** The other versions, in that order. */
  readonly history: readonly SnapshotVersion[];
};

/** A name in quarantine: whatever is registered under it is so too. In a snapshot, only names without a tool. */
export type QuarantinedName = {
  readonly name: string;
  readonly quarantine: Quarantine;
};

/** What a tenant keeps beside its tools: a draft, a toolset or a policy, by its key. */
export type SnapshotDocument = {
  readonly key: string;
  readonly document: JsonObject;
};

/**
 * All that a catalogue holds for a tenant, apart from its events: deeply frozen JSON. Equal catalogues have snapshots with
 * the same `JSON.stringify`, whatever the store and however they came about.
 */
export type ToolRegistrySnapshot = {
  readonly snapshotVersion: 1;
  /** Sorted by name in code-unit order, as the next. */
  readonly tools: readonly SnapshotTool[];
  readonly quarantinedNames: readonly QuarantinedName[];
  /** Sorted by key in code-unit order. */
  readonly documents: readonly SnapshotDocument[];
};
