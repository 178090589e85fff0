import type { Tool } from '../../core/tool.ts';
import type { Place } from '../bulkhead.ts';
import type { Call } from '../call.ts';
import { DEFAULT_TENANT } from '../tenant-of.ts';

/**
 * Where a call takes its place. A tool that says how many may run at once protects something, whoever calls; where only the
 * runtime does, each tenant has places of its own, so that none takes those of another. No name of a tool has a space in it.
 */
export function placeOf({ tenant, caller }: Call, { name, maxConcurrent }: Tool): Place {
  const isShared = tenant === DEFAULT_TENANT || maxConcurrent !== undefined;
  return { key: isShared ? name : `${tenant} ${name}`, callerId: caller.id };
}
