import type { Grant } from './grant.ts';
import type { KeyLimits } from './key-limits.ts';

/**
 * Why a token holds nothing: it has no grants of its own, no rule of its issuer matches its claims, it leaves out a claim
 * that rules need, or all that it says is beyond what its issuer may give.
 */
export type NoGrants = 'no-claim' | 'no-rule' | 'claim-left-out' | 'not-allowed';

/** Somebody who was authenticated. Made by the service, never from what a request says of itself. */
export interface Principal {
  /**
   * Unique in the service and stable: `key:<id>`, `token:<issuer>#<subject>`, or for whoever has the database `operator`,
   * and `operator:mcp` for an MCP client that they run.
   */
  readonly id: string;
  readonly kind: 'key' | 'token' | 'operator';
  /** For people. */
  readonly name: string;
  readonly grants: readonly Grant[];
  /** Why a token holds nothing at all; absent if it holds something. */
  readonly noGrants?: NoGrants | undefined;
  readonly limits: KeyLimits;
  /**
   * When its key or token expires, ISO 8601. What it makes must not outlive it, and calls of a token don't go on after it.
   * Null or absent for who has no such end.
   */
  readonly expiresAt?: string | null | undefined;
  /** How long keys that it makes may live instead, in milliseconds, as its issuer was configured. @default no longer than it */
  readonly maxKeyMs?: number | undefined;
}
