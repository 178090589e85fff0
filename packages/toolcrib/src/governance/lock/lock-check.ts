import type { SpecDifference } from '../../catalog/diff-specs.ts';
import type { ToolDigest } from '../../core/digest.ts';

/** Something that a lock says otherwise than it is; `null` where there is nothing. */
export type LockMove = { readonly locked: string | null; readonly actual: string | null };

/** What `verifyLock` says of one tool, with the digest in the lock and the one that was found. */
export type LockCheck = { readonly name: string } & (
  | {
      readonly status: 'ok';
      readonly locked: ToolDigest;
      readonly actual: ToolDigest;
      /** Present if the same definition has another version now. It is no change: the digest is what counts. */
      readonly version?: LockMove;
    }
  | {
      /** The definition is another, or it comes from another source. */
      readonly status: 'changed';
      readonly locked: ToolDigest;
      readonly actual: ToolDigest;
      /** Present if the version is another too. */
      readonly version?: LockMove;
      /** Present if the source is another. */
      readonly source?: LockMove;
      /** Where the definitions differ. Absent if the one that was locked is not known any more. */
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
