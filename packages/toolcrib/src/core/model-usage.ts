/** What asking a model cost, in tokens as the provider counts them; zero where it does not say. */
export interface ModelUsage {
  /** All of the input, whatever came from a cache. */
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}
