import { cutText } from '../../core/cut-text.ts';
import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { visibleTools } from '../policy/visible-tools.ts';
import { bounded } from './bounded.ts';
import { closestNames } from './closest-names.ts';
import { Ending } from './ending.ts';

const MAX_NAMES = 50;

/** The tool of exactly this name; otherwise an ending that tells which names the caller may use. */
export function resolveTool(parts: RuntimeParts, call: Call): Awaitable<Tool | Ending> {
  const tool = parts.resolver.resolve(call.toolName);
  return tool ?? refuse(parts, call);
}

async function refuse(parts: RuntimeParts, call: Call): Promise<Ending> {
  const outcome = await bounded(parts, call, visibleTools(parts, call.caller));
  if ('ending' in outcome) return outcome.ending;
  const tools = outcome.value;
  const names = tools.map(({ name }) => name);
  const shown = closestNames(call.toolName, names, MAX_NAMES);
  const rest = names.length - shown.length;
  const list = shown.length === 0 ? 'There are no tools.' : `The tools are: ${shown.join(', ')}`;
  const tail = shown.length === 0 ? '' : rest > 0 ? `, and ${rest} more.` : '.';
  const name = JSON.stringify(cutText(call.toolName));
  const message = `There is no tool ${name}. ${list}${tail}`;
  return Ending.problem('unknown_tool', { code: 'E_TOOL_NOT_FOUND', message });
}
