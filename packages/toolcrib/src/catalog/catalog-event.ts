import type { ToolDigest } from '../core/digest.ts';
import type { JsonObject } from '../core/json.ts';
import type { LintSeverity } from '../lint/lint-finding.ts';

/** What can happen in a catalogue: to a tool, to a draft of one, to a toolset, or to a policy. */
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
  | 'tool-restored'
  /** A version waits for somebody to approve it. */
  | 'draft-proposed'
  | 'draft-discarded'
  /** A version was not published, because of what was found; nothing else has changed. */
  | 'publication-refused'
  /** What a source offers is not what it was; nothing else has changed. */
  | 'source-flagged'
  /** It is again. */
  | 'source-cleared'
  | 'toolset-applied'
  | 'toolset-rolled-back'
  | 'toolset-removed'
  | 'policy-changed'
  /** A draft, a toolset, a policy or what is known of a source was set, or removed, by a snapshot; the name is its key. */
  | 'document-restored';

/** One version, as an event names it. */
export type VersionMark = {
  /** Absent for the version of those that have none. */
  readonly version?: string;
  readonly digest: ToolDigest;
  /** Of its authority. Absent where it is a toolset, and in events of before authority was told. */
  readonly authorityDigest?: ToolDigest;
};

/** Something that was found when a version was published, or a source was looked at. */
export type CatalogFinding = {
  /** The id of the rule, such as `hidden-unicode` or `breaking-change`. */
  readonly rule: string;
  readonly severity: LintSeverity;
  /** A JSON Pointer (RFC 6901) into the spec; empty for all of it. */
  readonly pointer: string;
  /** Where in the text at the pointer, in UTF-16 units; absent if it is about all of it. */
  readonly start?: number;
  readonly end?: number;
  /** One sentence for people. */
  readonly message: string;
  /** What to do about it, in one sentence, if there is something to say. */
  readonly fix?: string;
  /** Why it did not count, if somebody has waived it. */
  readonly waiver?: string;
};

/** What a change says of itself before it has a number. */
export type CatalogEventDraft = {
  readonly type: CatalogEventType;
  /**
   * The tool, or the toolset; of a policy the tool that it is for, or the empty text for all;
   * of a document that was restored its key.
   */
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
  /** Who had proposed a version that was published by approval. */
  readonly proposedBy?: string;
  /** The source that was looked at. */
  readonly source?: string;
  /** The policy that was set; null if it was taken back. */
  readonly policy?: JsonObject | null;
  /** What was found, the most severe first; at most 20. */
  readonly findings?: readonly CatalogFinding[];
};

/**
 * One change of one tool. Deeply frozen JSON.
 *
 * INVARIANT: the events of a tenant are numbered 1, 2, 3 … without a gap, in the order in which the changes took effect.
 */
export type CatalogEvent = CatalogEventDraft & { readonly sequence: number };
