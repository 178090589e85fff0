import type { SpecDifference } from '../../catalog/diff-specs.ts';
import type { ToolDigest } from '../../core/digest.ts';
import type { AuthorityMove, LockedPart } from '../../core/lock.ts';

/** Something that a lock says otherwise than it is; `null` where there is nothing. */
export type LockMove = { readonly locked: string | null; readonly actual: string | null };

/** What `verifyLock` says of one tool, with the digest of the definition in the lock and the one that was found. */
export type LockCheck = { readonly name: string } & (
  | {
      readonly status: 'ok';
      readonly locked: ToolDigest;
      readonly actual: ToolDigest;
      /** Present if the same definition has another version now. It is no change: the digest is what counts. */
      readonly version?: LockMove;
    }
  | {
      /** The definition or the authority is another, or it comes from another source. */
      readonly status: 'changed';
      /** Which of them; empty if only the source is another. */
      readonly parts: readonly LockedPart[];
      readonly locked: ToolDigest;
      readonly actual: ToolDigest;
      /** Present if the version is another too. */
      readonly version?: LockMove;
      /** The digests of the authority; present if they differ. */
      readonly authority?: AuthorityMove;
      /** Present if the source is another. */
      readonly source?: LockMove;
      /** Where they differ. Absent if the one that was locked is not known any more. */
      readonly differences?: readonly SpecDifference[];
    }
  | { /** The tool is not there. */ readonly status: 'missing'; readonly locked: ToolDigest }
  | { /** The tool is not in the lock. */ readonly status: 'unlocked'; readonly actual: ToolDigest }
);

/** What `verifyLock` found. Deeply frozen. */
export type LockVerification = {
  /** Whether every tool is `ok`. */
  readonly isOk: boolean;
  /** Every tool of the lock and of what it was compared with, sorted by name. */
  readonly tools: readonly LockCheck[];
};
