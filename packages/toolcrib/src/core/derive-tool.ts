import { ConfigError } from './errors.ts';
import { shortestTimeout } from './shortest-timeout.ts';
import { Tool, toolInternals } from './tool.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolAutonomy } from './tool-internals.ts';
import type { ToolOptions } from './tool-options.ts';

/** What a tool can have otherwise than the one that it is derived from. */
export interface DerivedFields {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Scopes that it requires besides. */
  readonly requires?: readonly string[] | undefined;
  /** How long its gates stay open at most, in milliseconds. @default as long as those of the tool */
  readonly gateTimeoutMs?: number | undefined;
  /** How a toolset has its calls judged: a part of its authority, which policies enforce. @default that of the tool */
  readonly autonomy?: ToolAutonomy | undefined;
}

/**
 * A tool that does the work of another, with the same schemas, and is another to models and policies. It is the same
 * object if nothing differs.
 *
 * @throws ConfigError `E_INVALID_TOOL`.
 */
export function deriveTool(tool: Tool, changes: DerivedFields): Tool {
  const before = toolInternals.autonomyOf(tool);
  const { name = tool.name, description = tool.description, autonomy = before } = changes;
  const requires = [...new Set([...tool.requires, ...(changes.requires ?? [])])];
  const gateTimeoutMs = shortestTimeout(tool.gateTimeoutMs, changes.gateTimeoutMs);
  const isShown = name === tool.name && description === tool.description;
  const isJudged = autonomy === before && gateTimeoutMs === tool.gateTimeoutMs;
  if (isShown && isJudged && requires.length === tool.requires.length) return tool;
  return copyTool(tool, { ...functionsOf(tool), name, description, requires, gateTimeoutMs, autonomy });
}

/** The functions of a tool. They are given arguments that its schema has accepted, and check nothing themselves. */
export interface ToolFunctions {
  readonly handler: (args: unknown, ctx: ToolContext) => unknown;
  readonly verify?: ((args: unknown, ctx: ToolContext) => unknown) | undefined;
  readonly revert?: ((args: unknown, result: unknown, ctx: ToolContext) => unknown) | undefined;
}

/**
 * A tool with the same definition, schemas and authority whose functions are wrapped, to run them inside a context, on a
 * thread or in another process. `wrap` is called once. It returns `verify` and `revert` exactly if the tool has them,
 * because what a tool can do is part of what was published.
 *
 * Arguments are checked before the wrapped handler is called, and its result afterwards. Code that calls the original
 * functions must pass arguments that the tool has accepted.
 *
 * @throws ConfigError `E_INVALID_TOOL` if a function is missing or was added.
 *
 * @example
 * ```ts
 * const traced = wrapTool(tool, (functions) => ({
 *   ...functions,
 *   handler: (args, ctx) => trace(ctx.invocationId, () => functions.handler(args, ctx)),
 * }));
 * ```
 */
export function wrapTool(tool: Tool, wrap: (functions: ToolFunctions) => ToolFunctions): Tool {
  const before = functionsOf(tool);
  const { handler, verify, revert } = wrap(before);
  const after: ToolFunctions = { handler, verify, revert };
  for (const field of ['verify', 'revert'] as const) {
    if ((before[field] === undefined) === (after[field] === undefined)) continue;
    const message = `A wrapped tool "${tool.name}" must have "${field}" exactly if the tool has it.`;
    throw new ConfigError('E_INVALID_TOOL', message, { context: { toolName: tool.name, field } });
  }
  return copyTool(tool, after);
}

function functionsOf(tool: Tool): ToolFunctions {
  const work = toolInternals.workOf(tool);
  // Types of arguments are erased: whoever calls a function has the arguments checked by the schema of the same tool.
  return (typeof work === 'function' ? { handler: work } : work) as ToolFunctions;
}

/** A tool with the same schemas, which are not read again. */
function copyTool(tool: Tool, { autonomy, ...changes }: ToolFunctions & DerivedFields): Tool {
  const options = {
    // Its own properties are options, every one of them.
    ...tool,
    inputSchema: toolInternals.inputOf(tool),
    outputSchema: toolInternals.outputOf(tool),
    ...changes,
  };
  // The schemas were read for these very functions.
  const copy = new Tool(options as unknown as ToolOptions);
  toolInternals.setAutonomy(copy, autonomy ?? toolInternals.autonomyOf(tool));
  return copy;
}
