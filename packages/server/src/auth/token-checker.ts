import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from 'toolcrib/runtime';
import { type CheckedIssuer, checkIssuers } from './check-issuer.ts';
import { describeClaims, findOmittedClaims } from './grant-rule.ts';
import { IssuerKeys } from './issuer-keys.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import type { Principal } from './principal.ts';
import { principalOfToken } from './principal-of-token.ts';
import { RecentMap } from './recent-map.ts';
import { type RefusalFacts, unauthenticated } from './unauthenticated.ts';

const CLOCK_TOLERANCE_S = 30;
const WARN_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

const LEFT_OUT =
  'A token refers to a list of groups elsewhere, because it is too long. It is not followed: rules of these claims do not count. Let the issuer send only groups that are assigned to the application, or its roles.';
const HOLDS_NOTHING = 'A token was accepted, and holds nothing';

/** What a token checker stands on. */
export interface TokenCheckerParts {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  readonly onWarning: Warn;
}

/** Told what an operator may want to correct. The facts are no secrets. Must not throw. */
export type Warn = (message: string, facts: Readonly<Record<string, string>>) => void;

/** Tells whose JSON Web Tokens are. */
export interface TokenChecker {
  /** @throws ToolcribError `E_UNAUTHENTICATED`, `E_ISSUER_UNAVAILABLE` if the keys of the issuer cannot be had. */
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
  for (const issuer of checkIssuers(issuers)) {
    trusted.set(issuer.issuer, { issuer, keys: new IssuerKeys(issuer, parts) });
  }
  const warnings = new TokenWarnings(parts);
  return {
    async check(token) {
      const claimed = readIssuer(token);
      const found = trusted.get(claimed.issuer ?? '');
      if (found === undefined) throw unauthenticated(refusalOfUnknown(claimed));
      const payload = await verify(token, found, parts.clock);
      const principal = principalOfToken(payload, found.issuer);
      warnings.tell(principal, payload, found.issuer);
      return principal;
    },
  };
}

/** Warns of tokens that hold nothing, or leave out claims: of each subject and reason at most once a minute. */
class TokenWarnings {
  readonly #parts: TokenCheckerParts;
  readonly #toldAt = new RecentMap<string, number>(MAX_REMEMBERED);

  constructor(parts: TokenCheckerParts) {
    this.#parts = parts;
  }

  tell({ id, noGrants }: Principal, payload: JWTPayload, { issuer, grantRules }: CheckedIssuer): void {
    const omitted = findOmittedClaims(payload, grantRules);
    const reason = omitted.length > 0 ? 'claim-left-out' : noGrants;
    if (reason === undefined) return;
    const now = this.#parts.clock.elapsed();
    const name = `${reason} ${id}`;
    const last = this.#toldAt.get(name);
    if (last !== undefined && now - last < WARN_EVERY_MS) return;
    this.#toldAt.set(name, now);
    const facts = { principal: id, issuer };
    if (omitted.length > 0) {
      this.#parts.onWarning(LEFT_OUT, { ...facts, claims: omitted.join(', ') });
    } else {
      const claims = grantRules.length > 0 && { claims: describeClaims(payload, grantRules) };
      this.#parts.onWarning(HOLDS_NOTHING, { ...facts, reason, ...claims });
    }
  }
}

/** Who a token says it is from. Nothing that it says counts before it is verified. */
function readIssuer(token: string): ClaimedIssuer {
  try {
    const { iss } = decodeJwt(token);
    return { isToken: true, issuer: typeof iss === 'string' ? iss : undefined };
  } catch {
    // Whatever it is, it is no token.
    return { isToken: false, issuer: undefined };
  }
}

/** What a text that should be a token says of its issuer. */
interface ClaimedIssuer {
  readonly isToken: boolean;
  readonly issuer: string | undefined;
}

function refusalOfUnknown({ isToken, issuer }: ClaimedIssuer): RefusalFacts {
  if (!isToken) return { reason: 'neither a key nor a JSON Web Token' };
  if (issuer === undefined) return { reason: 'token without an issuer' };
  return { reason: 'token of an issuer that is not configured', claimedIssuer: issuer };
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
    if (!(error instanceof errors.JOSEError)) throw error;
    throw unauthenticated({ ...describeRefusal(error, { token, issuer }), issuer: issuer.issuer });
  }
}

/** What the library says of a token, by its codes. */
const reasons: Readonly<Record<string, string>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'wrong signature',
  ERR_JWKS_NO_MATCHING_KEY: 'unknown key id',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'several keys of the issuer fit',
  ERR_JOSE_ALG_NOT_ALLOWED: 'algorithm that is not allowed',
  ERR_JOSE_NOT_SUPPORTED: 'algorithm that is not supported',
};

/** By claim; the signature was right. */
const reasonsOfClaims: Readonly<Record<string, string>> = {
  aud: 'wrong audience',
  exp: 'no expiry',
  nbf: 'not valid yet',
  sub: 'no subject',
};

function describeRefusal(
  error: errors.JOSEError,
  { token, issuer }: { readonly token: string; readonly issuer: CheckedIssuer },
): Omit<RefusalFacts, 'issuer'> {
  if (error instanceof errors.JWTExpired) {
    const { sub, exp } = error.payload;
    return { reason: 'expired', subject: sub, detail: `exp is ${toTimeText(exp)}` };
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error;
    const reason = reasonsOfClaims[claim] ?? 'claim that is not accepted';
    const expected = claim === 'aud' ? `, expected is ${toText(issuer.audience)}` : '';
    const value = claim === 'nbf' ? toTimeText(payload.nbf) : toText(payload[claim]);
    return { reason, subject: payload.sub, detail: `${claim} is ${value}${expected}` };
  }
  const { alg, kid } = readHeader(token);
  const reason = reasons[error.code] ?? 'malformed token';
  return { reason, keyId: kid, detail: alg && `alg is ${toText(alg)}` };
}

/** Nothing that it says is verified. */
function readHeader(token: string): { readonly alg?: string | undefined; readonly kid?: string | undefined } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    // A token without one is malformed, which is what is told of it.
    return {};
  }
}

function toText(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, MAX_SHOWN);
}

/** A claim in seconds since 1970, and for people. */
function toTimeText(seconds: number | undefined): string {
  const time = new Date((seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(time.getTime()) ? toText(seconds) : `${seconds} (${time.toISOString()})`;
}

/** So that what was expected has room beside it. */
const MAX_SHOWN = 80;
