import type { ToolDigest } from '../core/digest.ts';

/** What can happen to a tool in a catalogue. */
export type CatalogEventType =
  | 'tool-created'
  | 'tool-updated'
  | 'tool-reactivated'
  | 'tool-enabled'
  | 'tool-disabled'
  | 'tool-deprecated'
  | 'tool-undeprecated'
  | 'tool-quarantined'
  | 'tool-released'
  | 'tool-removed'
  | 'tool-restored';

/** One version, as an event names it. */
export type VersionMark = {
  /** Absent for the version of those that have none. */
  readonly version?: string;
  readonly digest: ToolDigest;
};

/** What a change says of itself before it has a number. */
export type CatalogEventDraft = {
  readonly type: CatalogEventType;
  /** The tool. */
  readonly name: string;
  /** When, as ISO 8601 in UTC, by the clock of the catalogue that made the change. */
  readonly at: string;
  /** Who made the change, as far as it was told. */
  readonly by?: string;
  /** Why, as far as it was told. */
  readonly reason?: string;
  /** The version that the event is about, or that is current after it; absent if there is none. */
  readonly to?: VersionMark;
  /** The version that was current before, if that is another. */
  readonly from?: VersionMark;
};

/**
 * One change of one tool. Deeply frozen JSON.
 *
 * INVARIANT: the events of a tenant are numbered 1, 2, 3 … without a gap, in the order in which the changes took effect.
 */
export type CatalogEvent = CatalogEventDraft & { readonly sequence: number };
