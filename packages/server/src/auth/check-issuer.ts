import { ConfigError, requireKnownOptions } from 'toolcrib';
import type { z } from 'zod';
import { ALL_TENANTS } from './grant.ts';
import { type GrantRule, grantRulesSchema } from './grant-rule.ts';
import type { KeyLimits } from './key-limits.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import { type Role, roles } from './role.ts';
import { assertSafeUrl } from './safe-url.ts';

/** Signatures that only the issuer can make. With a shared secret, everybody who checks a token could make one. */
const safeAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'],
];

const optionNames: ReadonlySet<string> = new Set<keyof OidcIssuer>([
  ...(['issuer', 'audience', 'jwksUri', 'algorithms', 'grantsClaim', 'grantRules'] as const),
  ...(['maxRoles', 'tenants', 'maxKeyDays', 'limits', 'cooldownMs'] as const),
]);

/** Ten years. */
const MAX_KEY_DAYS = 3_660;

/** An issuer with everything said. */
export interface CheckedIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUri: string | undefined;
  readonly algorithms: readonly string[];
  readonly grantsClaim: string;
  readonly grantRules: readonly GrantRule[];
  readonly maxRoles: readonly Role[];
  readonly tenants: readonly string[];
  readonly maxKeyDays: number | undefined;
  readonly limits: KeyLimits;
  readonly cooldownMs: number;
}

/**
 * Issuers that can be trusted, each of which is there once.
 *
 * @throws ConfigError `E_INVALID_OPTION`.
 */
export function checkIssuers(issuers: readonly OidcIssuer[]): readonly CheckedIssuer[] {
  const names = new Set<string>();
  return issuers.map((options, index) => {
    const issuer = checkAt(index, options);
    if (names.has(issuer.issuer)) {
      const message = `The issuer ${issuer.issuer} is there twice. Put its tenants and rules into one.`;
      throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'issuers' } });
    }
    names.add(issuer.issuer);
    return issuer;
  });
}

/** Says in a message which of the issuers is meant. */
function checkAt(index: number, options: OidcIssuer): CheckedIssuer {
  try {
    return checkIssuer(options);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { code, message, context } = error;
    throw new ConfigError(code, `Issuer ${index + 1} of the list: ${message}`, { context, cause: error });
  }
}

/** @throws ConfigError `E_INVALID_OPTION`. */
export function checkIssuer(options: OidcIssuer): CheckedIssuer {
  requireKnownOptions(options, optionNames);
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
    grantRules: checkRules(options.grantRules ?? [], { maxRoles, tenants: options.tenants }),
    ...{ algorithms, grantsClaim, maxRoles, limits, cooldownMs },
  });
}

/** Rules that are complete, and give nothing that the issuer may not give. */
function checkRules(
  rules: readonly GrantRule[],
  { maxRoles, tenants }: Pick<CheckedIssuer, 'maxRoles' | 'tenants'>,
): readonly GrantRule[] {
  const read = grantRulesSchema.safeParse(rules);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw ruleRefused(issue?.path ?? [], describeIssue(issue));
  }
  for (const [index, { grants }] of read.data.entries()) {
    for (const [place, { tenant, roles: given }] of grants.entries()) {
      const path = [index, 'grants', place];
      const isAllowed =
        typeof tenant !== 'string' || tenants.includes(ALL_TENANTS) || tenants.includes(tenant);
      if (!isAllowed) {
        const problem = `The tenant "${tenant}" is not among the tenants of the issuer. Add it there, or remove it here.`;
        throw ruleRefused([...path, 'tenant'], problem);
      }
      const beyond = given.find((role) => !maxRoles.includes(role));
      if (beyond === undefined) continue;
      const problem = `The role "${beyond}" is not among the maxRoles of the issuer, ${maxRoles.join(', ') || 'none'}. Add it there, or remove it here.`;
      throw ruleRefused([...path, 'roles'], problem);
    }
  }
  return read.data;
}

/** What is wrong with a value, as one sentence. */
export function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `Unknown field "${issue.keys.join('", "')}".`;
  return `${issue?.message}.`;
}

function ruleRefused(path: readonly PropertyKey[], problem: string): ConfigError {
  const option = ['grantRules', ...path].map(String).join('.');
  return new ConfigError('E_INVALID_OPTION', `${option} of an issuer is wrong: ${problem}`, {
    context: { option },
  });
}

function assertOption(option: string, isValid: boolean, expected: string): void {
  if (isValid) return;
  const message = `The ${option} of an issuer must be ${expected}.`;
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option } });
}
