import type { Tool } from '../../core/tool.ts';
import type { Call } from '../call.ts';
import { DEFAULT_TENANT } from '../tenant-of.ts';

/**
 * Where a call takes its place: among those of its tool in its tenant, so that no tenant takes the places of another. No
 * name of a tool has a space in it, which keeps the two apart. Where there is one tenant, nothing has to be put together.
 */
export function placeOf({ tenant }: Call, { name }: Tool): string {
  return tenant === DEFAULT_TENANT ? name : `${tenant} ${name}`;
}
