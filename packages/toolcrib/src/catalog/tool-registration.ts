import type { CatalogFinding } from './catalog-event.ts';
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

/** That a version is not published yet, but waits for somebody to approve it. */
export type DraftMark = {
  /** Who has proposed it. */
  readonly by?: string;
  /** Why, as far as it was told. */
  readonly reason?: string;
  /** Why it waits; empty if it was proposed as a draft. */
  readonly findings: readonly CatalogFinding[];
};

/** One version of a tool in a catalogue, with the state of the tool. Deeply frozen. */
export type ToolRegistration = {
  readonly spec: ToolSpec;
  /** Of the tool, not of the version. */
  readonly enabled: boolean;
  /** When this version was first registered, as ISO 8601 in UTC, by the clock of the catalogue. */
  readonly createdAt: string;
  /** Where this version came from, such as the address of a server, as far as it was told. */
  readonly source?: string;
  /** Present if this version waits to be approved, and so is not published. */
  readonly draft?: DraftMark;
  /** Of this version; absent if it is not deprecated. */
  readonly deprecation?: Deprecation;
  /** Of the tool; absent if it is in none. */
  readonly quarantine?: Quarantine;
};

/**
 * What somebody who looks for tools has to know of one: the first of these that holds, from right to left. A `sunset` tool
 * is one whose version is past the date on which it was to go.
 */
export type ToolStatus = 'active' | 'deprecated' | 'sunset' | 'disabled' | 'quarantined' | 'draft';

/**
 * The status of a registration at a time, in milliseconds since 1970 or as `ToolCatalog.time` gives it; without one, no date
 * has come yet.
 */
export function statusOf(
  registration: ToolRegistration,
  now: number | string = Number.NEGATIVE_INFINITY,
): ToolStatus {
  const { enabled, draft, deprecation, quarantine } = registration;
  if (draft !== undefined) return 'draft';
  if (quarantine !== undefined) return 'quarantined';
  if (!enabled) return 'disabled';
  if (deprecation === undefined) return 'active';
  const time = typeof now === 'string' ? Date.parse(now) : now;
  return time >= sunsetOf(deprecation) ? 'sunset' : 'deprecated';
}

/** When a version is gone, in milliseconds since 1970; never if it has no date. */
export function sunsetOf(deprecation: Deprecation | undefined): number {
  return deprecation?.sunset === undefined ? Number.POSITIVE_INFINITY : Date.parse(deprecation.sunset);
}
