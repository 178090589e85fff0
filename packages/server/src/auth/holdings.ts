import { ALL_TENANTS, type Grant } from './grant.ts';
import { limitOf, type PermissionLimit } from './permission-limit.ts';
import { type Permission, type Role, rolePermissions } from './role.ts';
import { combineReaches, type ToolReach } from './tool-reach.ts';

/** What grants come to in one tenant. */
export interface Holdings extends ToolReach {
  readonly permissions: ReadonlySet<Permission>;
  /** Where a permission ends. A permission that isn't in it holds in the whole tenant. */
  readonly limits: ReadonlyMap<Permission, PermissionLimit>;
}

/** What concerns the service as a whole; only held in `*`. */
export const servicePermissions: readonly Permission[] = ['service:read', 'tenants:manage'];

/**
 * What grants come to in a tenant, or in `*` for the service itself; undefined if none of them counts there.
 *
 * Permissions add up, and each ends at the toolsets and tools of the grants that give it, unless one of those has the whole tenant.
 * Scopes and toolsets say which tools are reached, and of those only the grants that allow calls
 * count: a grant that only lets one look widens nothing that another lets one call. Without any that allows calls, those
 * count that let one look; but none that is limited to the approval of some tools. See {@link combineReaches} for several that differ.
 */
export function toHoldings(grants: readonly Grant[], tenant: string): Holdings | undefined {
  const counting = grants.filter((grant) => grant.tenant === ALL_TENANTS || grant.tenant === tenant);
  const permissions = permissionsOf(
    counting.flatMap(({ roles }) => roles),
    tenant,
  );
  if (permissions.size === 0) return undefined;
  const callers = counting.filter(({ roles }) => permissionsOf(roles, tenant).has('calls:create'));
  const looking = counting.filter(({ tools }) => tools === undefined);
  const reach = combineReaches(callers.length > 0 ? callers : looking);
  return { permissions, limits: limitsOf(permissions, counting, tenant), ...reach };
}

function limitsOf(
  permissions: ReadonlySet<Permission>,
  grants: readonly Grant[],
  tenant: string,
): Holdings['limits'] {
  const limits = new Map<Permission, PermissionLimit>();
  if (grants.every((grant) => limitOf(grant) === undefined)) return limits;
  for (const permission of permissions) {
    const giving = grants.filter(({ roles }) => permissionsOf(roles, tenant).has(permission));
    const given = giving.map(limitOf).filter((limit) => limit !== undefined);
    if (given.length < giving.length) continue;
    const [toolsets, tools] = [
      given.flatMap((limit) => limit.toolsets),
      given.flatMap((limit) => limit.tools),
    ];
    limits.set(permission, { toolsets: toSorted(toolsets), tools: toSorted(tools) });
  }
  return limits;
}

function toSorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** What roles allow in a tenant. */
export function permissionsOf(roles: readonly Role[], tenant: string): ReadonlySet<Permission> {
  const permissions = roles.flatMap((role) => rolePermissions[role]);
  const isService = tenant === ALL_TENANTS;
  return new Set(isService ? permissions : permissions.filter((each) => !servicePermissions.includes(each)));
}
