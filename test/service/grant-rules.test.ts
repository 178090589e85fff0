import { defineTool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import type { OidcIssuer } from '../../packages/server/src/auth/oidc-issuer.ts';
import type { LogFacts } from '../../packages/server/src/operations/log.ts';
import { silentLog } from '../../packages/server/src/operations/silent-log.ts';
import { askMcp } from './attacks/ask-mcp.ts';
import { openTrustedIssuer } from './local-issuer.ts';
import { openTestService } from './open-service.ts';

const team = '/v1/tenants/default';
const DAY_MS = 86_400_000;

const tools = ['look', 'deploy'].map((name) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    effect: 'read',
    ...(name === 'deploy' && { requires: ['deploy'] }),
    inputSchema: { type: 'object', properties: {} },
    handler: () => `${name} done`,
  }),
);

const grantRules: OidcIssuer['grantRules'] = [
  { claim: 'groups', value: ['staff', 'guests'], grants: [{ tenant: 'default', roles: ['caller'] }] },
  {
    claim: 'realm_access.roles',
    value: 'deployers',
    grants: [{ tenant: 'default', roles: ['caller'], scopes: ['deploy'] }],
  },
  { claim: 'groups', value: 'leads', grants: [{ tenant: 'default', roles: ['admin'], scopes: ['deploy'] }] },
  { claim: 'groups', value: 'staff', grants: [{ tenant: { claim: 'org_id' }, roles: ['viewer'] }] },
];

/** A service that gives rights by groups, and what its log warns of. */
async function open(more: Partial<OidcIssuer> = {}) {
  const issuer = await openTrustedIssuer();
  const warnings: { readonly message: string; readonly facts: LogFacts | undefined }[] = [];
  const service = await openTestService({
    tools,
    log: { ...silentLog, warn: (message, facts) => void warnings.push({ message, facts }) },
    issuers: [
      {
        ...issuer.options,
        ...{ tenants: ['default', 'acme', 'nowhere'], maxRoles: ['viewer', 'caller', 'admin'], grantRules },
        ...more,
      },
    ],
  });
  await service.makeTenant('acme');
  await service.makeTenant('other');
  const call = async (key: string, tool: string) =>
    (await service.ask('POST', `${team}/calls`, { key, body: { tool } })).body;
  const listOverMcp = async (key: string) => {
    const { status, last } = await askMcp(service, { key, method: 'tools/list' });
    const names = last.result?.tools.map((tool: { readonly name: string }) => tool.name);
    return status === 200 ? names.filter((name: string) => !name.endsWith('_result')) : status;
  };
  const callOverMcp = async (key: string, name: string) =>
    (await askMcp(service, { key, method: 'tools/call', params: { name, arguments: {} } })).text;
  return { ...issuer, service, warnings, call, listOverMcp, callOverMcp };
}

describe('a token whose groups are mapped by rules', () => {
  it('holds what the rules give, over HTTP and MCP, and what several give together', async () => {
    const { sign, call, listOverMcp, callOverMcp } = await open();
    const [staff, deployer] = [
      await sign({ groups: ['staff', 'chess'] }),
      await sign({ groups: 'guests', realm_access: { roles: ['deployers'] } }),
    ];

    expect((await call(staff, 'look')).result).toMatchObject({ text: 'look done' });
    expect((await call(staff, 'deploy')).error?.code ?? 'ok').not.toBe('ok');
    expect((await call(deployer, 'deploy')).result).toMatchObject({ text: 'deploy done' });
    expect(await listOverMcp(staff)).toEqual(['look']);
    expect(await listOverMcp(deployer)).toEqual(['deploy', 'look']);
    expect(await callOverMcp(staff, 'deploy')).not.toContain('deploy done');
    expect(await callOverMcp(deployer, 'deploy')).toContain('deploy done');
  });

  it('adds them to the grants of its own claim', async () => {
    const { sign, call } = await open();
    const toolcrib_grants = [{ tenant: 'default', roles: ['caller'], scopes: ['deploy'] }];

    expect((await call(await sign({ groups: ['staff'], toolcrib_grants }), 'deploy')).result).toMatchObject({
      text: 'deploy done',
    });
  });

  it('loses a group with the next token, also over MCP', async () => {
    const { sign, call, listOverMcp, service } = await open();
    const before = await sign({ groups: ['staff'] });
    expect((await call(before, 'look')).result).toMatchObject({ text: 'look done' });
    expect(await listOverMcp(before)).toEqual(['look']);

    const after = await sign({ groups: ['chess'] });

    expect(await call(after, 'look')).toMatchObject({ status: 403, code: 'E_FORBIDDEN' });
    expect(await listOverMcp(after)).toBe(403);
    expect((await service.ask('GET', '/v1/whoami', { key: after })).body).toMatchObject({ grants: [] });
  });

  it('is told, and so are the log once a minute and the audit log, when no rule matches', async () => {
    const { sign, call, service, warnings, options } = await open();
    const token = await sign({ groups: ['chess', 'secret-group'], toolcrib_grants: [] });

    for (let round = 0; round < 3; round += 1) {
      expect((await call(token, 'look')).detail).toContain('no rule matches its claims');
    }

    const principal = `token:${options.issuer}#ann`;
    expect(warnings).toEqual([
      {
        message: 'A token was accepted, and holds nothing',
        facts: {
          ...{ principal, issuer: options.issuer, reason: 'no-rule' },
          claims: 'groups: 2, realm_access.roles: 0',
        },
      },
    ]);
    const { body } = await service.ask('GET', '/v1/audit?limit=50');
    expect(body.items).toContainEqual(
      expect.objectContaining({
        action: 'request-denied',
        actor: principal,
        details: { noGrants: 'no-rule' },
      }),
    );
    expect(JSON.stringify([warnings, body])).not.toContain('secret-group');
  });

  it('is in the log again within a minute for another reason', async () => {
    const { sign, call, warnings } = await open();
    const beyond = [{ tenant: 'elsewhere', roles: ['caller'], scopes: [] }];

    for (const claims of [{ groups: ['chess'] }, { toolcrib_grants: beyond }, { groups: ['go'] }]) {
      expect((await call(await sign(claims), 'look')).status).toBe(403);
    }

    expect(warnings.map(({ facts }) => facts?.reason)).toEqual(['no-rule', 'not-allowed']);
  });

  it('is not followed to a list of groups elsewhere; the log says so, and the audit log', async () => {
    const { sign, call, service, warnings } = await open();
    const _claim_sources = { src1: { endpoint: 'https://graph.example/groups' } };
    const entra = await sign({ _claim_names: { groups: 'src1' }, _claim_sources });
    const implicit = await sign({ sub: 'bob', hasgroups: true, realm_access: { roles: ['deployers'] } });

    expect((await call(entra, 'look')).detail).toContain('does not list your groups');
    expect((await call(implicit, 'deploy')).result).toMatchObject({ text: 'deploy done' });

    expect(warnings.map(({ message, facts }) => [message, facts?.claims])).toEqual([
      [expect.stringContaining('It is not followed'), 'groups'],
      [expect.stringContaining('It is not followed'), 'groups'],
    ]);
    const { body } = await service.ask('GET', '/v1/audit?limit=50');
    expect(body.items).toContainEqual(expect.objectContaining({ details: { noGrants: 'claim-left-out' } }));
  });

  it('holds something in the tenant of a claim if the issuer may give that, and there is one', async () => {
    const { sign, service } = await open();
    const look = async (org_id: unknown, tenant: string) =>
      (
        await service.ask('GET', `/v1/tenants/${tenant}/catalog/tools`, {
          key: await sign({ groups: ['staff'], org_id }),
        })
      ).status;

    expect(await look('acme', 'acme')).toBe(200);
    expect(await look(['acme'], 'acme')).toBe(200);
    expect(await look('acme', 'default')).toBe(403);
    expect(await look('other', 'other')).toBe(403);
    expect(await look('*', 'acme')).toBe(403);
    expect(await look('nowhere', 'nowhere')).toBe(404);
  });

  it('makes keys that hold no more than it, and end with it', async () => {
    const { sign, service, call } = await open();
    const token = await sign({ groups: ['leads'] });
    const make = (body: object) =>
      service.ask('POST', `${team}/keys`, { key: token, body: { name: 'bot', ...body } });
    const caller = { roles: ['caller'], scopes: ['deploy'] };

    const made = await make({ grants: [caller] });
    const refused = [
      await make({ grants: [{ ...caller, scopes: ['pay'] }] }),
      await make({ grants: [{ ...caller, scopes: ['*'] }] }),
      await make({ grants: [caller], expiresAt: new Date(Date.now() + DAY_MS).toISOString() }),
      await make({ grants: [caller], expiresAt: null }),
    ];

    expect(Date.parse(made.body.record.expiresAt)).toBeLessThanOrEqual(Date.now() + 600_000);
    expect((await call(made.body.key, 'deploy')).result).toMatchObject({ text: 'deploy done' });
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'E_GRANT_EXCEEDED']);
  });

  it('gets nothing by a forged or foreign token, whatever its groups', async () => {
    const { sign, service } = await open();
    const other = await openTrustedIssuer();
    const [header, , signature] = (await sign({ groups: [] })).split('.');
    const payload = Buffer.from(JSON.stringify({ groups: ['leads'] })).toString('base64url');
    const tokens = [`${header}.${payload}.${signature}`, await other.sign({ groups: ['leads'] })];

    for (const key of tokens) expect((await service.ask('GET', `${team}/tools`, { key })).status).toBe(401);
  });
});

it('a service does not start with one issuer twice, of which only the last would count', async () => {
  const { options } = await openTrustedIssuer();
  const issuer = { ...options, tenants: ['default'] };

  await expect(openTestService({ issuers: [issuer, { ...issuer, tenants: ['acme'] }] })).rejects.toThrow(
    'is there twice',
  );
});
