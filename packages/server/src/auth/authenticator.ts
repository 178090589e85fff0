import type { Clock } from 'toolcrib/runtime';
import type { ServiceStore } from '../store/service-store.ts';
import { KeyChecker } from './key-checker.ts';
import { isKeyLike } from './key-text.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import type { Principal } from './principal.ts';
import { createTokenChecker, type TokenChecker, type Warn } from './token-checker.ts';
import { unauthenticated } from './unauthenticated.ts';

/** Longer than any key or sensible token. */
const MAX_CREDENTIAL_LENGTH = 16_384;

/** What an authenticator is created with. */
export interface AuthenticatorOptions {
  readonly store: ServiceStore;
  readonly clock: Clock;
  /** Whose tokens are accepted. @default none */
  readonly issuers?: readonly OidcIssuer[] | undefined;
  /** Told what went wrong behind a request, such as that the use of a key could not be noted. Must not throw. @default nothing */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Told what an operator may want to correct. @default ignored */
  readonly onWarning?: Warn | undefined;
}

/** Finds out who sends a request. What it knows of a key is at most a second old. */
export class Authenticator {
  readonly #keys: KeyChecker;
  readonly #tokens: TokenChecker;

  /** @throws ConfigError `E_INVALID_OPTION` for an issuer that cannot be trusted, such as one without TLS. */
  constructor(options: AuthenticatorOptions) {
    const { store, clock, issuers = [], onFault = ignore, onWarning = ignore } = options;
    this.#keys = new KeyChecker({ store, clock, onFault });
    this.#tokens = createTokenChecker(issuers, { clock, onFault, onWarning });
  }

  /**
   * The principal of a request, by its `Authorization: Bearer` header: an API key or a JWT of a configured issuer.
   *
   * @throws ToolcribError `E_UNAUTHENTICATED`, always with the same text whatever was wrong with a key;
   * `E_STORE_…` or `E_ISSUER_UNAVAILABLE` if that cannot be found out.
   */
  async authenticate({ headers }: { readonly headers: Headers }): Promise<Principal> {
    const credential = readBearer(headers.get('authorization'));
    if (credential === undefined) throw unauthenticated();
    return isKeyLike(credential) ? await this.#keys.check(credential) : await this.#tokens.check(credential);
  }

  /** Looks at the store again when a key is used next, such as after it was revoked. */
  forgetKey(id: string): void {
    this.#keys.forget(id);
  }
}

function ignore(): void {
  // No listener was given.
}

/** The credential of a header `Bearer <credential>`; two headers of the name are none. */
function readBearer(header: string | null): string | undefined {
  if (header === null || header.length > MAX_CREDENTIAL_LENGTH) return undefined;
  const [scheme, credential, ...more] = header.split(' ');
  const isBearer = scheme?.toLowerCase() === 'bearer' && more.length === 0;
  return isBearer && credential !== '' ? credential : undefined;
}
