import type { SpecDifference } from '../../catalog/diff-specs.ts';
import type { ToolDigest } from '../../core/digest.ts';
import type { AuthorityMove, LockedPart } from '../../core/lock.ts';
import type { LockMove } from '../lock/lock-check.ts';

/** Whether a locked tool can be used as it was locked, and if not, why. */
export type PreflightStatus = 'ready' | 'changed' | 'missing' | 'disabled' | 'quarantined' | 'denied';

/** Every status, in the order in which they are counted and shown. */
export const preflightStatuses = Object.freeze(
  // Keys of an object, so that none can be missing.
  Object.keys({
    ready: true,
    changed: true,
    missing: true,
    disabled: true,
    quarantined: true,
    denied: true,
  } satisfies Record<PreflightStatus, true>),
) as readonly PreflightStatus[];

/** What `preflight` says of one tool of the lock. */
export type PreflightCheck = {
  readonly name: string;
  readonly status: PreflightStatus;
  /** The version in the lock, if it has one. */
  readonly lockedVersion?: string;
  /** The digest of the definition in the lock. */
  readonly locked: ToolDigest;
  /** The one in the catalogue; present if it is `ready` or `changed`. */
  readonly actual?: ToolDigest;
  /** What is not as it was locked; present if it is `changed`, and empty if only the source is another. */
  readonly parts?: readonly LockedPart[];
  /** The digests of the authority; present if they differ. */
  readonly authority?: AuthorityMove;
  /** One sentence for people. Absent if it is ready and there is nothing to say. */
  readonly reason?: string;
  /** Present if the version is another, and it is `ready` or `changed`. */
  readonly version?: LockMove;
  /** Present if it comes from another source, which is a change. */
  readonly source?: LockMove;
  /** Where they differ, if it is `changed` and the one that was locked is still known. */
  readonly differences?: readonly SpecDifference[];
  /** What to use instead, if it is gone by the date of its deprecation and the caller may use that. */
  readonly replacement?: string;
  /**
   * Names like this one that the caller may use, the most similar first; present if it is `missing` and there are any. They
   * are looked for at most 20 times.
   */
  readonly didYouMean?: readonly string[];
};

/** What `preflight` found. Deeply frozen. */
export type PreflightReport = {
  /** Whether every tool is `ready`. */
  readonly isReady: boolean;
  /** The number of the last event of the catalogue that was taken into account. */
  readonly sequence: number;
  readonly counts: Readonly<Record<PreflightStatus, number>>;
  /** Every tool of the lock, sorted by name. */
  readonly tools: readonly PreflightCheck[];
};
