import { ALL_TENANTS, type Grant } from './grant.ts';
import { type Permission, type Role, rolePermissions } from './role.ts';
import { combineReaches, type ToolReach } from './tool-reach.ts';

/** What grants come to in one tenant. */
export interface Holdings extends ToolReach {
  readonly permissions: ReadonlySet<Permission>;
  /** The toolsets at which a permission ends. A permission that isn't in it holds in the whole tenant. */
  readonly limits: ReadonlyMap<Permission, readonly string[]>;
}

/** What concerns the service as a whole; only held in `*`. */
export const servicePermissions: readonly Permission[] = ['service:read', 'tenants:manage'];

/**
 * What grants come to in a tenant, or in `*` for the service itself; undefined if none of them counts there.
 *
 * Permissions add up, and each ends at the toolsets of the grants that give it, unless one of those has the whole tenant.
 * Scopes and toolsets say which tools are reached, and of those only the grants that allow calls
 * count: a grant that only lets one look widens nothing that another lets one call. Without any that allows calls, those
 * count that let one look. See {@link combineReaches} for several that differ.
 */
export function toHoldings(grants: readonly Grant[], tenant: string): Holdings | undefined {
  const counting = grants.filter((grant) => grant.tenant === ALL_TENANTS || grant.tenant === tenant);
  const permissions = permissionsOf(
    counting.flatMap(({ roles }) => roles),
    tenant,
  );
  if (permissions.size === 0) return undefined;
  const callers = counting.filter(({ roles }) => permissionsOf(roles, tenant).has('calls:create'));
  const reach = combineReaches(callers.length > 0 ? callers : counting);
  return { permissions, limits: limitsOf(permissions, counting, tenant), ...reach };
}

function limitsOf(
  permissions: ReadonlySet<Permission>,
  grants: readonly Grant[],
  tenant: string,
): Holdings['limits'] {
  const limits = new Map<Permission, readonly string[]>();
  if (grants.every(({ toolsets }) => toolsets === undefined)) return limits;
  for (const permission of permissions) {
    const giving = grants.filter(({ roles }) => permissionsOf(roles, tenant).has(permission));
    const toolsets = giving.flatMap((grant) => grant.toolsets ?? []);
    const isLimited = giving.every((grant) => grant.toolsets !== undefined);
    if (isLimited) limits.set(permission, [...new Set(toolsets)].sort());
  }
  return limits;
}

/** What roles allow in a tenant. */
export function permissionsOf(roles: readonly Role[], tenant: string): ReadonlySet<Permission> {
  const permissions = roles.flatMap((role) => rolePermissions[role]);
  const isService = tenant === ALL_TENANTS;
  return new Set(isService ? permissions : permissions.filter((each) => !servicePermissions.includes(each)));
}
