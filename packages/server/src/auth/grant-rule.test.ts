import { describe, expect, it } from 'vitest';
import { checkIssuer } from './check-issuer.ts';
import { describeClaims, findOmittedClaims, type GrantRule, grantsByRules } from './grant-rule.ts';
import type { OidcIssuer } from './oidc-issuer.ts';

const base: OidcIssuer = { issuer: 'https://id.example.com', audience: 'toolcrib', tenants: ['acme', 'lab'] };
const caller = { tenant: 'acme', roles: ['caller'], scopes: [] } as const;
const publisher = { tenant: 'acme', roles: ['publisher'], scopes: ['deploy'] } as const;

function rule(claim: GrantRule['claim'], value: GrantRule['value'] = 'eng'): GrantRule {
  return { claim, value, grants: [caller] };
}

describe('rules of an issuer', () => {
  it.each<[string, GrantRule, Record<string, unknown>]>([
    ['a text', rule('team'), { team: 'eng' }],
    ['a list', rule('groups'), { groups: ['ops', 'eng'] }],
    ['one of several values', rule('groups', ['hr', 'eng']), { groups: ['eng'] }],
    ['a claim within others', rule('realm_access.roles'), { realm_access: { roles: ['eng'] } }],
    [
      'a claim that is called as a URL',
      rule('https://acme.example/groups'),
      { 'https://acme.example/groups': ['eng'] },
    ],
    [
      'names with dots, as a list',
      rule(['access', 'a.b', 'roles']),
      { access: { 'a.b': { roles: ['eng'] } } },
    ],
    ['every token', rule('iss', 'https://id.example.com'), { iss: 'https://id.example.com' }],
  ])('count by %s', (_, each, payload) => {
    expect(grantsByRules(payload, [each])).toEqual([caller]);
  });

  it.each<[string, GrantRule, Record<string, unknown>]>([
    ['another text', rule('groups'), { groups: ['engineering', 'Eng', ' eng', 'en', ''] }],
    ['a pattern', rule('groups', '*'), { groups: ['eng'] }],
    ['texts with spaces between them', rule('scope'), { scope: 'read eng' }],
    ['no claim', rule('groups'), {}],
    [
      'something that is no text',
      rule('groups', ['1', 'true', 'null']),
      { groups: [1, true, null, { eng: 1 }] },
    ],
    ['a list in a list', rule('groups'), { groups: [['eng']] }],
    ['an object', rule('groups'), { groups: { eng: 'eng' } }],
    ['what every object has', rule('constructor.name', 'Object'), {}],
    ['a list on the way', rule('groups.0'), { groups: ['eng'] }],
    ['a dotted name of its own', rule('realm.roles'), { 'realm.roles': ['eng'] }],
  ])('do not count by %s', (_, each, payload) => {
    expect(grantsByRules(payload, [each])).toEqual([]);
  });

  it('add up, each once, in their order', () => {
    const rules = [
      rule('groups', ['eng', 'ops']),
      { claim: 'groups', value: 'ops', grants: [publisher, { ...caller, tenant: 'lab' }] },
      rule('groups', 'hr'),
    ];

    expect(grantsByRules({ groups: ['ops', 'eng', 'ops'] }, rules)).toEqual([
      ...[caller, publisher, { ...caller, tenant: 'lab' }],
    ]);
  });

  it('take tenants from a claim, but never all tenants, and no text that cannot be one', () => {
    const rules = [{ ...rule('groups'), grants: [{ ...caller, tenant: { claim: 'org.ids' } }] }];
    const tenantsOf = (ids: unknown) =>
      grantsByRules({ groups: ['eng'], org: { ids } }, rules).map(({ tenant }) => tenant);

    expect(tenantsOf('lab')).toEqual(['lab']);
    expect(tenantsOf(['lab', '*', '../acme', '', 'acme', 7, 'acme'])).toEqual(['lab', 'acme']);
    expect(tenantsOf(undefined)).toEqual([]);
    expect(grantsByRules({ org: { ids: ['lab'] } }, rules)).toEqual([]);
  });

  it('say which claims a token leaves out, and how much there is in the others', () => {
    const rules = [rule('groups'), rule('realm_access.roles'), rule('groups', 'ops')];

    expect(findOmittedClaims({ _claim_names: { groups: 'src1', other: 'src1' } }, rules)).toEqual(['groups']);
    expect(findOmittedClaims({ hasgroups: true }, rules)).toEqual(['groups']);
    expect(findOmittedClaims({ hasgroups: 'true' }, [rule('roles')])).toEqual([]);
    expect(findOmittedClaims({ groups: ['x'], _claim_names: 'groups' }, rules)).toEqual([]);
    expect(describeClaims({ groups: ['a secret', 'b'] }, rules)).toBe('groups: 2, realm_access.roles: 0');
  });

  it.each<[string, unknown, string]>([
    [
      'an unknown role',
      [{ ...rule('groups'), grants: [{ ...caller, roles: ['root'] }] }],
      'grantRules.0.grants.0.roles.0 of',
    ],
    [
      'a role beyond maxRoles',
      [{ ...rule('groups'), grants: [{ ...caller, roles: ['caller', 'admin'] }] }],
      'The role "admin" is not among the maxRoles of the issuer',
    ],
    [
      'a tenant beyond those of the issuer',
      [rule('a'), { ...rule('groups'), grants: [{ ...caller, tenant: 'other' }] }],
      'grantRules.1.grants.0.tenant of an issuer is wrong: The tenant "other" is not among',
    ],
    [
      'all tenants',
      [{ ...rule('groups'), grants: [{ ...caller, tenant: '*' }] }],
      'The tenant "*" is not among',
    ],
    [
      'an unknown field',
      [{ ...rule('groups'), regex: 'x' }],
      'grantRules.0 of an issuer is wrong: Unknown field "regex".',
    ],
    [
      'an unknown field in a grant',
      [{ ...rule('groups'), grants: [{ ...caller, role: 'x' }] }],
      'Unknown field "role".',
    ],
    [
      'an unknown field beside the claim of a tenant',
      [{ ...rule('g'), grants: [{ ...caller, tenant: { claim: 'org', prefix: 'x' } }] }],
      'grants.0.tenant of an issuer is wrong: Unknown field "prefix".',
    ],
    ['no grants', [{ ...rule('groups'), grants: [] }], 'grantRules.0.grants'],
    ['no value', [{ claim: 'groups', grants: [caller] }], 'grantRules.0.value'],
    ['an empty value', [rule('groups', [''])], 'grantRules.0.value'],
    ['a claim with an empty name', [rule('groups..x')], 'grantRules.0.claim'],
    ['something else than a list', { ...rule('groups') }, 'grantRules of an issuer is wrong'],
    [
      'tools of a caller',
      [{ ...rule('g'), grants: [{ ...caller, tools: ['x'] }] }],
      'can only be given with the role approver alone',
    ],
  ])('are refused at the start with %s', (_, grantRules, problem) => {
    // What a file or JavaScript may give.
    const options = { ...base, grantRules } as OidcIssuer;

    expect(() => checkIssuer(options)).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION', message: expect.stringContaining(problem) }),
    );
  });

  it('may give what their issuer may give', () => {
    const all = [{ ...rule('groups'), grants: [{ tenant: '*', roles: ['admin'] }] }] as const;

    const issuer = checkIssuer({ ...base, tenants: ['*'], maxRoles: ['admin'], grantRules: all });

    expect(issuer.grantRules).toMatchObject([{ grants: [{ tenant: '*', roles: ['admin'], scopes: [] }] }]);
  });

  it('are not forgotten because of a slip of the pen', () => {
    const options = { ...base, grantRule: [rule('groups')] };

    expect(() => checkIssuer(options)).toThrow('Unknown option "grantRule". Did you mean "grantRules"?');
  });
});
