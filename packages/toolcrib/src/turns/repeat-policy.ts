import type { Tool } from '../core/tool.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { Decision } from '../runtime/policy/policy.ts';

/** A call that was made before in the same turn: the same tool, the same version, the same arguments. */
export interface RepeatedCall {
  readonly tool: Tool;
  /** How often it was made before; at least 1. */
  readonly count: number;
  /**
   * How many of them gave nothing new, without those that this policy denied: for a tool that only reads, the last ones whose
   * results are equal, and those that have none yet; for others all of them.
   */
  readonly unchangedCount: number;
  /** The record of the last one that has ended. */
  readonly last: CallRecord | undefined;
}

/**
 * Decides what becomes of a repeated call, besides the policy of the runtime: `allow()`, `ask(reason)` or
 * `deny(reason)`. The model reads the reason. If it throws, the answer is no.
 */
export type RepeatPolicy = (repeat: RepeatedCall) => Decision;
