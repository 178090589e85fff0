import { type JWTPayload, SignJWT } from 'jose';
import { createFakeClock } from 'toolcrib/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OidcIssuer } from '../../packages/server/src/auth/oidc-issuer.ts';
import { createLog } from '../../packages/server/src/operations/log.ts';
import { LocalIssuer, makeSigningKey, type SigningKey } from './local-issuer.ts';
import { type Answer, openTestService } from './open-service.ts';

const NOW = Date.parse('2026-11-16T00:00:00.000Z');
const PLAIN = 'Who are you? Give a valid key or token in the header "Authorization: Bearer …".';

/** What a token says; undefined for what it does not say. */
type Claims = { readonly [Name in keyof JWTPayload]: JWTPayload[Name] | undefined };

describe('the log of a service', () => {
  let issuer: LocalIssuer;
  let key: SigningKey;

  beforeEach(async () => {
    issuer = new LocalIssuer();
    await issuer.listen();
    key = await makeSigningKey('one');
    issuer.keys = [key];
  });

  afterEach(async () => {
    await issuer.close();
  });

  /** A service that trusts the issuer, with its log. */
  async function open(options: Partial<OidcIssuer> = {}) {
    const lines: string[] = [];
    const clock = createFakeClock(NOW);
    const log = createLog({ write: (line) => void lines.push(line), clock });
    const trusted = { issuer: issuer.url, audience: 'toolcrib', tenants: ['default'], ...options };
    const service = await openTestService({ issuers: [trusted], log, clock });
    const ask = (token: string, path = '/v1/whoami'): Promise<Answer> =>
      service.ask('GET', path, { key: token });
    const read = (level: string) =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.level === level);
    return { service, ask, read, lines, clock };
  }

  const grants = [{ tenant: 'default', roles: ['viewer'], scopes: [] }];

  async function sign(payload: Claims = {}, { kid, privateKey, jwk } = key): Promise<string> {
    const usual = { iss: issuer.url, aud: 'toolcrib', sub: 'joe', exp: NOW / 1_000 + 600 };
    // What is undefined is not in the JSON.
    const claims = { ...usual, toolcrib_grants: grants, ...payload } as JWTPayload;
    return await new SignJWT(claims).setProtectedHeader({ alg: jwk.alg ?? '', kid }).sign(privateKey);
  }

  it('says why a token was refused, under the id of the request, and its caller is told nothing', async () => {
    const { ask, read, lines } = await open();
    const token = await sign({ aud: 'https://other.example' });

    const { status, body, headers } = await ask(token);

    expect([status, body.code, body.detail, body.context]).toEqual([
      401,
      'E_UNAUTHENTICATED',
      PLAIN,
      undefined,
    ]);
    expect(read('warn')).toMatchObject([
      {
        message: 'a key or token was refused',
        reason: 'wrong audience',
        issuer: issuer.url,
        subject: 'joe',
        detail: 'aud is "https://other.example", expected is "toolcrib"',
        requestId: headers.get('x-request-id'),
        route: 'whoami',
      },
    ]);
    expect(lines.join('')).not.toContain(token.split('.')[2]);
  });

  it('says why a key was refused, and never its secret', async () => {
    const { ask, read, lines, service } = await open();
    const { key: text, id } = await service.makeKey({ roles: ['viewer'] });
    const wrong = `${text.slice(0, -4)}AAAA`;

    expect((await ask(wrong)).status).toBe(401);

    expect(read('warn')).toMatchObject([{ reason: 'key with a wrong secret', keyId: id }]);
    expect(lines.join('')).not.toContain(wrong.split('_')[2]);
  });

  it('cannot be filled by refused tokens, and says how many it left out', async () => {
    const { ask, read, clock } = await open();
    const forged = await sign({}, await makeSigningKey('one'));

    for (let count = 0; count < 25; count += 1) expect((await ask(forged)).status).toBe(401);
    for (let count = 0; count < 25; count += 1) {
      await ask(await sign({ iss: `https://evil-${count}.example` }));
    }
    expect(read('warn').map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 10 }, () => 'wrong signature'),
      ...Array.from({ length: 10 }, () => 'token of an issuer that is not configured'),
    ]);
    await clock.advance(60_000);
    await ask(forged);

    expect(read('warn').at(-1)).toMatchObject({ reason: 'wrong signature', notLogged: 15 });
  });

  it('says that a token holds nothing in the tenant where it was used', async () => {
    const { ask, read } = await open({ tenants: ['default', 'other'] });
    const token = await sign({ toolcrib_grants: [{ tenant: 'other', roles: ['viewer'], scopes: [] }] });

    const { status } = await ask(token, '/v1/tenants/default/catalog/tools');

    expect(status).toBe(403);
    expect(read('warn')).toMatchObject([
      {
        message: 'a token has no grant in a tenant',
        issuer: issuer.url,
        subject: 'joe',
        detail: expect.stringContaining('"default"'),
      },
    ]);
  });

  it('names an issuer that cannot be asked and the cause, and the caller learns when to come again', async () => {
    const { ask, read } = await open();
    issuer.isDown = true;

    const { status, body, headers, text } = await ask(await sign());

    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: 'E_ISSUER_UNAVAILABLE',
      retryable: true,
      detail: 'The signing keys of the issuer of this token cannot be fetched now. Try again later.',
    });
    expect(headers.get('retry-after')).toBe('1');
    expect(text).not.toMatch(/127\.0\.0\.1|503 |secret/);
    for (const line of read('error')) {
      expect(line).toMatchObject({
        errorCode: 'E_ISSUER_UNAVAILABLE',
        issuer: issuer.url,
        problem: `${issuer.url}/.well-known/openid-configuration answered with HTTP 503`,
        hint: expect.stringContaining('--oidc'),
      });
    }
    expect(read('error')).not.toEqual([]);
  });

  it('stays ready while an issuer is down, for keys need none', async () => {
    const { ask, service } = await open();
    issuer.isDown = true;
    await ask(await sign());

    expect((await service.ask('GET', '/readyz')).status).toBe(200);
  });
});
