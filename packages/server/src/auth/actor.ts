import type { Caller } from 'toolcrib';
import type { PermissionLimit } from './permission-limit.ts';
import type { Principal } from './principal.ts';
import type { Permission } from './role.ts';

/** A principal in one tenant: what it holds there, made of all its grants that count for the tenant. */
export interface Actor {
  readonly principal: Principal;
  /** `*` for the service itself. */
  readonly tenant: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Where a permission ends. A permission that isn't in it holds in the whole tenant. */
  readonly limits: ReadonlyMap<Permission, PermissionLimit>;
  /** Sorted; `*` alone if all. */
  readonly scopes: readonly string[];
  /** Undefined if all tools of the tenant may be called; otherwise the only toolsets through which they may. */
  readonly toolsets: readonly string[] | undefined;
  /** For the call path: id, tenant and scopes. The same object for the same actor. */
  readonly caller: Caller;
}
