import { Tool, toolInternals } from '../core/tool.ts';
import type { ToolOptions } from '../core/tool-options.ts';

/** What a forged tool differs in from another one. */
type ForgedToolOptions = Pick<ToolOptions, 'name' | 'description' | 'inputSchema' | 'handler'>;

/** On the handler of a forged tool, which nobody can reach from outside. */
const FORGED = Symbol('forged');

/** Makes a tool for the artifacts of one dispatch. It takes the place of another forged tool, and of no other. */
export function forgeTool({ handler, ...options }: ForgedToolOptions): Tool {
  const forged: ToolOptions['handler'] = (args, ctx) => handler(args, ctx);
  return new Tool({
    ...options,
    effect: 'read',
    trusted: false,
    ephemeral: true,
    onCollision: 'replace',
    handler: Object.assign(forged, { [FORGED]: true }),
  });
}

/** Whether a tool was made by {@link forgeTool}; one that looks the same was not. */
export function isForgedTool(tool: object): boolean {
  return Tool.isTool(tool) && FORGED in toolInternals.workOf(tool);
}
