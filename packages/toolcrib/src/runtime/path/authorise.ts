import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { decide, type SafeDecision } from '../policy/decide.ts';
import { bounded } from './bounded.ts';
import type { Ending } from './ending.ts';
import { denied } from './problems.ts';

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
        'value' in outcome ? judge(call, outcome.value) : outcome.ending,
      )
    : judge(call, deciding);
}

function judge(call: Call, decision: SafeDecision): SafeDecision | Ending {
  return decision.verdict === 'deny' ? denied(call, decision) : decision;
}
