import type { Principal } from '../auth/principal.ts';
import type { ToolView } from '../tenants/tenant-room.ts';

/** What the ledger keeps of where a call came from. */
export interface CallOrigin {
  /** The toolset with whose tools it was made; undefined for those of the tenant. */
  readonly toolset: string | undefined;
  /** When its token expires, in milliseconds since 1970; undefined if it was made otherwise. Of keys the store knows. */
  readonly tokenUntil: number | undefined;
}

/** The origin as text. */
export function toOrigin(
  { toolset }: Pick<ToolView, 'toolset'>,
  { kind, expiresAt }: Pick<Principal, 'kind' | 'expiresAt'>,
): string {
  const place = toolset === undefined ? TENANT : `${TOOLSET}${toolset}`;
  return kind === 'token' && expiresAt != null ? `${place}${UNTIL}${Date.parse(expiresAt)}` : place;
}

/** The origin that {@link toOrigin} has written; undefined for other texts. */
export function readOrigin(origin: string): CallOrigin | undefined {
  const [place = '', until] = origin.split(UNTIL);
  const tokenUntil = until === undefined ? undefined : Number(until);
  if (place === TENANT) return { toolset: undefined, tokenUntil };
  return place.startsWith(TOOLSET) ? { toolset: place.slice(TOOLSET.length), tokenUntil } : undefined;
}

/** The toolset through which a call was made; undefined for none, and for calls of versions that did not keep it. */
export function toolsetOf({ origin }: { readonly origin?: string | null | undefined }): string | undefined {
  return origin == null ? undefined : readOrigin(origin)?.toolset;
}

/** Whether two origins are of calls with the tools of the same toolset, or of the tenant; when a token expires says nothing of that. */
export function isSameOrigin(one: string, other: string): boolean {
  const [left, right] = [readOrigin(one), readOrigin(other)];
  return left !== undefined && right !== undefined && left.toolset === right.toolset;
}

const TENANT = 'tenant';
const TOOLSET = 'toolset:';
/** No name of a toolset has a space. */
const UNTIL = ' until:';
