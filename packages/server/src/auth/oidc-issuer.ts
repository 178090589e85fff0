import type { GrantRule } from './grant-rule.ts';
import type { KeyLimits } from './key-limits.ts';
import type { Role } from './role.ts';

/** An OpenID Connect issuer whose tokens are accepted. */
export interface OidcIssuer {
  /** Exactly as in the `iss` claim; its keys are found at `/.well-known/openid-configuration`, unless `jwksUri` is given. */
  readonly issuer: string;
  /** The `aud` that a token must have. */
  readonly audience: string;
  readonly jwksUri?: string | undefined;
  /** None with a shared secret. @default ['RS256', 'ES256', 'EdDSA'] */
  readonly algorithms?: readonly string[] | undefined;
  /** The claim that holds grants: a list of the form of `Grant[]`, or that as JSON text. @default 'toolcrib_grants' */
  readonly grantsClaim?: string | undefined;
  /**
   * What tokens hold by other claims, such as groups, beside what their own grants say. A rule that gives a role or a tenant which
   * this issuer may not give keeps the service from starting.
   *
   * @default none
   */
  readonly grantRules?: readonly GrantRule[] | undefined;
  /** The most that tokens of this issuer may hold, whatever their claims say. @default all but admin */
  readonly maxRoles?: readonly Role[] | undefined;
  /** Tenants that its tokens may have grants in. With `*` all of them, and grants for all at once. */
  readonly tenants: readonly string[];
  /**
   * How many days keys may live that its tokens make. Without it, such a key expires with the token that made it, at the
   * latest. @default no longer than the token
   */
  readonly maxKeyDays?: number | undefined;
  /** Of each subject. @default none */
  readonly limits?: KeyLimits | undefined;
  /** How long after its keys were fetched an unknown one does not lead to another fetch, in milliseconds. @default 5_000 */
  readonly cooldownMs?: number | undefined;
}
