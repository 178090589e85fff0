import type { ToolView } from '../tenants/tenant-room.ts';

/** What the ledger keeps of the tools that a call was made with: those of the tenant, or of a toolset. */
export function toOrigin({ toolset }: Pick<ToolView, 'toolset'>): string {
  return toolset === undefined ? TENANT : `${TOOLSET}${toolset}`;
}

/** The tools that {@link toOrigin} has told of; undefined for what it has not. */
export function readOrigin(origin: string): Pick<ToolView, 'toolset'> | undefined {
  if (origin === TENANT) return { toolset: undefined };
  return origin.startsWith(TOOLSET) ? { toolset: origin.slice(TOOLSET.length) } : undefined;
}

/** The toolset through which a call was made; undefined for none, and for calls of versions that did not keep it. */
export function toolsetOf({ origin }: { readonly origin?: string | null | undefined }): string | undefined {
  return origin == null ? undefined : readOrigin(origin)?.toolset;
}

const TENANT = 'tenant';
const TOOLSET = 'toolset:';
