/** What a handler is given besides its arguments. */
export interface ToolContext {
  /** Aborted when nobody waits for the result any more; pass it on to whatever can be cancelled. */
  readonly signal: AbortSignal;
}
