import { ConfigError } from 'toolcrib';
import type { KeyLimits } from './key-limits.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import { type Role, roles } from './role.ts';
import { assertSafeUrl } from './safe-url.ts';

/** Signatures that only the issuer can make. With a shared secret, everybody who checks a token could make one. */
const safeAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'],
];

/** Ten years. */
const MAX_KEY_DAYS = 3_660;

/** An issuer with everything said. */
export interface CheckedIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUri: string | undefined;
  readonly algorithms: readonly string[];
  readonly grantsClaim: string;
  readonly maxRoles: readonly Role[];
  readonly tenants: readonly string[];
  readonly maxKeyDays: number | undefined;
  readonly limits: KeyLimits;
  readonly cooldownMs: number;
}

/** @throws ConfigError `E_INVALID_OPTION`. */
export function checkIssuer(options: OidcIssuer): CheckedIssuer {
  const {
    algorithms = ['RS256', 'ES256', 'EdDSA'],
    grantsClaim = 'toolcrib_grants',
    maxRoles = roles.filter((role) => role !== 'admin'),
    limits = {},
    cooldownMs = 5_000,
    ...required
  } = options;
  assertSafeUrl('issuer', options.issuer);
  if (options.jwksUri !== undefined) assertSafeUrl('jwksUri', options.jwksUri);
  // An empty audience would accept tokens that were made for anybody.
  assertOption('audience', typeof options.audience === 'string' && options.audience !== '', 'a text');
  const areSafe = algorithms.length > 0 && algorithms.every((each) => safeAlgorithms.includes(each));
  assertOption('algorithms', areSafe, `some of ${safeAlgorithms.join(', ')}`);
  assertOption(
    'maxRoles',
    maxRoles.every((each) => roles.includes(each)),
    `some of ${roles.join(', ')}`,
  );
  const { maxKeyDays } = options;
  const isTime = maxKeyDays === undefined || (maxKeyDays > 0 && maxKeyDays <= MAX_KEY_DAYS);
  assertOption('maxKeyDays', isTime, `a number above 0, and at most ${MAX_KEY_DAYS}`);
  assertOption('tenants', Array.isArray(options.tenants), 'a list of tenants');
  return Object.freeze({
    ...required,
    jwksUri: options.jwksUri,
    maxKeyDays,
    ...{ algorithms, grantsClaim, maxRoles, limits, cooldownMs },
  });
}

function assertOption(option: string, isValid: boolean, expected: string): void {
  if (isValid) return;
  const message = `The ${option} of an issuer must be ${expected}.`;
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option } });
}
