import type { KeyRecord } from '../store/service-store.ts';
import type { Grant } from './grant.ts';
import type { KeyLimits } from './key-limits.ts';
import type { Principal } from './principal.ts';

/** What a key is to be. */
export interface KeyOrder {
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly limits?: KeyLimits | undefined;
  /** ISO 8601, in the future. @default never */
  readonly expiresAt?: string | null | undefined;
}

/** A key as people see it: without the hash of its secret. */
export type KeyView = Omit<KeyRecord, 'secretHash'> & {
  readonly status: 'active' | 'expired' | 'revoked';
};

/** Makes and revokes API keys. */
export interface KeyDesk {
  /**
   * Makes a key; its secret is in the answer and nowhere else.
   *
   * @throws ToolcribError `E_GRANT_EXCEEDED` if it would hold anything that the granter does not hold, naming it.
   * @throws ToolcribError `E_INVALID_REQUEST`.
   */
  create(order: KeyOrder, granter: Principal): Promise<{ readonly key: string; readonly record: KeyView }>;
  /** Those with a grant in the tenant, or all for `*`; sorted by id. */
  list(tenant: string, page: KeyPage): Promise<readonly KeyView[]>;
  /**
   * Revokes a key. It is refused everywhere within a second.
   *
   * @throws ToolcribError `E_KEY_NOT_FOUND`, also for a key that has a grant outside of the tenant (unless that is `*`).
   */
  revoke(id: string, by: Revocation): Promise<RevokedKey>;
}

/** Which keys to list. */
export interface KeyPage {
  readonly after?: string | undefined;
  readonly limit: number;
  /** Only keys that this principal made. @default all */
  readonly createdBy?: string | undefined;
}

/** Who revokes a key, and how far that goes. */
export interface Revocation {
  readonly principal: Principal;
  readonly tenant: string;
  /** Only a key that this principal made. @default any */
  readonly createdBy?: string | undefined;
  /** Whether the keys that were made with it are revoked too, and those that were made with these. @default false */
  readonly withMade?: boolean | undefined;
}

/** A key that was revoked, and which others were with it. */
export type RevokedKey = KeyView & { readonly alsoRevoked: readonly string[] };
