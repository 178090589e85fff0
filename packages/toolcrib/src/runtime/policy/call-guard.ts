import type { JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import { type SafeDecision, safely, stricter } from './decide.ts';
import type { Decision } from './policy.ts';

/** A call that is about to be made. */
export interface GuardedCall {
  readonly invocationId: string;
  readonly tool: Tool;
  /** The arguments as they came, parsed. */
  readonly args: JsonObject;
}

/**
 * Has a word in each call of a turn, besides the policy, which it cannot overrule. It is asked when the arguments are known
 * to be valid, and about a call that has waited once more, under the same id. If it throws or answers anything else, the
 * answer is no.
 */
export type CallGuard = (call: GuardedCall) => Decision;

/** Asks both; the stricter answer counts. */
export function combineGuards(
  first: CallGuard | undefined,
  second: CallGuard | undefined,
): CallGuard | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return (call) => stricter<Decision>(askGuard(first, call), askGuard(second, call));
}

/** Asks a guard. One that throws or answers nonsense has said no. */
export function askGuard(guard: CallGuard, call: GuardedCall): SafeDecision {
  return safely(() => guard(call));
}
