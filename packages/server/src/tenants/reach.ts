import type { ToolCatalog } from 'toolcrib/catalog';
import type { PermissionLimit } from '../auth/permission-limit.ts';

/** What is told of a call to find out whether it is within reach. */
export interface ReachedCall {
  /** The toolset through which it was made; undefined if through none. */
  readonly toolset: string | undefined;
  /** The name by which the tool was called. */
  readonly tool: string;
  /** The name of the tool in the catalog; undefined if it is not known, of a call through a toolset. */
  readonly catalogTool?: string | undefined;
}

/** The part of a tenant to which a permission extends: all of it, or some toolsets and tools with their calls. */
export interface Reach {
  /** Whether there is anything outside. */
  readonly isLimited: boolean;
  hasTool(name: string): boolean;
  hasToolset(name: string): boolean;
  /**
   * Whether a call was made through one of the toolsets, or without a toolset for one of their tools; or through anything for one
   * of the tools.
   */
  hasCall(call: ReachedCall): boolean;
}

const everything: Reach = Object.freeze({
  isLimited: false,
  hasTool: () => true,
  hasToolset: () => true,
  hasCall: () => true,
});

/** The reach of a permission that ends somewhere, or of one that doesn't. It follows the catalog. */
export function createReach(
  catalog: Pick<ToolCatalog, 'sequence' | 'toolsets'>,
  limit: PermissionLimit | undefined,
): Reach {
  if (limit === undefined) return everything;
  const { toolsets } = limit;
  const tools: ReadonlySet<string> = new Set(limit.tools);
  let names: ReadonlySet<string> = new Set();
  let sequence: number | undefined;
  const isInToolset = (name: string): boolean => {
    if (sequence !== catalog.sequence) {
      sequence = catalog.sequence;
      const definitions = toolsets.map((toolset) => catalog.toolsets.get(toolset)?.definition);
      names = new Set(definitions.flatMap((definition) => definition?.tools.map(({ tool }) => tool) ?? []));
    }
    return names.has(name);
  };
  return Object.freeze({
    isLimited: true,
    hasTool: (name) => tools.has(name) || isInToolset(name),
    hasToolset: (name) => toolsets.includes(name),
    hasCall: ({ toolset, tool, catalogTool }) => {
      if (toolset === undefined) return tools.has(tool) || isInToolset(tool);
      // The name that a toolset gives a tool can be that of another tool in the catalog.
      return toolsets.includes(toolset) || (catalogTool !== undefined && tools.has(catalogTool));
    },
  } satisfies Reach);
}
