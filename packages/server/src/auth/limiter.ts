import type { LimitedKind } from './max-per-key.ts';
import type { Principal } from './principal.ts';

/** Holds principals to their limits. */
export interface Limiter {
  /**
   * Counts a request, or so many at once: all of them or none.
   *
   * @throws ToolcribError `E_RATE_LIMITED` with `context.retryAfterMs`.
   */
  takeRequest(principal: Principal, count?: number): void;
  /** Counts a call. @throws ToolcribError `E_RATE_LIMITED` or `E_QUOTA_EXCEEDED` with `context.retryAfterMs`. */
  takeCall(principal: Principal, call: { readonly tenant: string; readonly tool: string }): Promise<void>;
  /**
   * Counts something that is open until the answer is called; only the first time counts.
   *
   * @throws ToolcribError `E_CONCURRENCY_LIMITED` if the principal has as many open as one may have.
   */
  acquire(kind: LimitedKind, principal: Principal): () => void;
}
