import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { ALL_TENANTS, type Grant } from './grant.ts';
import { grantFields, isForApprovers, isTenantName, onlyForApprovers, tenantName } from './grant-schema.ts';

/** What tokens hold that say something in a claim, such as that a person is in a group. */
export interface GrantRule {
  /**
   * Where the token says it: the name of a claim, or names with dots between them, such as `realm_access.roles`. A name with a
   * slash, such as a URL, is one name. As a list, each item is one name.
   */
  readonly claim: string | readonly string[];
  /** The rule counts if the claim is this text, or a list that has it; of several texts, any of them. Compared exactly. */
  readonly value: string | readonly string[];
  /** What such tokens hold. Rules add up. */
  readonly grants: readonly RuleGrant[];
}

/** A grant by a rule. */
export interface RuleGrant extends Omit<Grant, 'tenant' | 'scopes'> {
  /** A tenant, or the claim that names it; a claim that is a list names several. A tenant that does not exist gives nothing. */
  readonly tenant: string | { readonly claim: string | readonly string[] };
  /** @default none */
  readonly scopes?: readonly string[];
}

/** Who writes more of them should let the issuer send grants. */
const MAX_RULES = 500;

const name = z.string().min(1).max(256);
const claim = z.union(
  [name.refine((text) => toPath(text).every((each) => each !== '')), z.array(name).min(1).max(8)],
  'must be the name of a claim, names with dots between them, or a list of names',
);
const text = z.string().min(1).max(1_024);
const value = z.union([text, z.array(text).min(1).max(100)], 'must be a text or a list of texts');

const ruleGrant = z
  .strictObject({
    ...grantFields,
    tenant: z.union(
      [tenantName, z.strictObject({ claim })],
      'must be the name of a tenant, *, or { "claim": … }',
    ),
  })
  .refine(isForApprovers, onlyForApprovers);

/** Rules as they come from outside. Nothing beyond what they name. */
export const grantRulesSchema = z
  .array(z.strictObject({ claim, value, grants: z.array(ruleGrant).min(1).max(64) }))
  .max(MAX_RULES) satisfies z.ZodType<readonly GrantRule[]>;

/** The grants of all rules that count for a token, in the order of the rules. */
export function grantsByRules(payload: JWTPayload, rules: readonly GrantRule[]): readonly Grant[] {
  const claims = new Map<string, ReadonlySet<string>>();
  const textsAt = (path: GrantRule['claim']): ReadonlySet<string> => {
    const key = JSON.stringify(path);
    const known = claims.get(key) ?? new Set(readTexts(payload, path));
    claims.set(key, known);
    return known;
  };
  return rules
    .filter((rule) => [rule.value].flat().some((wanted) => textsAt(rule.claim).has(wanted)))
    .flatMap(({ grants }) => grants.flatMap((grant) => toGrants(grant, textsAt)));
}

function toGrants(
  { tenant, scopes = [], ...rest }: RuleGrant,
  textsAt: (path: GrantRule['claim']) => ReadonlySet<string>,
): readonly Grant[] {
  if (typeof tenant === 'string') return [{ ...rest, tenant, scopes }];
  // A claim names tenants one by one, never all of them.
  const names = [...textsAt(tenant.claim)].filter((each) => each !== ALL_TENANTS && isTenantName(each));
  return names.map((each) => ({ ...rest, tenant: each, scopes }));
}

/**
 * The claims of rules that a token does not list but refers to, as an issuer does with too many groups: distributed claims
 * of OpenID Connect, and `hasgroups` of Entra ID. They are not followed.
 */
export function findOmittedClaims(payload: JWTPayload, rules: readonly GrantRule[]): readonly string[] {
  const { _claim_names: names, hasgroups } = payload;
  const omitted = new Set(isObject(names) ? Object.keys(names) : []);
  if (hasgroups === true || hasgroups === 'true') omitted.add('groups');
  if (omitted.size === 0) return [];
  const wanted = new Set(rules.map(({ claim: path }) => toPath(path)[0] ?? ''));
  return [...wanted].filter((each) => omitted.has(each));
}

/** The claims that rules look at, with how many texts each of them has in a token: no texts of the token. */
export function describeClaims(payload: JWTPayload, rules: readonly GrantRule[]): string {
  const paths = new Map(rules.map(({ claim: path }) => [toPath(path).join('.'), path]));
  return [...paths].map(([shown, path]) => `${shown}: ${readTexts(payload, path).length}`).join(', ');
}

function toPath(path: GrantRule['claim']): readonly string[] {
  if (typeof path !== 'string') return path;
  return path.includes('/') ? [path] : path.split('.');
}

/** The texts at a place of a token; none if something else is there. */
function readTexts(payload: JWTPayload, path: GrantRule['claim']): readonly string[] {
  let found: unknown = payload;
  for (const each of toPath(path)) {
    if (!isObject(found) || !Object.hasOwn(found, each)) return [];
    found = found[each];
  }
  return [found].flat().filter((each) => typeof each === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
