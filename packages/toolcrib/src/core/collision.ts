import { ConfigError } from './errors.ts';
import { Tool } from './tool.ts';

/** The name of a tool and where the two tools of that name came from, in words. */
export interface Clash {
  readonly toolName: string;
  readonly existing: string;
  readonly incoming: string;
}

/** Two tools, one name, and nobody said which one is meant. */
export function alreadyRegistered({ toolName, existing, incoming }: Clash): ConfigError {
  const message = `Tool "${toolName}" is already registered: one comes from ${existing}, another from ${incoming}.`;
  return new ConfigError('E_TOOL_ALREADY_REGISTERED', message, { context: { toolName, existing, incoming } });
}

/** A protected tool stays, whatever the incoming one or the caller says. */
export function toolProtected({ toolName, existing, incoming }: Clash): ConfigError {
  const message = `Tool "${toolName}" from ${existing} is protected and cannot be replaced by the one from ${incoming}.`;
  return new ConfigError('E_TOOL_PROTECTED', message, { context: { toolName, existing, incoming } });
}

/**
 * Reads a list of tools, each element once, into a map in the same order.
 *
 * @throws ConfigError `E_TOOL_ALREADY_REGISTERED` when two of them share a name.
 * @throws ConfigError `E_INVALID_OPTION` when one of them is not a tool.
 */
export function checkTools(tools: unknown): ReadonlyMap<string, Tool> {
  if (!Array.isArray(tools)) throw notATool('tools', 'must be an array of tools');
  const byName = new Map<string, Tool>();
  for (let index = 0; index < tools.length; index++) {
    const tool: unknown = tools[index];
    if (!Tool.isTool(tool)) throw notATool(`tools[${index}]`, 'is not a tool; make it with defineTool()');
    if (byName.has(tool.name)) {
      const first = [...byName.keys()].indexOf(tool.name);
      const toolName = tool.name;
      throw alreadyRegistered({ toolName, existing: `tools[${first}]`, incoming: `tools[${index}]` });
    }
    byName.set(tool.name, tool);
  }
  return byName;
}

export function notATool(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `${option} ${problem}.`, { context: { option } });
}
