import type { ToolSpec } from './tool-spec.ts';

/** That a version is on its way out. */
export type Deprecation = {
  /** Why, and what to do, for whoever still uses it. */
  readonly message: string;
  /** The name of the tool to use instead. */
  readonly replacement?: string;
  /** When it will be gone, as ISO 8601 in UTC. */
  readonly sunset?: string;
};

/** That a tool must not be used, whatever its versions say, until it is released. */
export type Quarantine = {
  readonly reason: string;
  /** Since when, as ISO 8601 in UTC. */
  readonly since: string;
  /** Who did it. */
  readonly by?: string;
};

/** One version of a tool in a catalogue, with the state of the tool. Deeply frozen. */
export type ToolRegistration = {
  readonly spec: ToolSpec;
  /** Of the tool, not of the version. */
  readonly enabled: boolean;
  /** When this version was first registered, as ISO 8601 in UTC, by the clock of the catalogue. */
  readonly createdAt: string;
  /** Of this version; absent if it is not deprecated. */
  readonly deprecation?: Deprecation;
  /** Of the tool; absent if it is in none. */
  readonly quarantine?: Quarantine;
};

/** What somebody who looks for tools has to know of one: the first of these that holds, from right to left. */
export type ToolStatus = 'active' | 'deprecated' | 'disabled' | 'quarantined';

/** The status of a registration. */
export function statusOf({ enabled, deprecation, quarantine }: ToolRegistration): ToolStatus {
  if (quarantine !== undefined) return 'quarantined';
  if (!enabled) return 'disabled';
  return deprecation === undefined ? 'active' : 'deprecated';
}
