import type { ToolCatalog } from 'toolcrib/catalog';

/** What is told of a call to find out whether it is within reach. */
export interface ReachedCall {
  /** The toolset through which it was made; undefined if through none. */
  readonly toolset: string | undefined;
  /** The name by which the tool was called. */
  readonly tool: string;
}

/** The part of a tenant to which a permission extends: all of it, or some toolsets with their tools and calls. */
export interface Reach {
  /** Whether there is anything outside. */
  readonly isLimited: boolean;
  hasTool(name: string): boolean;
  hasToolset(name: string): boolean;
  /** Whether a call was made through one of the toolsets, or without a toolset for one of their tools. */
  hasCall(call: ReachedCall): boolean;
}

const everything: Reach = Object.freeze({
  isLimited: false,
  hasTool: () => true,
  hasToolset: () => true,
  hasCall: () => true,
});

/** The reach of a permission that ends at toolsets, or of one that doesn't. It follows the catalog. */
export function createReach(
  catalog: Pick<ToolCatalog, 'sequence' | 'toolsets'>,
  toolsets: readonly string[] | undefined,
): Reach {
  if (toolsets === undefined) return everything;
  let names: ReadonlySet<string> = new Set();
  let sequence: number | undefined;
  const hasTool = (name: string): boolean => {
    if (sequence !== catalog.sequence) {
      sequence = catalog.sequence;
      const definitions = toolsets.map((toolset) => catalog.toolsets.get(toolset)?.definition);
      names = new Set(definitions.flatMap((definition) => definition?.tools.map(({ tool }) => tool) ?? []));
    }
    return names.has(name);
  };
  return Object.freeze({
    isLimited: true,
    hasTool,
    hasToolset: (name) => toolsets.includes(name),
    hasCall: ({ toolset, tool }) => (toolset === undefined ? hasTool(tool) : toolsets.includes(toolset)),
  } satisfies Reach);
}
