import { Tool, toolInternals } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';

/** What a tool can have otherwise than the one that it is derived from. */
export interface DerivedFields {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Scopes that it requires besides. */
  readonly requires?: readonly string[] | undefined;
}

/**
 * A tool that does the work of another, with the same schemas, and is another to models and policies. It is the same
 * object if nothing differs.
 *
 * @throws ConfigError `E_INVALID_TOOL`.
 */
export function deriveTool(tool: Tool, changes: DerivedFields): Tool {
  const { name = tool.name, description = tool.description } = changes;
  const requires = [...new Set([...tool.requires, ...(changes.requires ?? [])])];
  const isSame = name === tool.name && description === tool.description;
  if (isSame && requires.length === tool.requires.length) return tool;
  const work = toolInternals.workOf(tool);
  const options = {
    // Its own properties are options, every one of them.
    ...tool,
    ...(typeof work === 'function' ? { handler: work } : work),
    inputSchema: toolInternals.inputOf(tool),
    outputSchema: toolInternals.outputOf(tool),
    name,
    description,
    requires,
  };
  // The schemas were read for these very handlers.
  return new Tool(options as unknown as ToolOptions);
}
