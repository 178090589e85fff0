import type { Caller } from '../core/caller.ts';

export const DEFAULT_TENANT = 'default';

/** The tenant of a caller; `default` for one that names none. */
export function tenantOf({ tenant }: Caller): string {
  return tenant ?? DEFAULT_TENANT;
}
