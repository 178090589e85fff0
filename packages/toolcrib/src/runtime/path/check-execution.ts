import type { CheckOutcome } from '../../core/issue.ts';
import type { Tool } from '../../core/tool.ts';
import { ToolError } from '../../core/tool-error.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { SideEffect } from '../call-status.ts';
import { GateRejection } from '../gates/gate-rejection.ts';
import type { RuntimeParts } from '../parts.ts';
import { toMessageRedactor } from '../render/redact-credentials.ts';
import { checkToolResult } from '../tool-phases.ts';
import { bounded } from './bounded.ts';
import type { Ending } from './ending.ts';
import type { Execution, HandlerEnd } from './execute.ts';
import { aborted, effectOf, invalidResult, timedOut, toEnding, toolError, toolFailed } from './problems.ts';

/** A result that the tool may give. */
export interface CheckedResult {
  readonly value: unknown;
}

/** What became of the handler, with its result checked. A broken result does not undo what the tool did. */
export function checkExecution(
  parts: RuntimeParts,
  call: Call,
  { tool, execution }: { readonly tool: Tool; readonly execution: Execution },
): Awaitable<CheckedResult | Ending> {
  // Whatever the handler made of it.
  if (call.hostEnding !== undefined) return call.hostEnding;
  switch (execution.kind) {
    case 'returned':
      return call.reverts === undefined
        ? checkValue(parts, call, { tool, value: execution.value })
        : execution;
    case 'threw':
      return judgeError(parts, call, execution.error);
    case 'timed_out':
      return timedOut(call, { sideEffect: effectOfLate(call, execution.late), cause: execution.reason });
    case 'aborted':
      return aborted(call, { sideEffect: effectOfLate(call, execution.late), reason: execution.reason });
  }
}

function checkValue(
  parts: RuntimeParts,
  call: Call,
  { tool, value }: { readonly tool: Tool; readonly value: unknown },
): Awaitable<CheckedResult | Ending> {
  const sideEffect = effectOf(call, 'done');
  const judge = (outcome: CheckOutcome<unknown>) =>
    outcome.ok ? outcome : invalidResult(call, { resultIssues: outcome.issues, sideEffect });
  const fail = (cause: unknown) => toolFailed(call, { cause, sideEffect });
  try {
    const checking = checkToolResult(tool, value);
    if (!(checking instanceof Promise)) return judge(checking);
    return bounded(parts, call, checking).then(
      (outcome) => ('value' in outcome ? judge(outcome.value) : outcome.ending.withEffect(sideEffect)),
      fail,
    );
  } catch (cause) {
    return fail(cause);
  }
}

function judgeError({ redact }: RuntimeParts, call: Call, error: unknown): Ending {
  const sideEffect = effectOf(call, 'unknown');
  // A wrong guess costs less in an error than in a result.
  const redactError = toMessageRedactor(redact);
  try {
    if (error instanceof GateRejection) return toEnding(call, error.settlement);
    if (error instanceof ToolError && typeof error.message === 'string')
      return toolError(error, {
        ...(error.changedNothing ? { sideEffect: 'none', hint: hintOf(sideEffect) } : { sideEffect }),
        redact: redactError,
      });
  } catch {
    // It throws when it is looked at.
  }
  return toolFailed(call, { cause: error, sideEffect });
}

/** For a tool that could have changed something: a model is careful with those otherwise. */
function hintOf(sideEffect: SideEffect): string | undefined {
  return sideEffect === 'none' ? undefined : 'The call changed nothing, so it can be made again.';
}

/**
 * A handler that returned after it was told to stop has done its work, although nobody gets its result. One that was told
 * early enough can say that it had changed nothing.
 */
function effectOfLate(call: Call, late: HandlerEnd | undefined): SideEffect {
  if (late?.kind === 'returned') return effectOf(call, 'done');
  return late !== undefined && hasChangedNothing(late.error) ? 'none' : effectOf(call, 'unknown');
}

function hasChangedNothing(error: unknown): boolean {
  try {
    return error instanceof ToolError && error.changedNothing === true;
  } catch {
    // It throws when it is looked at.
    return false;
  }
}
