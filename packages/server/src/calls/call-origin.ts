import type { Principal } from '../auth/principal.ts';
import type { ReachedCall } from '../tenants/reach.ts';
import type { ToolView } from '../tenants/tenant-room.ts';

/** What the ledger keeps of where a call came from. */
export interface CallOrigin {
  /** The toolset with whose tools it was made; undefined for those of the tenant. */
  readonly toolset: string | undefined;
  /** The name of the tool in the catalog, if it was made through a toolset; undefined for names of more than 128 characters. */
  readonly catalogTool: string | undefined;
  /** When its token expires, in milliseconds since 1970; undefined if it was made otherwise. Of keys the store knows. */
  readonly tokenUntil: number | undefined;
}

/** The origin as text. */
export function toOrigin(
  { view, tool }: { readonly view: Pick<ToolView, 'toolset' | 'catalogName'>; readonly tool: string },
  { kind, expiresAt }: Pick<Principal, 'kind' | 'expiresAt'>,
): string {
  const { toolset } = view;
  const place = toolset === undefined ? TENANT : `${TOOLSET}${toolset}${toToolPart(view.catalogName(tool))}`;
  return kind === 'token' && expiresAt != null ? `${place}${UNTIL}${Date.parse(expiresAt)}` : place;
}

/** The origin that {@link toOrigin} has written; undefined for other texts. */
export function readOrigin(origin: string): CallOrigin | undefined {
  const [place = '', until] = origin.split(UNTIL);
  const tokenUntil = until === undefined ? undefined : Number(until);
  if (place === TENANT) return { toolset: undefined, catalogTool: undefined, tokenUntil };
  if (!place.startsWith(TOOLSET)) return undefined;
  const [toolset = '', catalogTool] = place.slice(TOOLSET.length).split(TOOL);
  return { toolset, catalogTool, tokenUntil };
}

/** What is known of where a call was made and for which tool, to find out whether it is within reach. */
export function reachedCallOf(call: {
  readonly toolName: string;
  readonly origin?: string | null | undefined;
}): ReachedCall {
  const { toolset, catalogTool } = (call.origin == null ? undefined : readOrigin(call.origin)) ?? {};
  return { tool: call.toolName, toolset, catalogTool };
}

/** Whether two origins are of calls with the tools of the same toolset, or of the tenant; when a token expires says nothing of that. */
export function isSameOrigin(one: string, other: string): boolean {
  const [left, right] = [readOrigin(one), readOrigin(other)];
  return left !== undefined && right !== undefined && left.toolset === right.toolset;
}

const TENANT = 'tenant';
const TOOLSET = 'toolset:';
/** No name of a toolset or of a tool has a space. */
const UNTIL = ' until:';
const TOOL = ' tool:';
/** An origin has at most 256 characters. */
const MAX_TOOL_LENGTH = 128;

function toToolPart(name: string | undefined): string {
  return name === undefined || name.length > MAX_TOOL_LENGTH ? '' : `${TOOL}${name}`;
}
