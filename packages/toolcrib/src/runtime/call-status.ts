/** The phases of a call, in their order. */
export type CallPhase =
  | 'resolve'
  | 'authorize'
  | 'validate'
  | 'gate'
  | 'start'
  | 'execute'
  | 'check-result'
  | 'store-result';

/** How a call ended. Every accepted call ends in exactly one of these. */
export type CallStatus =
  | 'ok'
  | 'invalid_args'
  | 'unknown_tool'
  | 'denied'
  | 'timed_out'
  | 'aborted'
  | 'failed'
  | 'invalid_result';

/**
 * What is known about the effect of a call on the world: there was none, it took place, or nobody can say.
 * A tool whose `effect` is `read` has none.
 */
export type SideEffect = 'none' | 'done' | 'unknown';
