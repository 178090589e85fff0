import type { Principal } from './principal.ts';

/** Finds out who asks. */
export interface Authenticator {
  /**
   * The principal of a request, by its `Authorization: Bearer` header: an API key or a JWT of a configured issuer.
   *
   * @throws ToolcribError `E_UNAUTHENTICATED`, always with the same text whatever was wrong with a key; `E_STORE_FAILED`.
   */
  authenticate(request: { readonly headers: Headers }): Promise<Principal>;
  /** Looks at the store again when a key is used next, such as after it was revoked. */
  forgetKey(id: string): void;
}
