import { ToolcribError } from 'toolcrib';
import type { CatalogFinding } from 'toolcrib/catalog';
import type { Permission } from '../auth/role.ts';
import type { Reach } from '../tenants/reach.ts';
import type { TenantRoom } from '../tenants/tenant-room.ts';
import type { ViewRequest } from './view-of.ts';

/** A tenant, and how far a permission of an actor extends in it. */
export interface ReachedTenant {
  readonly room: TenantRoom;
  readonly reach: Reach;
}

/** @throws ToolcribError `E_TENANT_NOT_FOUND`. */
export async function openReached(
  { service, actor }: ViewRequest,
  permission: Permission,
): Promise<ReachedTenant> {
  const room = await service.tenants.open(actor.tenant);
  return { room, reach: room.reach(actor.limits.get(permission)) };
}

/** @throws ToolcribError `E_TOOL_NOT_FOUND` for a tool that isn't within reach, whether it exists or not. */
export function assertTool(isReached: boolean, toolName: string): void {
  if (isReached) return;
  throw new ToolcribError('E_TOOL_NOT_FOUND', `There is no tool "${toolName}" in the catalogue.`, {
    context: { toolName },
  });
}

/** Rules that compare a definition with other tools of the tenant, and name them. */
const rulesAboutOthers: readonly string[] = ['copied-definition', 'look-alike-name', 'tool-reference'];

/** What was found, without what tells of other tools of the tenant to an actor who may not know of them. */
export function toShownFindings(
  { isLimited }: Reach,
  findings: readonly CatalogFinding[],
): readonly CatalogFinding[] {
  return isLimited ? findings.filter(({ rule }) => !rulesAboutOthers.includes(rule)) : findings;
}
