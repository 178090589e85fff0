import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from 'toolcrib/runtime';
import { type CheckedIssuer, checkIssuer } from './check-issuer.ts';
import { IssuerKeys } from './issuer-keys.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import type { Principal } from './principal.ts';
import { principalOfToken } from './principal-of-token.ts';
import { unauthenticated } from './unauthenticated.ts';

const CLOCK_TOLERANCE_S = 30;

/** What a token checker stands on. */
export interface TokenCheckerParts {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** Tells whose JSON Web Tokens are. */
export interface TokenChecker {
  /** @throws ToolcribError `E_UNAUTHENTICATED`, `E_STORE_FAILED` if the keys of the issuer cannot be had. */
  check(token: string): Promise<Principal>;
}

/** An issuer and its keys. */
interface TrustedIssuer {
  readonly issuer: CheckedIssuer;
  readonly keys: IssuerKeys;
}

/** @throws ConfigError `E_INVALID_OPTION`. */
export function createTokenChecker(issuers: readonly OidcIssuer[], parts: TokenCheckerParts): TokenChecker {
  const trusted = new Map<string, TrustedIssuer>();
  for (const each of issuers) {
    const issuer = checkIssuer(each);
    trusted.set(issuer.issuer, { issuer, keys: new IssuerKeys(issuer, parts) });
  }
  return {
    async check(token) {
      const found = trusted.get(readIssuer(token) ?? '');
      if (found === undefined) throw unauthenticated();
      return principalOfToken(await verify(token, found, parts.clock), found.issuer);
    },
  };
}

/** Who a token says it is from. Nothing that it says counts before it is verified. */
function readIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    // Whatever it is, it is no token.
    return undefined;
  }
}

async function verify(token: string, { issuer, keys }: TrustedIssuer, clock: Clock): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, (header, jws) => keys.find(header, jws), {
      issuer: issuer.issuer,
      audience: issuer.audience,
      algorithms: [...issuer.algorithms],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(clock.now()),
    });
    return payload;
  } catch (error) {
    // The signature is checked before the time, so that only who has a real token learns this.
    if (error instanceof errors.JWTExpired) throw unauthenticated('The token has expired. Get a new one.');
    if (error instanceof errors.JOSEError) throw unauthenticated();
    throw error;
  }
}
