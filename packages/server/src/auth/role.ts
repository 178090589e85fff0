/** What somebody may do in a tenant. Who has several roles may do what any of them allows. */
export type Role = 'viewer' | 'caller' | 'publisher' | 'approver' | 'admin';

/**
 * What a route asks for. Every route names exactly one.
 *
 * - `tools:read`: list, describe and search the tools that one may call.
 * - `calls:create`: call tools, over HTTP and MCP, and see one's own calls.
 * - `calls:read`: see the calls of everybody.
 * - `calls:debug`: see what a tool threw, and where, in calls that one may see.
 * - `catalog:read`: see everything in the catalogue, also what nobody may call.
 * - `catalog:write`: publish versions, apply toolsets, deprecate, remove.
 * - `catalog:switch`: switch tools on and off.
 * - `catalog:govern`: approve drafts, put into quarantine.
 * - `policies:write`: set how specs are published. Not for who approves: without a policy there is nothing to approve.
 * - `gates:read`, `gates:settle`: see what waits for people, and decide it.
 * - `audit:read`, `keys:manage`, `snapshots:read`, `snapshots:restore`: as they say.
 * - `service:read`: metrics, and which tenants there are. `tenants:manage`: create and remove them. Both only count
 *   in a grant for all tenants.
 */
export type Permission =
  | 'tools:read'
  | 'calls:create'
  | 'calls:read'
  | 'calls:debug'
  | 'catalog:read'
  | 'catalog:write'
  | 'catalog:switch'
  | 'catalog:govern'
  | 'policies:write'
  | 'gates:read'
  | 'gates:settle'
  | 'audit:read'
  | 'keys:manage'
  | 'snapshots:read'
  | 'snapshots:restore'
  | 'service:read'
  | 'tenants:manage';

const viewer: readonly Permission[] = ['tools:read', 'calls:read', 'catalog:read', 'service:read'];

/** What each role allows. */
export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  viewer,
  caller: ['tools:read', 'calls:create'],
  publisher: ['tools:read', 'catalog:read', 'catalog:write', 'catalog:switch'],
  approver: [...viewer, 'catalog:switch', 'catalog:govern', 'gates:read', 'gates:settle', 'audit:read'],
  admin: [
    ...viewer,
    'calls:create',
    'calls:debug',
    'catalog:write',
    'catalog:switch',
    'catalog:govern',
    'policies:write',
    'gates:read',
    'gates:settle',
    'audit:read',
    'keys:manage',
    'snapshots:read',
    'snapshots:restore',
    'tenants:manage',
  ],
};

/** Every role, the least powerful first. */
export const roles: readonly Role[] = ['viewer', 'caller', 'publisher', 'approver', 'admin'];
