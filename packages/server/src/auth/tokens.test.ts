import { type JWTPayload, SignJWT } from 'jose';
import { createFakeClock } from 'toolcrib/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  LocalIssuer,
  makeSigningKey as makeKey,
  type SigningKey,
} from '../../../../test/service/local-issuer.ts';
import { openServiceDatabase } from '../store/open-service-database.ts';
import { Authenticator } from './authenticator.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import { refusalOf } from './unauthenticated.ts';

const WHO_ARE_YOU = 'Who are you? Give a valid key or token in the header "Authorization: Bearer …".';
const NOW = Date.parse('2026-11-16T00:00:00.000Z');

/** What a token says; undefined for what it does not say. */
type Claims = { readonly [Name in keyof JWTPayload]: JWTPayload[Name] | undefined };

describe('authentication by token', () => {
  let issuer: LocalIssuer;
  let key: SigningKey;

  beforeEach(async () => {
    issuer = new LocalIssuer();
    await issuer.listen();
    key = await makeKey('one');
    issuer.keys = [key];
  });

  afterEach(async () => {
    await issuer.close();
  });

  async function open(options: Partial<OidcIssuer> = {}) {
    const { store } = await openServiceDatabase({ dataFolder: ':memory:' });
    const clock = createFakeClock(NOW);
    const faults: unknown[] = [];
    const authenticator = new Authenticator({
      store,
      clock,
      onFault: (error) => faults.push(error),
      issuers: [{ issuer: issuer.url, audience: 'toolcrib', tenants: ['acme'], ...options }],
    });
    const authenticate = (token: string) =>
      authenticator.authenticate({ headers: new Headers({ authorization: `Bearer ${token}` }) });
    return { authenticate, clock, faults };
  }

  const grants = [{ tenant: 'acme', roles: ['caller'], scopes: ['a'] }];

  /** A good token, but for what is said. */
  async function sign(payload: Claims = {}, { kid, privateKey, jwk } = key): Promise<string> {
    const usual = { iss: issuer.url, aud: 'toolcrib', sub: 'joe', exp: NOW / 1_000 + 60 };
    // What is undefined is not in the JSON.
    const claims = { ...usual, toolcrib_grants: grants, ...payload } as JWTPayload;
    return await new SignJWT(claims).setProtectedHeader({ alg: jwk.alg ?? '', kid }).sign(privateKey);
  }

  it('tells whose a token is, and what it holds', async () => {
    const { authenticate } = await open({ limits: { callsPerDay: 5 } });

    const principal = await authenticate(await sign({ name: 'Joe', aud: ['other', 'toolcrib'] }));

    expect(principal).toEqual({
      id: `token:${issuer.url}#joe`,
      kind: 'token',
      name: 'Joe',
      grants,
      limits: { callsPerDay: 5 },
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('fetches keys once, also when many tokens come at once', async () => {
    const { authenticate } = await open();
    const token = await sign();

    await Promise.all(Array.from({ length: 20 }, () => authenticate(token)));

    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('takes keys from where it was told to', async () => {
    const { authenticate } = await open({ jwksUri: `${issuer.url}/keys` });

    await authenticate(await sign());

    expect(issuer.requests).toEqual(['/keys']);
  });

  it('follows an issuer that changes its keys, and refuses those that are gone', async () => {
    const { authenticate } = await open({ cooldownMs: 0 });
    const old = await sign();
    await authenticate(old);
    const next = await makeKey('two');

    issuer.keys = [next];

    expect(await authenticate(await sign({}, next))).toMatchObject({ name: 'joe' });
    await expect(authenticate(old)).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
  });

  it('does not ask the issuer again for every key that somebody makes up', async () => {
    const { authenticate } = await open();
    await authenticate(await sign());
    const count = issuer.requests.length;

    for (const kid of ['x', 'y', 'z']) {
      const made = await sign({}, { ...key, kid });
      await expect(authenticate(made)).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
    }

    expect(issuer.requests).toHaveLength(count);
  });

  it.each<[string, Claims]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of an issuer that looks alike', { iss: 'http://127.0.0.1' }],
    ['without an issuer', { iss: undefined }],
    ['for somebody else', { aud: 'other' }],
    ['for nobody', { aud: undefined }],
    ['that never expires', { exp: undefined }],
    ['that has expired', { exp: NOW / 1_000 - 30 }],
    ['that is not valid yet', { nbf: NOW / 1_000 + 31 }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that is too long', { sub: 'x'.repeat(256) }],
    [
      'with grants of an unknown role',
      { toolcrib_grants: [{ tenant: 'acme', roles: ['root'], scopes: [] }] },
    ],
    ['with grants that are none', { toolcrib_grants: { tenant: 'acme' } }],
    ['with grants as text that is none', { toolcrib_grants: '[' }],
  ])('refuses a token %s', async (_name, payload) => {
    const { authenticate } = await open();

    await expect(authenticate(await sign(payload))).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
  });

  it('takes a grant without scopes as one that holds none', async () => {
    const { authenticate } = await open();

    const { grants } = await authenticate(
      await sign({ toolcrib_grants: [{ tenant: 'acme', roles: ['caller'] }] }),
    );

    expect(grants).toEqual([{ tenant: 'acme', roles: ['caller'], scopes: [] }]);
  });

  it('allows for clocks that differ by less than half a minute', async () => {
    const { authenticate } = await open();

    await authenticate(await sign({ exp: NOW / 1_000 - 29, nbf: NOW / 1_000 + 30 }));
  });

  it('refuses a token that nobody has signed, or with a secret, or by another algorithm', async () => {
    const { authenticate } = await open();
    const [, body] = (await sign()).split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    const claims = { iss: issuer.url, aud: 'toolcrib', sub: 'joe', exp: NOW / 1_000 + 60 };
    const other = await makeKey('one', 'ES384');
    issuer.keys = [key, { ...other, kid: 'two', jwk: { ...other.jwk, kid: 'two' } }];

    for (const token of [
      `${encode({ alg: 'none', kid: 'one' })}.${body}.`,
      `${encode({ alg: 'ES256', kid: 'one' })}.${body}.${'A'.repeat(86)}`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret),
      await sign({}, { ...other, kid: 'two' }),
      await sign({}, await makeKey('one')),
    ]) {
      await expect(authenticate(token)).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
    }
  });

  it('cuts down what a token says to what its issuer may give', async () => {
    const grant = (tenant: string, ...roles: string[]) => ({ tenant, roles, scopes: [] });
    const claim = [
      ...[grant('acme', 'admin', 'viewer'), grant('acme', 'admin'), grant('other', 'viewer')],
      grant('*', 'viewer'),
    ];
    const token = await sign({ toolcrib_grants: JSON.stringify(claim) });

    const grantsBy = async (options: Partial<OidcIssuer>) =>
      (await (await open(options)).authenticate(token)).grants;

    expect(await grantsBy({})).toEqual([grant('acme', 'viewer')]);
    expect(await grantsBy({ maxRoles: ['admin'] })).toEqual([grant('acme', 'admin'), grant('acme', 'admin')]);
    expect(await grantsBy({ tenants: [] })).toEqual([]);
    expect(await grantsBy({ tenants: ['*'], maxRoles: ['viewer'] })).toEqual([
      ...[grant('acme', 'viewer'), grant('other', 'viewer'), grant('*', 'viewer')],
    ]);
  });

  it('holds nothing by a token without the claim, and reads the claim that it was told to', async () => {
    const { authenticate } = await open({ grantsClaim: 'https://acme.example/grants' });

    expect(await authenticate(await sign())).toMatchObject({ grants: [] });
    expect(await authenticate(await sign({ 'https://acme.example/grants': grants }))).toMatchObject({
      grants,
    });
  });

  it('says that it cannot tell while the issuer is down, leaves it alone for a while, and asks again', async () => {
    const { authenticate, clock, faults } = await open();
    const token = await sign();
    issuer.isDown = true;

    for (let round = 0; round < 3; round += 1) {
      const refusal: unknown = await authenticate(token).catch((reason: unknown) => reason);
      expect(refusal).toMatchObject({
        code: 'E_ISSUER_UNAVAILABLE',
        retryable: true,
        context: { issuer: issuer.url, problem: expect.stringMatching(/ answered with HTTP 503$/) },
      });
      expect(JSON.stringify(refusal)).not.toContain('secret details');
    }
    expect([issuer.requests.length, faults.length]).toEqual([1, 1]);
    issuer.isDown = false;
    await clock.advance(5_000);

    expect(await authenticate(token)).toMatchObject({ name: 'joe' });
  });

  it('lets in whose key is known while the issuer is down, for a day, and refuses the rest', async () => {
    const { authenticate, clock, faults } = await open();
    const good = await sign({ exp: NOW / 1_000 + 1_000_000 });
    const unknown = await sign({}, { ...key, kid: 'new' });
    await authenticate(good);
    const count = issuer.requests.length;
    issuer.isDown = true;

    await clock.advance(5_000);
    for (let round = 0; round < 3; round += 1) {
      await expect(authenticate(unknown)).rejects.toMatchObject({ code: 'E_ISSUER_UNAVAILABLE' });
      expect(await authenticate(good)).toMatchObject({ name: 'joe' });
    }
    expect([issuer.requests.length - count, faults.length]).toEqual([1, 1]);
    await clock.advance(3_600_000);
    expect(await authenticate(good)).toMatchObject({ name: 'joe' });
    await clock.advance(86_400_000);
    await expect(authenticate(good)).rejects.toMatchObject({ code: 'E_ISSUER_UNAVAILABLE' });
  });

  it('refuses a key that the issuer has withdrawn, once its keys are old', async () => {
    const { authenticate, clock } = await open();
    const token = await sign({ exp: NOW / 1_000 + 10_000 });
    await authenticate(token);
    issuer.keys = [await makeKey('two')];

    expect(await authenticate(token)).toMatchObject({ name: 'joe' });
    await clock.advance(600_000);
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
  });

  it('asks the issuer once in a while for keys that somebody makes up, however many at once', async () => {
    const { authenticate, clock } = await open();
    await authenticate(await sign());
    const count = issuer.requests.length;
    const made = await Promise.all(['x', 'y', 'z'].map((kid) => sign({}, { ...key, kid })));

    await clock.advance(5_000);
    const answers = await Promise.allSettled([...made, ...made].map(authenticate));

    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(issuer.requests).toHaveLength(count + 1);
  });

  it.each<[string, string, (url: string) => Record<string, unknown> | string]>([
    [
      'that calls itself otherwise',
      'has the "issuer" ',
      (url) => ({ issuer: `${url}/`, jwks_uri: `${url}/keys` }),
    ],
    [
      'that has its keys where everybody could change them',
      'has no "jwks_uri" that is an https: URL',
      (url) => ({ issuer: url, jwks_uri: 'http://keys.example/' }),
    ],
    ['that says nothing', 'answered with something that is not JSON', () => ''],
    ['that answers with a page', 'answered with something that is not JSON', () => '<html>'],
    ['that answers with a list', 'has the "issuer" undefined', () => '[]'],
  ])('trusts no issuer %s, and says what is wrong with it', async (_name, problem, documentOf) => {
    const { authenticate, faults } = await open();
    issuer.document = documentOf(issuer.url);

    const failure = {
      code: 'E_ISSUER_UNAVAILABLE',
      context: {
        issuer: issuer.url,
        problem: expect.stringContaining(`/.well-known/openid-configuration ${problem}`),
      },
    };
    await expect(authenticate(await sign())).rejects.toMatchObject(failure);
    expect(faults).toMatchObject([failure]);
  });

  it('says that an issuer has no list of keys, or that nothing listens there', async () => {
    const { authenticate, clock } = await open();
    const token = await sign();
    const problemOf = async () => {
      const error: unknown = await authenticate(token).catch((reason: unknown) => reason);
      return (error as { readonly context: { readonly problem: string } }).context.problem;
    };
    issuer.keyDocument = { keys: 'none' };

    expect(await problemOf()).toBe(`${issuer.url}/keys has no list of keys`);
    const { url } = issuer;
    await issuer.close();
    await clock.advance(5_000);

    expect(await problemOf()).toBe(`${url}/keys cannot be reached: ECONNREFUSED`);
    await issuer.listen();
  });

  it.each<[string, Claims, Record<string, unknown>]>([
    [
      'of another issuer',
      { iss: 'https://evil.example' },
      { reason: 'token of an issuer that is not configured', claimedIssuer: 'https://evil.example' },
    ],
    ['without an issuer', { iss: undefined }, { reason: 'token without an issuer' }],
    [
      'for somebody else',
      { aud: 'other' },
      { reason: 'wrong audience', subject: 'joe', detail: 'aud is "other", expected is "toolcrib"' },
    ],
    ['that never expires', { exp: undefined }, { reason: 'no expiry', subject: 'joe' }],
    [
      'that has expired',
      { exp: NOW / 1_000 - 30 },
      {
        reason: 'expired',
        subject: 'joe',
        detail: `exp is ${NOW / 1_000 - 30} (${new Date(NOW - 30_000).toISOString()})`,
      },
    ],
    [
      'that expired before there was a time',
      { exp: -1e300 },
      { reason: 'expired', subject: 'joe', detail: 'exp is -1e+300' },
    ],
    [
      'that is not valid yet',
      { nbf: NOW / 1_000 + 31 },
      {
        reason: 'not valid yet',
        subject: 'joe',
        detail: `nbf is ${NOW / 1_000 + 31} (${new Date(NOW + 31_000).toISOString()})`,
      },
    ],
    ['without a subject', { sub: undefined }, { reason: 'no subject' }],
    ['with an empty subject', { sub: '' }, { reason: 'no subject of 1 to 255 characters' }],
    [
      'with grants of an unknown role',
      { toolcrib_grants: [{ tenant: 'acme', roles: ['root'], scopes: [] }] },
      {
        reason: 'grants that cannot be read',
        subject: 'joe',
        detail: expect.stringContaining('toolcrib_grants.0.roles.0: '),
      },
    ],
    [
      'with grants that are a text which is not JSON',
      { toolcrib_grants: 'hello' },
      {
        reason: 'grants that cannot be read',
        subject: 'joe',
        detail: 'toolcrib_grants: is a text that is not JSON',
      },
    ],
  ])('tells operators why it refuses a token %s', async (_name, payload, facts) => {
    const { authenticate } = await open();

    const error: unknown = await authenticate(await sign(payload)).catch((reason: unknown) => reason);

    const isOurs = payload.iss === undefined && !('iss' in payload);
    expect(refusalOf(error)).toMatchObject({ ...facts, ...(isOurs && { issuer: issuer.url }) });
    expect(error).toMatchObject({ code: 'E_UNAUTHENTICATED', message: WHO_ARE_YOU, context: {} });
  });

  it('tells operators of a signature, a key and an algorithm that are wrong, and never the token', async () => {
    const { authenticate } = await open();
    const other = await makeKey('two', 'ES384');
    issuer.keys = [key, other];
    const factsOf = async (token: string) => {
      const error: unknown = await authenticate(token).catch((reason: unknown) => reason);
      const facts = refusalOf(error);
      expect(JSON.stringify(facts)).not.toContain(token.split('.')[2]);
      return facts;
    };

    expect(await factsOf(await sign({}, await makeKey('one')))).toEqual({
      reason: 'wrong signature',
      issuer: issuer.url,
      keyId: 'one',
      detail: 'alg is "ES256"',
    });
    expect(await factsOf(await sign({}, { ...key, kid: 'x'.repeat(5_000) }))).toMatchObject({
      reason: 'unknown key id',
      keyId: 'x'.repeat(200),
    });
    expect(await factsOf(await sign({}, other))).toMatchObject({ reason: 'algorithm that is not allowed' });
    expect(await factsOf('a.b.c')).toEqual({ reason: 'neither a key nor a JSON Web Token' });
  });

  it.each<[string, Partial<OidcIssuer>]>([
    ['without TLS', { issuer: 'http://id.example' }],
    ['whose keys come without TLS', { jwksUri: 'http://id.example/keys' }],
    ['that is no URL', { issuer: 'joe' }],
    ['without an audience', { audience: '' }],
    ['with a shared secret', { algorithms: ['ES256', 'HS256'] }],
    ['without signatures', { algorithms: ['none'] }],
    ['without algorithms', { algorithms: [] }],
  ])('refuses to start with an issuer %s', async (_name, options) => {
    await expect(open(options)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});
