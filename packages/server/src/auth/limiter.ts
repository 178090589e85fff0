import type { Principal } from './principal.ts';

/** Holds principals to their limits. */
export interface Limiter {
  /** Counts a request. @throws ToolcribError `E_RATE_LIMITED` with `context.retryAfterMs`. */
  takeRequest(principal: Principal): void;
  /** Counts a call. @throws ToolcribError `E_RATE_LIMITED` or `E_QUOTA_EXCEEDED` with `context.retryAfterMs`. */
  takeCall(principal: Principal, call: { readonly tenant: string; readonly tool: string }): Promise<void>;
}
