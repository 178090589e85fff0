import type { Caller } from './caller.ts';
import type { GateAnswer, GateOptions } from './gate-options.ts';
import type { ModelUsage } from './model-usage.ts';
import type { OutputSchema } from './schema/tool-schema.ts';

/** What a handler is given besides its arguments. It may be copied and taken apart: no method needs `this`. */
export interface ToolContext {
  /** Aborted when nobody waits for the result any more; pass it on to whatever can be cancelled. */
  readonly signal: AbortSignal;
  /** Random, one per call; a good idempotency key towards another system. */
  readonly invocationId: string;
  readonly caller: Caller;
  /** The turn that the call belongs to, if it belongs to one. */
  readonly turnId: string | undefined;
  /**
   * Suspends the call until somebody answers. The deadline of the call does not run meanwhile; the gate
   * has its own. If nobody catches the rejection, the call ends as `denied`, `timed_out` or `aborted`.
   *
   * It stays pending for good if the call ends here without an answer that counts: the runtime is closed, another process has
   * the call, or the call may not go on any more. `signal` is aborted then; release by it what is held meanwhile.
   *
   * Whatever changes the world belongs after the last gate: a call that ends at a gate counts as one without
   * effect, and after a crash the handler is run again from its start and is given the answers that it
   * already got, in the same order.
   */
  waitFor<const Schema extends OutputSchema | undefined = undefined>(
    gate: GateOptions<Schema>,
  ): Promise<GateAnswer<Schema>>;
  /**
   * Tells listeners how far the call is. Never fails, and is ignored once the call has ended. Progress with a field that does
   * not exist reaches `onFault` instead of the listeners.
   */
  reportProgress(progress: ToolProgress): void;
  /**
   * Tells that this call asked a model itself, and what that cost; several reports add up. It is in the record
   * and counts for the budget of the turn. Never fails, and is ignored once the call has ended. What is no number counts as
   * zero, and more fields are left out, so that nothing is missing from the budget that is known.
   */
  reportUsage(usage: ModelUsage): void;
}

/** How far a call is. */
export interface ToolProgress {
  /** One line for people. */
  readonly message?: string;
  readonly done?: number;
  readonly total?: number;
}

/** A context for a call outside of a runtime: what is left out is filled in, and there are no gates. */
export type DirectContext = Pick<ToolContext, 'signal'> & Partial<ToolContext>;
