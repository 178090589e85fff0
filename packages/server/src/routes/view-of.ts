import { ToolcribError } from 'toolcrib';
import type { Actor } from '../auth/actor.ts';
import type { Service } from '../service/service.ts';
import type { ToolView } from '../tenants/tenant-room.ts';

/** What a view is found with: a route's context has it all. */
export interface ViewRequest {
  readonly service: Pick<Service, 'tenants'>;
  readonly actor: Actor;
}

/**
 * The tools that an actor asks for: those of a toolset, or all of the tenant. Who is held to toolsets has no others, and
 * need not name the toolset if it is the only one. Listing, searching, describing, calling and MCP all begin here.
 *
 * @throws ToolcribError `E_FORBIDDEN` for a toolset that the actor may not use, whether there is one of that name or not.
 * @throws ToolcribError `E_TENANT_NOT_FOUND`, `E_TOOLSET_NOT_FOUND`.
 */
export async function viewOf({ service, actor }: ViewRequest, toolset?: string): Promise<ToolView> {
  const chosen = chooseToolset(actor.toolsets, toolset);
  const room = await service.tenants.open(actor.tenant);
  return await room.view(chosen);
}

/**
 * The toolset that is meant by an actor who is limited to some, or to none if undefined.
 *
 * @throws ToolcribError `E_FORBIDDEN` for another one, whether it exists or not.
 */
export function chooseToolset(
  toolsets: readonly string[] | undefined,
  wanted: string | undefined,
): string | undefined {
  if (toolsets === undefined) return wanted;
  const chosen = wanted ?? (toolsets.length === 1 ? toolsets[0] : undefined);
  if (chosen !== undefined && toolsets.includes(chosen)) return chosen;
  const message =
    toolsets.length === 0
      ? 'You may decide about some tools, and use none.'
      : wanted === undefined
        ? 'Name one of the toolsets that you may use; not all tools of the tenant are open to you.'
        : 'You may not use this toolset.';
  throw new ToolcribError('E_FORBIDDEN', message, { context: { toolsets } });
}
