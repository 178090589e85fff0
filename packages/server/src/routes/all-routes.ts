import { createDocumentRoutes } from '../http/document-routes.ts';
import type { Route } from '../http/route.ts';
import { auditRoutes } from './audit.ts';
import { callsRoutes } from './calls.ts';
import { catalogRoutes } from './catalog.ts';
import { draftsRoutes } from './drafts.ts';
import { eventsRoutes } from './events.ts';
import { gatesRoutes } from './gates.ts';
import { keysRoutes } from './keys.ts';
import { lockRoutes } from './lock.ts';
import { createMcpRoutes, type McpRoutesOptions } from './mcp.ts';
import { operationsRoutes } from './operations.ts';
import { policyRoutes } from './policy.ts';
import { searchRoutes } from './search.ts';
import { snapshotsRoutes } from './snapshots.ts';
import { switchesRoutes } from './switches.ts';
import { tenantsRoutes } from './tenants.ts';
import { toolsRoutes } from './tools.ts';
import { toolsetsRoutes } from './toolsets.ts';
import { whoamiRoutes } from './whoami.ts';

/** The one table of everything that the service answers, in the order of the reference page. */
export function createAllRoutes(options: McpRoutesOptions): readonly Route[] {
  const routes = [
    ...toolsRoutes,
    ...searchRoutes,
    ...callsRoutes,
    ...gatesRoutes,
    ...createMcpRoutes(options),
    ...eventsRoutes,
    ...catalogRoutes,
    ...switchesRoutes,
    ...draftsRoutes,
    ...policyRoutes,
    ...toolsetsRoutes,
    ...lockRoutes,
    ...snapshotsRoutes,
    ...keysRoutes,
    ...tenantsRoutes,
    ...auditRoutes,
    ...whoamiRoutes,
    ...operationsRoutes,
  ];
  return Object.freeze([...routes, ...createDocumentRoutes(routes)]);
}
