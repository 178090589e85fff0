import type { Caller } from 'toolcrib';
import type { Principal } from './principal.ts';
import type { Permission } from './role.ts';

/** A principal in one tenant: what it holds there, made of all its grants that count for the tenant. */
export interface Actor {
  readonly principal: Principal;
  /** `*` for the service itself. */
  readonly tenant: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Sorted; `*` alone if all. */
  readonly scopes: readonly string[];
  /** Undefined if all tools of the tenant; otherwise the only toolsets that may be used. */
  readonly toolsets: readonly string[] | undefined;
  /** For the call path: id, tenant and scopes. The same object for the same actor. */
  readonly caller: Caller;
}
