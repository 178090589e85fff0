/** What a turn may cost. */
export interface TurnLimits {
  /** How often the model may be asked. The calls of the last answer are still made. @default 32 */
  readonly maxIterations: number;
  /**
   * Once the turn has used so many tokens, input and output together, the model is not asked again.
   * @default Number.POSITIVE_INFINITY
   */
  readonly maxTokens: number;
  /** How long the turn may take, in milliseconds, waiting for people included. @default Number.POSITIVE_INFINITY */
  readonly timeoutMs: number;
  /** How long one answer of the model may take, in milliseconds. @default 600_000, ten minutes */
  readonly modelTimeoutMs: number;
}

/** The limits of a runner that sets none. */
export const defaultTurnLimits: TurnLimits = Object.freeze({
  maxIterations: 32,
  maxTokens: Number.POSITIVE_INFINITY,
  timeoutMs: Number.POSITIVE_INFINITY,
  modelTimeoutMs: 600_000,
});
