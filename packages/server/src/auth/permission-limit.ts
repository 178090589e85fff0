import type { Grant } from './grant.ts';

/** Where a permission ends that does not hold in the whole tenant: at these toolsets, and at these tools of the catalog. */
export interface PermissionLimit {
  readonly toolsets: readonly string[];
  readonly tools: readonly string[];
}

/** Where everything that a grant allows ends; undefined for the whole tenant. */
export function limitOf({ toolsets, tools }: Pick<Grant, 'toolsets' | 'tools'>): PermissionLimit | undefined {
  if (toolsets === undefined && tools === undefined) return undefined;
  return { toolsets: toolsets ?? [], tools: tools ?? [] };
}

/** What the first has of a tenant that the second has not, for people; undefined stands for the whole tenant. */
export function findBeyondLimit(
  inner: PermissionLimit | undefined,
  outer: PermissionLimit | undefined,
): string | undefined {
  if (outer === undefined) return undefined;
  if (inner === undefined) return outer.tools.length === 0 ? 'tools outside of toolsets' : 'other tools';
  const toolset = inner.toolsets.find((each) => !outer.toolsets.includes(each));
  if (toolset !== undefined) return `the toolset "${toolset}"`;
  const tool = inner.tools.find((each) => !outer.tools.includes(each));
  return tool === undefined ? undefined : `the tool "${tool}"`;
}
