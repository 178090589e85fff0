import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestService } from '../open-service.ts';
import { createAttackTools } from './attack-tools.ts';

const team = '/v1/tenants/default';

/** A service that trusts an issuer on this machine. */
async function openWithIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { tools, deeds } = createAttackTools();
  const service = await openTestService({
    tools,
    issuers: [{ issuer, audience: 'toolcrib', jwksUri: `${issuer}/keys`, tenants: ['default'] }],
  });
  const claims = {
    iss: issuer,
    aud: 'toolcrib',
    sub: 'mallory',
    exp: Math.floor(Date.now() / 1_000) + 600,
    toolcrib_grants: [{ tenant: 'default', roles: ['caller'], scopes: [] }],
  };
  const sign = (payload: JWTPayload, header: object = {}, key = privateKey) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key);
  const status = async (token: string) => (await service.ask('GET', `${team}/tools`, { key: token })).status;
  return { service, deeds, claims, sign, status, jwk, publicKey, issuer, asked };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('a token', () => {
  it('counts if the issuer has signed it, so that those below fail for their own reason', async () => {
    const { claims, sign, status } = await openWithIssuer();

    expect(await status(await sign(claims))).toBe(200);
  });

  it('does not count without a signature, or with one that anybody can make', async () => {
    const { claims, sign, status, jwk, publicKey } = await openWithIssuer();
    const [header = '', payload = '', signature = ''] = (await sign(claims)).split('.');
    const pem = await exportSPKI(publicKey);
    const secrets = [pem, JSON.stringify(jwk), jwk.n ?? '', ''];
    const byHmac = secrets.map((secret) => {
      const text = `${encode({ alg: 'HS256', kid: 'one' })}.${payload}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    });
    const tokens = [
      ...['none', 'None', 'NONE', 'nOnE', ''].map((alg) => `${encode({ alg, kid: 'one' })}.${payload}.`),
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      ...byHmac,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${encode({ ...claims, toolcrib_grants: [{ tenant: 'default', roles: ['admin'], scopes: ['*'] }] })}.${signature}`,
      `${header}.${payload}.${signature}.${signature}`,
    ];

    for (const token of tokens) expect(await status(token), token.slice(0, 60)).toBe(401);
  });

  it('does not bring its own key, or say where one is', async () => {
    const { claims, sign, status, issuer, asked } = await openWithIssuer();
    const own = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256' };
    const headers = [
      { jwk, kid: 'own' },
      { jwk },
      { jku: `${issuer}/own-keys` },
      { x5u: `${issuer}/own-chain` },
      { kid: '../../own' },
      { kid: `${issuer}/own-keys` },
      { kid: "one' or '1'='1" },
      { kid: 'x'.repeat(4_000) },
      { crit: ['exp'], exp: 1 },
    ];

    for (const header of headers) {
      const token = await sign(claims, header, own.privateKey).catch(() => undefined);
      if (token !== undefined) expect(await status(token), JSON.stringify(header)).toBe(401);
    }
    expect(asked.filter((path) => path !== '/keys')).toEqual([]);
  });

  it('is for us, from the issuer, by somebody, and now', async () => {
    const { claims, sign, status } = await openWithIssuer();
    const now = Math.floor(Date.now() / 1_000);
    const { exp: _, ...endless } = claims;
    const { sub: __, ...nobody } = claims;
    const { aud: ___, ...anybody } = claims;
    const wrong: readonly JWTPayload[] = [
      { ...claims, aud: 'another' },
      { ...claims, aud: ['another', 'toolcrib-2'] },
      { ...claims, iss: `${claims.iss}/` },
      { ...claims, iss: 'https://evil.example' },
      { ...claims, exp: now - 120 },
      { ...claims, nbf: now + 120 },
      { ...claims, sub: '' },
      { ...claims, sub: 'x'.repeat(300) },
      { ...claims, toolcrib_grants: 'everything' },
      { ...claims, toolcrib_grants: [{ tenant: 'default', roles: ['owner'], scopes: [] }] },
      ...[endless, nobody, anybody],
    ];

    for (const payload of wrong) expect(await status(await sign(payload)), JSON.stringify(payload)).toBe(401);
  });

  it('holds no more than its issuer may give', async () => {
    const { service, claims, sign } = await openWithIssuer();
    await service.makeTenant('other', { publishTools: true });
    const toolcrib_grants = ['default', 'other', '*'].map((tenant) => ({
      tenant,
      roles: ['admin', 'caller'],
      scopes: ['*'],
    }));
    const key = await sign({ ...claims, toolcrib_grants });

    const answers = [
      await service.ask('GET', `${team}/keys`, { key }),
      await service.ask('GET', `${team}/snapshot`, { key }),
      await service.ask('GET', '/v1/tenants/other/tools', { key }),
      await service.ask('GET', '/v1/tenants', { key }),
      await service.ask('POST', '/v1/tenants', { key, body: { name: 'mine' } }),
    ];

    for (const { status } of answers) expect(status).toBe(403);
    expect((await service.ask('GET', `${team}/tools`, { key })).status).toBe(200);
  });

  it('does not get what another token got under the same idempotency key through another toolset', async () => {
    const { service, claims, sign, deeds } = await openWithIssuer();
    const toolsets = { finance: 'pay', other: 'pay', open: 'echo' };
    for (const [name, tool] of Object.entries(toolsets))
      await service.ask('PUT', `${team}/toolsets/${name}`, {
        body: { tools: [{ tool, wireName: 'lookup' }] },
      });
    const ask = async (toolset: string, exp = claims.exp) => {
      const grants = [{ tenant: 'default', roles: ['caller'], scopes: ['*'], toolsets: [toolset] }];
      const key = await sign({ ...claims, exp, toolcrib_grants: grants });
      const body = { tool: 'lookup', arguments: { text: 'invoice 7' }, idempotencyKey: 'daily' };
      return (await service.ask('POST', `${team}/calls`, { key, body })).body;
    };
    const first = await ask('finance');

    // A token that was renewed is the same caller in the same place.
    expect(await ask('finance', claims.exp + 60)).toMatchObject({ id: first.id, result: { text: 'paid' } });
    for (const toolset of ['open', 'other']) {
      const { error, result } = await ask(toolset);
      expect([error?.code, result]).toEqual(['E_IDEMPOTENCY_CONFLICT', null]);
    }
    expect(deeds.paid).toEqual(['invoice 7']);
  });

  it('is refused at once when it is huge or no token at all, and the issuer is not asked', async () => {
    const { status, asked, claims } = await openWithIssuer();
    const texts = [
      `${encode({ alg: 'RS256' })}.${encode({ ...claims, junk: 'x'.repeat(60_000) })}.x`,
      ...[
        '.',
        '..',
        '...',
        'a.b.c',
        'x'.repeat(10_000),
        `${encode({ alg: 'RS256' })}.${'['.repeat(4_000)}.x`,
      ],
      `${encode({ alg: 'RS256' })}.${encode({ iss: { toString: 1 } })}.x`,
      `${encode({ alg: 'RS256' })}.${encode(['iss'])}.x`,
    ];

    for (const text of texts) expect(await status(text)).toBe(401);
    expect(asked).toEqual([]);
  });

  it('reaches no tool, no audit entry and no error', async () => {
    const { service, deeds, claims, sign } = await openWithIssuer();
    const key = await sign(claims);
    const [, , signature = ''] = key.split('.');

    const call = await service.ask('POST', `${team}/calls`, {
      key,
      body: { tool: 'echo', arguments: { text: 'x' } },
    });
    const denied = await service.ask('GET', `${team}/keys`, { key });
    const log = await service.ask('GET', `${team}/audit/export`);

    expect(call.body.callerId).toBe(`token:${claims.iss}#mallory`);
    for (const text of [call.text, denied.text, log.text, ...deeds.seen])
      expect(text).not.toContain(signature);
  });
});

describe('guessing a key', () => {
  it('tells nothing: every wrong key is answered the same', async () => {
    const service = await openTestService({ tools: createAttackTools().tools });
    const { key, id } = await service.makeKey({});
    const revoked = await service.makeKey({});
    await service.ask('DELETE', `/v1/keys/${revoked.id}`);
    const wrong = [
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      `tcrib_${id}_${'A'.repeat(43)}`,
      `tcrib_${'A'.repeat(16)}_${'A'.repeat(43)}`,
      revoked.key,
      `tcrib_${id}_`,
      `tcrib_${id}`,
      'tcrib_',
      key.toUpperCase(),
      `${key}A`,
      'a-token',
    ];

    const answers = await Promise.all(
      wrong.map((each) => service.ask('GET', `${team}/tools`, { key: each })),
    );

    const shapes = answers.map(({ status, body, headers }) =>
      JSON.stringify([status, { ...body, requestId: '' }, headers.get('www-authenticate')]),
    );
    expect(new Set(shapes).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });
});
