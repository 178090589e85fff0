import type { Caller } from '../../core/caller.ts';
import type { Tool } from '../../core/tool.ts';
import type { RuntimeParts } from '../parts.ts';
import { decide } from './decide.ts';
import type { PolicyQuestion } from './policy.ts';

/** Whether a caller may see a tool, which is asked before there are arguments. */
export function questionOf(tool: Tool, caller: Caller): PolicyQuestion {
  return { caller, tool, args: undefined, isRevert: false };
}

/**
 * The tools that a caller may see, by the very decision that a call is subject to. In the resolver's order. The host is told
 * where the policy fails, except for a tool of which it is told otherwise.
 */
export async function visibleTools(
  parts: Pick<RuntimeParts, 'resolver' | 'policy' | 'onFault'>,
  caller: Caller,
  told?: string,
): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  for (const name of parts.resolver.list()) {
    const tool = parts.resolver.resolve(name);
    if (tool === null) continue;
    const deciding = decide(parts.policy, questionOf(tool, caller));
    const decision = deciding instanceof Promise ? await deciding : deciding;
    if (decision.cause !== undefined && name !== told) parts.onFault(decision.cause);
    if (decision.verdict !== 'deny') tools.push(tool);
  }
  return tools;
}
