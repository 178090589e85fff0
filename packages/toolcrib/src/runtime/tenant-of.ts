import type { Caller } from '../core/caller.ts';

/** The tenant of a caller; `default` for one that names none. */
export function tenantOf({ tenant }: Caller): string {
  return tenant ?? 'default';
}
