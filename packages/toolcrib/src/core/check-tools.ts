import { alreadyRegistered } from './collision.ts';
import { ConfigError } from './errors.ts';
import { Tool } from './tool.ts';

/**
 * Reads a list of tools, each element once, into a map in the same order.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` when two of them share a name.
 * @throws ConfigError `E_INVALID_OPTION` when one of them is not a tool.
 */
export function checkTools(tools: unknown): ReadonlyMap<string, Tool> {
  if (!Array.isArray(tools)) throw invalidOption('tools', 'must be an array of tools');
  const byName = new Map<string, Tool>();
  for (let index = 0; index < tools.length; index++) {
    const tool: unknown = tools[index];
    if (!Tool.isTool(tool))
      throw invalidOption(`tools[${index}]`, 'is not a tool; make it with defineTool()');
    if (byName.has(tool.name)) {
      const first = [...byName.keys()].indexOf(tool.name);
      const toolName = tool.name;
      throw alreadyRegistered({ toolName, existing: `tools[${first}]`, incoming: `tools[${index}]` });
    }
    byName.set(tool.name, tool);
  }
  return byName;
}

export function invalidOption(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `${option} ${problem}.`, { context: { option } });
}
