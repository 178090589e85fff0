import type { Awaitable } from '../../runtime/awaitable.ts';

/** What vectors are wanted for. */
export interface EmbedRequest {
  /** Whether the texts describe tools or are a query: many models want to be told. */
  readonly kind: 'tool' | 'query';
  /** Aborted when nobody waits for the vectors any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Turns texts into vectors that are near to each other where the texts mean something alike: one for each text, in the same
 * order, all of one length. It may fail in any way: an answer that is not that counts as a failure. Vectors need not have
 * the length 1, and nothing is kept of the arrays.
 */
export type Embed = (
  texts: readonly string[],
  request: EmbedRequest,
) => Awaitable<readonly ArrayLike<number>[]>;

/** How an index knows what tools mean. */
export interface EmbeddingOptions {
  /** @default none: tools are found by their words alone */
  readonly embed?: Embed | undefined;
  /**
   * Told once when vectors were wanted and did not come, with what `embed` threw, what is wrong with its answer, or why
   * nobody waits for it any more. What it throws is ignored.
   * @default a warning on the console, without the error
   */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** How many tools `embed` is given at once, at most. One batch is asked for after the other. @default 64 */
  readonly batchSize?: number | undefined;
}
