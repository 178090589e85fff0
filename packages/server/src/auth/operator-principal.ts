import { ALL_SCOPES, ALL_TENANTS, type Grant } from './grant.ts';
import type { Principal } from './principal.ts';

/** Everything, everywhere: what the operator holds, and the first key of a service. */
export const everythingGrant: Grant = Object.freeze({
  tenant: ALL_TENANTS,
  roles: Object.freeze(['admin'] as const),
  scopes: Object.freeze([ALL_SCOPES]),
});

/** Whoever has the database: the process itself at its start, and the command line on a local database. */
export const operatorPrincipal: Principal = Object.freeze({
  id: 'operator',
  kind: 'operator',
  name: 'operator',
  grants: Object.freeze([everythingGrant]),
  limits: Object.freeze({}),
});

/**
 * The client that has started `toolcrib mcp`. It holds what the operator holds, for it runs as the same user; but it is
 * somebody else, so that the audit log tells what an agent did from what a person did, who approves it for instance.
 */
export const mcpPrincipal: Principal = Object.freeze({
  ...operatorPrincipal,
  id: 'operator:mcp',
  name: 'toolcrib mcp',
});
