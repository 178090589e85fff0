import type { Role } from './role.ts';

/** An OpenID Connect issuer whose tokens are accepted. */
export interface OidcIssuer {
  /** Exactly as in the `iss` claim; its keys are found at `/.well-known/openid-configuration`, unless `jwksUri` is given. */
  readonly issuer: string;
  /** The `aud` that a token must have. */
  readonly audience: string;
  readonly jwksUri?: string | undefined;
  /** @default ['RS256', 'ES256', 'EdDSA'] */
  readonly algorithms?: readonly string[] | undefined;
  /** The claim that holds grants, as JSON of the form of `Grant[]`. @default 'toolcrib_grants' */
  readonly grantsClaim?: string | undefined;
  /** The most that tokens of this issuer may hold, whatever their claim says. @default no grant for all tenants, no admin */
  readonly maxRoles?: readonly Role[] | undefined;
  /** Tenants that its tokens may have grants in. */
  readonly tenants: readonly string[];
}
