import { cutText } from '../../core/cut-text.ts';
import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { decide } from '../policy/decide.ts';
import { questionOf, visibleTools } from '../policy/visible-tools.ts';
import { bounded } from './bounded.ts';
import { closestNames } from './closest-names.ts';
import { Ending } from './ending.ts';

const MAX_NAMES = 50;

/** The tool of exactly this name; otherwise an ending that tells which names the caller may use. */
export function resolveTool(parts: RuntimeParts, call: Call): Awaitable<Tool | Ending> {
  const tool = parts.resolver.resolve(call.toolName);
  return tool ?? unknownTool(parts, call);
}

/**
 * That there is no such tool. A tool that the policy does not let the caller see is answered so too, and nobody but the
 * host learns which of the two it was.
 */
export async function unknownTool(
  parts: RuntimeParts,
  call: Call,
  { reason: denial, cause }: { readonly reason?: string; readonly cause?: unknown } = {},
): Promise<Ending> {
  // The record tells of the failure of the policy for this tool.
  const told = cause === undefined ? undefined : call.toolName;
  const outcome = await bounded(parts, call, visibleTools(parts, call.caller, told));
  if ('ending' in outcome) return outcome.ending;
  const tools = outcome.value;
  const names = tools.map(({ name }) => name);
  const shown = closestNames(call.toolName, names, MAX_NAMES);
  const rest = names.length - shown.length;
  const list = shown.length === 0 ? 'There are no tools.' : `The tools are: ${shown.join(', ')}`;
  const tail = shown.length === 0 ? '' : rest > 0 ? `, and ${rest} more.` : '.';
  const explained = await bounded(parts, call, explain(parts, call, names));
  if ('ending' in explained) return explained.ending;
  const { code, message, advice } = explained.value;
  const hint = `${advice}${list}${tail}`;
  return Ending.problem('unknown_tool', { code, message }, { hint, denial, cause });
}

/** Why there is no such tool, for a caller who would be told if there were. */
async function explain(parts: RuntimeParts, { toolName, caller }: Call, names: readonly string[]) {
  const known = parts.resolver.unavailable?.(toolName);
  const isVisible =
    known !== undefined && (await decide(parts.policy, questionOf(known.tool, caller))).verdict !== 'deny';
  if (!isVisible) {
    const message = `There is no tool ${JSON.stringify(cutText(toolName))}.`;
    return { code: 'E_TOOL_NOT_FOUND', message, advice: '' } as const;
  }
  const { code, message, replacement } = known;
  const canReplace = replacement !== undefined && names.includes(replacement);
  return { code, message, advice: canReplace ? `Use ${replacement} instead. ` : '' };
}
