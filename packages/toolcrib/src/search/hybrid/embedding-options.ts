import type { Awaitable } from '../../runtime/awaitable.ts';
import type { Clock } from '../../runtime/clock.ts';

/** What vectors are wanted for. */
export interface EmbedRequest {
  /** Whether the texts describe tools or are a query: many models want to be told. */
  readonly kind: 'tool' | 'query';
  /** Aborted when nobody waits for the vectors any more. */
  readonly signal: AbortSignal;
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
   * Told why vectors did not come: what `embed` threw or what is wrong with its answer, once for all who waited for it; or
   * why a search does not wait any longer, which is the reason of its signal, or a `TimeoutError`. What it throws is ignored.
   * @default a warning on the console, without the error
   */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** How many tools `embed` is given at once, at most. One batch is asked for after the other. @default 64 */
  readonly batchSize?: number | undefined;
  /**
   * How many milliseconds a search waits for vectors before it answers by words, from 1. Vectors of batches that came in
   * time are kept for the next search; one batch must not take longer. `embedAll` waits as long as it takes.
   * @default 10_000
   */
  readonly timeoutMs?: number | undefined;
  /** What measures that time. @default that of this machine */
  readonly clock?: Clock | undefined;
}
