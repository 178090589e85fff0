import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { decide, type SafeDecision } from '../policy/decide.ts';
import type { PolicyQuestion } from '../policy/policy.ts';
import { questionOf } from '../policy/visible-tools.ts';
import { bounded } from './bounded.ts';
import type { Ending } from './ending.ts';
import { denied } from './problems.ts';
import { unknownTool } from './resolve-tool.ts';

/** Whether the caller may use the tool at all: the decision that lists and searches are made from. */
export function authorise(parts: RuntimeParts, call: Call, tool: Tool): Awaitable<SafeDecision | Ending> {
  const deciding = decide(parts.policy, {
    caller: call.caller,
    tool,
    args: undefined,
    isRevert: call.reverts !== undefined,
  });
  return deciding instanceof Promise
    ? bounded(parts, call, deciding).then((outcome) =>
        'value' in outcome ? judge(parts, call, { tool, decision: outcome.value }) : outcome.ending,
      )
    : judge(parts, call, { tool, decision: deciding });
}

interface Judged {
  readonly tool: Tool;
  readonly decision: SafeDecision;
}

function judge(parts: RuntimeParts, call: Call, judged: Judged): Awaitable<SafeDecision | Ending> {
  return judged.decision.verdict === 'deny' ? refuse(parts, call, judged) : judged.decision;
}

/** Who can see the tool, or could when the call was made, is told why not; to anybody else there is none. */
async function refuse(parts: RuntimeParts, call: Call, { tool, decision }: Judged): Promise<Ending> {
  const isKnown =
    call.hasWaited ||
    (call.reverts !== undefined && (await isVisible(parts, call, questionOf(tool, call.caller))));
  if (!isKnown) return unknownTool(parts, call, decision);
  call.tool = tool;
  return denied(call, decision);
}

/** Whether the caller may learn of a tool: they may call it, or take its calls back. */
export async function isSeen(parts: RuntimeParts, call: Call, tool: Tool): Promise<boolean> {
  const question = questionOf(tool, call.caller);
  return (
    (await isVisible(parts, call, question)) ||
    (await isVisible(parts, call, { ...question, isRevert: true }))
  );
}

async function isVisible(parts: RuntimeParts, call: Call, question: PolicyQuestion): Promise<boolean> {
  const outcome = await bounded(parts, call, Promise.resolve(decide(parts.policy, question)));
  if (!('value' in outcome)) return false;
  const { verdict, cause } = outcome.value;
  if (cause !== undefined) parts.onFault(cause);
  return verdict !== 'deny';
}
