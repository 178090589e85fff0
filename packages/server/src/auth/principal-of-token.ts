import type { JWTPayload } from 'jose';
import type { CheckedIssuer } from './check-issuer.ts';
import { ALL_TENANTS, type Grant } from './grant.ts';
import { findOmittedClaims, grantsByRules } from './grant-rule.ts';
import { grantsSchema } from './grant-schema.ts';
import { nameOfPerson } from './name-of-person.ts';
import type { Principal } from './principal.ts';
import { unauthenticated } from './unauthenticated.ts';

const MAX_TEXT_LENGTH = 255;

/**
 * Who a verified token stands for, with what its issuer may give at most: what its claim of grants says, and what rules give
 * by other claims. A token with neither holds nothing; one whose claim of grants cannot be read is refused.
 *
 * @throws ToolcribError `E_UNAUTHENTICATED`.
 */
export function principalOfToken(payload: JWTPayload, issuer: CheckedIssuer): Principal {
  const { sub, exp } = payload;
  if (!isShortText(sub)) {
    throw unauthenticated({ reason: 'no subject of 1 to 255 characters', issuer: issuer.issuer });
  }
  const given = [...readGrants(payload, issuer), ...grantsByRules(payload, issuer.grantRules)];
  const grants = cutDown(given, issuer);
  return Object.freeze({
    id: `token:${issuer.issuer}#${sub}`,
    kind: 'token',
    name: nameOfPerson(payload, sub),
    grants,
    ...(grants.length === 0 && { noGrants: whyNone(payload, issuer, given) }),
    limits: issuer.limits,
    expiresAt: toTime(exp),
    ...(issuer.maxKeyDays !== undefined && { maxKeyMs: issuer.maxKeyDays * DAY_MS }),
  });
}

function whyNone(
  payload: JWTPayload,
  { grantRules }: CheckedIssuer,
  given: readonly Grant[],
): NonNullable<Principal['noGrants']> {
  if (given.length > 0) return 'not-allowed';
  if (findOmittedClaims(payload, grantRules).length > 0) return 'claim-left-out';
  return grantRules.length > 0 ? 'no-rule' : 'no-claim';
}

const DAY_MS = 86_400_000;
/** The last moment of the year 9999, in seconds since 1970. */
const LAST_SECOND = 253_402_300_799;

/** That a token has an end is required when it is verified. */
function toTime(exp: number | undefined): string {
  return new Date(Math.min(exp ?? 0, LAST_SECOND) * 1_000).toISOString();
}

function readGrants(payload: JWTPayload, { grantsClaim, issuer }: CheckedIssuer): readonly Grant[] {
  const claim = payload[grantsClaim];
  if (claim === undefined) return [];
  const refuse = (detail: string) =>
    unauthenticated({ reason: 'grants that cannot be read', issuer, subject: payload.sub, detail });
  // Some issuers can only put texts into claims.
  const given = typeof claim === 'string' ? parse(claim) : { value: claim };
  if (given === undefined) throw refuse(`${grantsClaim}: is a text that is not JSON`);
  const read = grantsSchema.safeParse(given.value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(`${[grantsClaim, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function cutDown(grants: readonly Grant[], { tenants, maxRoles }: CheckedIssuer): readonly Grant[] {
  const isAllowed = (tenant: string) => tenants.includes(ALL_TENANTS) || tenants.includes(tenant);
  return grants
    .filter(({ tenant }) => isAllowed(tenant))
    .map((grant) => ({ ...grant, roles: grant.roles.filter((role) => maxRoles.includes(role)) }))
    .filter(({ roles }) => roles.length > 0);
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH;
}
