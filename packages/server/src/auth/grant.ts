import type { Role } from './role.ts';

/** The tenant of a grant that is for all tenants, and for the service itself. No tenant can have this name. */
export const ALL_TENANTS = '*';

/** The scope of a grant that stands for every scope a tool may require. */
export const ALL_SCOPES = '*';

/** What somebody holds in a tenant. Plain JSON; the same in the store, on the wire and in a token. */
export type Grant = {
  /** The name of a tenant, or `*` for all of them and the service itself. */
  readonly tenant: string;
  readonly roles: readonly Role[];
  /** Compared with what tools require; `*` stands for all. */
  readonly scopes: readonly string[];
  /** Everything that the roles allow ends at these toolsets; absent for the whole tenant. */
  readonly toolsets?: readonly string[];
  /**
   * Everything that the role `approver` allows ends at these tools, by their names in the catalog, through whichever toolset they
   * are called. For no other role, and not beside toolsets.
   */
  readonly tools?: readonly string[];
};
