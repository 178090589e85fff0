import { createToolRegistry, ToolcribError } from 'toolcrib';
import type { LedgerEntry, RecoveryTools } from 'toolcrib/runtime';
import type { TenantRoom, TenantRooms, ToolView } from '../tenants/tenant-room.ts';
import { readOrigin } from './call-origin.ts';

/**
 * The tools that a call of a process that died goes on with: those that it was made with, and no others, since a toolset may
 * ask or refuse where the tenant does not. Whatever these say of it by now is how it ends. Undefined if it is left to other
 * processes, which may have the code.
 */
export async function toolsOfCall(
  tenants: TenantRooms,
  entry: LedgerEntry,
): Promise<RecoveryTools | undefined> {
  const room = await findRoom(tenants, entry.tenant);
  // The tenant was removed, so that no other process has tools for it either.
  if (room === undefined) return NO_TOOLS;
  if (entry.origin === null) return await findTools(room, entry);
  const origin = readOrigin(entry.origin);
  if (origin === undefined) return undefined;
  const { toolset } = origin;
  if (toolset !== undefined && room.catalog.toolsets.get(toolset) === undefined) return NO_TOOLS;
  const view = await room.view(toolset);
  const isElsewhere = !knows(view, entry) && isCatalogued(room, { toolset, name: entry.toolName });
  return isElsewhere ? undefined : toTools(view);
}

const NO_TOOLS: RecoveryTools = Object.freeze({ resolver: createToolRegistry([]) });

/**
 * For calls of versions that did not keep where a call came from: the tools of the tenant, or of the toolset that has the
 * very definition that the call was made for. If none has it, then those that know the name, so that the call ends with the
 * reason. Undefined if nobody here knows it.
 */
async function findTools(room: TenantRoom, entry: LedgerEntry): Promise<RecoveryTools | undefined> {
  let known: ToolView | undefined;
  for (const toolset of [undefined, ...room.catalog.toolsets.list().map(({ name }) => name)]) {
    const view = await room.view(toolset);
    const tool = view.resolver.resolve(entry.toolName);
    const isSame =
      tool !== null &&
      tool.digest === entry.toolDigest &&
      tool.authorityDigest === (entry.authorityDigest ?? tool.authorityDigest) &&
      (tool.version ?? null) === entry.toolVersion;
    if (isSame) return toTools(view);
    if (knows(view, entry)) known ??= view;
  }
  return known && toTools(known);
}

function knows({ resolver }: ToolView, { toolName }: LedgerEntry): boolean {
  return resolver.resolve(toolName) !== null || resolver.unavailable?.(toolName) !== undefined;
}

/** Whether there is a tool of that name, be there code for it here or not. */
function isCatalogued(
  { catalog }: TenantRoom,
  { toolset, name }: { readonly toolset: string | undefined; readonly name: string },
): boolean {
  if (toolset === undefined) return catalog.versions(name).length > 0;
  const entries = catalog.toolsets.get(toolset)?.definition.tools ?? [];
  const entry = entries.find(({ tool, wireName = tool }) => wireName === name);
  return entry !== undefined && entry.policy?.autonomy !== 'deny' && catalog.versions(entry.tool).length > 0;
}

async function findRoom(tenants: TenantRooms, tenant: string): Promise<TenantRoom | undefined> {
  try {
    return await tenants.open(tenant);
  } catch (error) {
    if (error instanceof ToolcribError && error.code === 'E_TENANT_NOT_FOUND') return undefined;
    throw error;
  }
}

function toTools(view: ToolView): RecoveryTools {
  return { resolver: view.resolver, guard: view.guard };
}
