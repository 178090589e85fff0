import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { systemClock } from 'toolcrib/runtime';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { everythingGrant } from '../../../packages/server/src/auth/operator-principal.ts';
import { createRenewCaller } from '../../../packages/server/src/calls/create-renew-caller.ts';
import { openTestService, type TestService } from '../open-service.ts';
import { createAttackTools } from './attack-tools.ts';

const team = '/v1/tenants/default';
const catalog = `${team}/catalog`;
const DAY_MS = 86_400_000;

/** A service that accepts admins of an issuer on this machine, with a clock that can be put forward. */
async function openWithTokens(issuerOptions: { readonly maxKeyDays?: number } = {}) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const time = { offsetMs: 0 };
  const now = () => systemClock.now() + time.offsetMs;
  const { tools, deeds } = createAttackTools();
  const service = await openTestService({
    tools,
    clock: { ...systemClock, now },
    issuers: [
      {
        ...{ issuer, audience: 'toolcrib', jwksUri: `${issuer}/keys`, tenants: ['default'] },
        maxRoles: ['caller', 'admin'],
        ...issuerOptions,
      },
    ],
  });
  const sign = (roles: readonly string[], seconds: number) =>
    new SignJWT({ toolcrib_grants: [{ tenant: 'default', roles, scopes: ['*'] }] })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience('toolcrib')
      .setSubject('mallory')
      .setExpirationTime(Math.floor(now() / 1_000) + seconds)
      .sign(privateKey);
  return { service, deeds, sign, time, now };
}

function makeKey(service: TestService, key: string, more: object = {}) {
  const body = { name: 'lasting', grants: [{ roles: ['admin'], scopes: ['*'] }], ...more };
  return service.ask('POST', `${team}/keys`, { key, body });
}

describe('a token that is valid for a minute', () => {
  it('makes no key that outlives it', async () => {
    const { service, sign, now } = await openWithTokens();
    const token = await sign(['admin'], 60);

    const plain = await makeKey(service, token);
    const refused = [
      await makeKey(service, token, { expiresAt: null }),
      await makeKey(service, token, { expiresAt: new Date(now() + DAY_MS).toISOString() }),
      await makeKey(service, plain.body.key, { expiresAt: null }),
      await makeKey(service, plain.body.key, { expiresAt: new Date(now() + DAY_MS).toISOString() }),
    ];

    expect(Date.parse(plain.body.record.expiresAt)).toBeLessThanOrEqual(now() + 60_000);
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'E_GRANT_EXCEEDED']);
  });

  it('makes none at all in the moment for which it is accepted after its end', async () => {
    const { service, sign, time } = await openWithTokens();
    const token = await sign(['admin'], 60);
    time.offsetMs += 75_000;

    expect((await service.ask('GET', `${team}/keys`, { key: token })).status).toBe(200);
    expect((await makeKey(service, token)).body.code).toBe('E_GRANT_EXCEEDED');
  });

  it('makes keys that live as long as its issuer was configured for, and no longer', async () => {
    const { service, sign, now } = await openWithTokens({ maxKeyDays: 30 });
    const token = await sign(['admin'], 60);

    const plain = await makeKey(service, token);
    const short = await makeKey(service, token, { expiresAt: new Date(now() + 29 * DAY_MS).toISOString() });
    const refused = [
      await makeKey(service, token, { expiresAt: null }),
      await makeKey(service, token, { expiresAt: new Date(now() + 31 * DAY_MS).toISOString() }),
    ];

    expect(Date.parse(plain.body.record.expiresAt)).toBeGreaterThan(now() + 29 * DAY_MS);
    expect(short.status).toBe(201);
    expect(refused.map(({ body }) => body.code)).toEqual(['E_GRANT_EXCEEDED', 'E_GRANT_EXCEEDED']);
  });

  it('has its waiting call approved by nobody after its end: the call ends denied', async () => {
    const { service, deeds, sign, time } = await openWithTokens();
    const approver = await service.makeKey({ roles: ['approver'] });
    const token = await sign(['caller'], 60);
    const call = await service.ask('POST', `${team}/calls`, { key: token, body: { tool: 'wipe' } });
    const { id, gate } = call.body;
    const { body: seen } = await service.ask('GET', `${team}/gates/${gate.id}`, { key: approver.key });
    const { toolDigest, contentDigest } = seen;
    time.offsetMs += 120_000;

    const settled = await service.ask('POST', `${team}/gates/${gate.id}/settle`, {
      key: approver.key,
      body: { decision: 'approve', toolDigest, contentDigest },
    });

    expect([settled.status, settled.body.code]).toEqual([403, 'E_FORBIDDEN']);
    const { body: ended } = await service.ask('GET', `${team}/calls/${id}?waitMs=5000`);
    expect(ended).toMatchObject({ state: 'denied', gates: [{ status: 'rejected', approver: 'service' }] });
    expect(deeds.wiped).toEqual([]);
  });

  it('is refused also by the last question before a call that has waited runs', async () => {
    const { service, now } = await openWithTokens();
    const { store, tenants } = service.service;
    const renew = createRenewCaller({ store, tenants, clock: { ...systemClock, now } });
    const caller = { id: 'token:x#mallory', tenant: 'default', scopes: [] };
    const ask = (origin: string) => renew({ invocationId: '1', toolName: 'wipe', caller, origin });

    expect(await ask(`tenant until:${now() - 1}`)).toMatchObject({ verdict: 'deny' });
    expect(await ask(`toolset:narrow until:${now() - 1}`)).toMatchObject({ verdict: 'deny' });
    expect(await ask(`tenant until:${now() + 60_000}`)).toBe(caller);
  });
});

describe('a key that was revoked', () => {
  it('leaves nothing behind where that is wanted: what it made is revoked with it', async () => {
    const { service } = await openWithTokens();
    const first = await service.makeKey({ roles: ['admin'], scopes: ['*'] });
    const second = (await makeKey(service, first.key)).body;
    const third = (await makeKey(service, second.key)).body;
    const other = await service.makeKey({ roles: ['admin'] });
    const statuses = async () => {
      const { body } = await service.ask('GET', `${team}/keys`);
      const items: { id: string; status: string; createdBy: string }[] = body.items;
      return Object.fromEntries(items.map(({ id, status }) => [id, status]));
    };

    const plain = await service.ask('DELETE', `${team}/keys/${first.id}`);
    const between = await statuses();
    const whole = await service.ask('DELETE', `${team}/keys/${first.id}?withMade=true`);

    expect([plain.body.alsoRevoked, between[second.record.id]]).toEqual([[], 'active']);
    expect(second.record.createdBy).toBe(`key:${first.id}`);
    expect([...whole.body.alsoRevoked].sort()).toEqual([second.record.id, third.record.id].sort());
    expect(await statuses()).toEqual({
      ...{ [first.id]: 'revoked', [second.record.id]: 'revoked', [third.record.id]: 'revoked' },
      [other.id]: 'active',
    });
    const { body: log } = await service.ask('GET', `${team}/audit?last=1`);
    expect(log.items[0].details.alsoRevoked).toHaveLength(2);
  });
});

describe('a key that was revoked with all that it made', () => {
  it('makes no key through a process that has not heard of it yet', async () => {
    const { service: here } = await openWithTokens();
    const there = await openTestService({ tools: createAttackTools().tools, database: here.database });
    const { key, id } = await here.makeKey({ roles: ['admin'], scopes: ['*'] });
    const second = (await makeKey(there, key)).body;
    await there.ask('GET', `${team}/keys`, { key: second.key });

    await here.ask('DELETE', `${team}/keys/${id}?withMade=true`);
    const late = [await makeKey(there, key), await makeKey(there, second.key)];

    expect(late.map(({ status }) => status)).toEqual([401, 401]);
    const { body } = await here.ask('GET', `${team}/keys?limit=200`);
    const active = body.items.filter(({ status }: { status: string }) => status === 'active');
    expect(active).toEqual([]);
  });

  it('leaves nothing that one of them made while they were looked for', async () => {
    const { service } = await openWithTokens();
    const { store } = service.service;
    const { key, id } = await service.makeKey({ roles: ['admin'], scopes: ['*'] });
    const second = (await makeKey(service, key)).body;
    const late: number[] = [];
    const revokeKey = store.revokeKey.bind(store);
    vi.spyOn(store, 'revokeKey').mockImplementation(async (revoked, mark) => {
      // The list was read by now, and this one is about to be revoked.
      if (revoked === second.record.id && late.length === 0)
        late.push((await makeKey(service, second.key)).status);
      return await revokeKey(revoked, mark);
    });

    await service.ask('DELETE', `${team}/keys/${id}?withMade=true`);

    expect(late).toEqual([201]);
    const { body } = await service.ask('GET', `${team}/keys?limit=200`);
    const active = body.items.filter(({ status }: { status: string }) => status === 'active');
    expect(active).toEqual([]);
  });
});

const spec = {
  ...{ name: 'echo', version: '2.0.0', description: 'Gives another text back.' },
  inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'Any text.' } } },
  outputSchema: {},
};

async function propose(service: TestService, key: string, more: object = {}): Promise<string> {
  const { body } = await service.ask('POST', `${catalog}/tools`, { key, body: { specs: [spec], ...more } });
  expect(body.results[0].outcome).toBe('draft');
  return body.results[0].digest;
}

function approve(service: TestService, key: string, digest: string) {
  return service.ask('POST', `${catalog}/drafts/echo/approve`, { key, body: { digest } });
}

describe('a draft', () => {
  it('is not approved by its author, who cannot take the policy away first', async () => {
    const service = await openTestService({ tools: createAttackTools().tools });
    const { key } = await service.makeKey({ roles: ['publisher', 'approver'] });
    const other = await service.makeKey({ roles: ['approver'] });
    const setPolicy = (policy: object | null, as?: string) =>
      service.ask('PUT', `${catalog}/policy`, { key: as, body: { policy } });
    await setPolicy({ compatibility: 'review' });
    const digest = await propose(service, key);

    expect((await setPolicy(null, key)).body.code).toBe('E_FORBIDDEN');
    expect((await approve(service, key, digest)).body.code).toBe('E_SELF_APPROVAL');
    // Also if somebody else has taken it away.
    await setPolicy(null);
    expect((await approve(service, key, digest)).body.code).toBe('E_SELF_APPROVAL');
    expect((await approve(service, other.key, digest)).status).toBe(200);
  });

  it('is not approved by an admin who has proposed it and set the policy to nothing, or by keys that they make', async () => {
    const service = await openTestService({ tools: createAttackTools().tools });
    const admin = await service.makeKey({ roles: ['admin'], scopes: ['*'] });
    await service.ask('PUT', `${catalog}/policy`, { body: { policy: { compatibility: 'review' } } });
    const digest = await propose(service, admin.key);
    await service.ask('PUT', `${catalog}/policy`, { key: admin.key, body: { policy: null } });
    const second = (await makeKey(service, admin.key)).body;
    const third = (await makeKey(service, second.key)).body;

    for (const key of [admin.key, second.key, third.key]) {
      expect((await approve(service, key, digest)).body.code).toBe('E_SELF_APPROVAL');
    }
    const { body: log } = await service.ask('GET', `${team}/audit?last=3`);
    expect(log.items.map(({ code }: { code: string }) => code)).toEqual(Array(3).fill('E_SELF_APPROVAL'));
  });

  it('is not approved by its author through a process that has not heard of it yet', async () => {
    const here = await openTestService({ tools: createAttackTools().tools });
    const there = await openTestService({ tools: createAttackTools().tools, database: here.database });
    const { key } = await here.makeKey({ roles: ['publisher', 'approver'] });
    await there.ask('GET', `${catalog}/drafts`, { key });

    const digest = await propose(here, key, { draft: true });
    const approved = await there.ask('POST', `${catalog}/drafts/echo/approve`, {
      key,
      body: { digest, version: spec.version },
    });

    expect([approved.status, approved.body.code]).toEqual([403, 'E_SELF_APPROVAL']);
  });

  it('is approved by its author where one person is enough, which the log says', async () => {
    const service = await openTestService({ tools: createAttackTools().tools, allowSelfApproval: true });
    const { key } = await service.makeKey({ roles: ['publisher', 'approver'] });

    const digest = await propose(service, key, { draft: true });

    expect((await approve(service, key, digest)).status).toBe(200);
    const { body: log } = await service.ask('GET', '/v1/audit');
    expect(log.items[0]).toMatchObject({ action: 'service-started', details: { allowSelfApproval: true } });
  });
});

/** Makes a call that waits at a gate. The answer is how a key approves it. */
async function callAndWait(service: TestService, caller: string) {
  const { body } = await service.ask('POST', `${team}/calls`, { key: caller, body: { tool: 'wipe' } });
  const { body: gate } = await service.ask('GET', `${team}/gates/${body.gate.id}`);
  const { id, toolDigest, contentDigest } = gate;
  const order = { decision: 'approve', toolDigest, contentDigest };
  return (key: string) => service.ask('POST', `${team}/gates/${id}/settle`, { key, body: order });
}

describe('a call at a gate', () => {
  it('is not approved by a key that its caller made', async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const admin = await service.makeKey({ roles: ['admin'], scopes: ['*'] });
    const second = (await makeKey(service, admin.key)).body;
    const other = await service.makeKey({ roles: ['approver'] });
    const settle = await callAndWait(service, admin.key);

    expect((await settle(second.key)).body.code).toBe('E_SELF_APPROVAL');
    expect(deeds.wiped).toEqual([]);
    expect((await settle(other.key)).body.status).toBe('approved');
  });

  it('is not approved through a chain of keys either, however long it is', async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const admin = await service.makeKey({ roles: ['admin'], scopes: ['*'] });
    const keys = [admin.key];
    for (let length = 0; length < 150; length += 1) {
      keys.push((await makeKey(service, keys.at(-1) ?? '')).body.key);
    }
    const settle = await callAndWait(service, admin.key);

    const settled = await settle(keys.at(-1) ?? '');

    expect([settled.status, settled.body.code]).toEqual([403, 'E_SELF_APPROVAL']);
    expect(deeds.wiped).toEqual([]);
  });
});

/** Two keys that one key or token makes, one that another of its keys makes, and one of another person. */
async function makeFamily(service: TestService, maker: string) {
  const make = async (roles: readonly string[], by = maker): Promise<string> =>
    (await makeKey(service, by, { grants: [{ roles, scopes: ['*'] }] })).body.key;
  const author = await make(['caller', 'publisher']);
  const approver = await make(['approver']);
  const admin = await make(['admin']);
  const cousin = await make(['approver'], admin);
  const other = (await service.makeKey({ roles: ['approver'] })).key;
  return { maker, author, approver, admin, cousin, other };
}

const makers = {
  'a token': async () => {
    const { service, deeds, sign } = await openWithTokens();
    return { service, deeds, maker: await sign(['admin'], 60) };
  },
  'the key of an admin': async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    return { service, deeds, maker: (await service.makeKey({ roles: ['admin'], scopes: ['*'] })).key };
  },
  'a key for everything that the key of the first start made': async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const first = await service.makeKey(everythingGrant);
    const made = await service.ask('POST', '/v1/keys', {
      key: first.key,
      body: { name: 'second', grants: [everythingGrant] },
    });
    return { service, deeds, maker: made.body.key as string };
  },
};

describe.each(Object.entries(makers))('keys that %s made', (_, open) => {
  it('do not approve calls of one another, nor does their maker, and another person does', async () => {
    const { service, deeds, maker } = await open();
    const { author, approver, admin, cousin, other } = await makeFamily(service, maker);
    const settle = await callAndWait(service, author);

    for (const key of [author, approver, admin, cousin, maker]) {
      const { status, body } = await settle(key);
      expect([status, body.code]).toEqual([403, key === author ? 'E_FORBIDDEN' : 'E_SELF_APPROVAL']);
    }
    expect(deeds.wiped).toEqual([]);
    expect((await settle(other)).body.status).toBe('approved');
  });

  it('do not approve drafts of one another, nor does their maker, and another person does', async () => {
    const { service, maker } = await open();
    const { author, approver, admin, cousin, other } = await makeFamily(service, maker);
    const digest = await propose(service, author, { draft: true });

    for (const key of [approver, admin, cousin, maker]) {
      expect((await approve(service, key, digest)).body.code).toBe('E_SELF_APPROVAL');
    }
    expect((await approve(service, other, digest)).status).toBe(200);
  });
});

describe('keys that the admin key of the first start made', () => {
  it('approve what others of them did, and so does that key, since it makes the keys of a team', async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const first = (await service.makeKey(everythingGrant)).key;
    const { author, approver, cousin } = await makeFamily(service, first);

    for (const key of [first, approver, cousin]) {
      const settle = await callAndWait(service, author);
      expect((await settle(key)).body.status).toBe('approved');
    }
    const digest = await propose(service, author, { draft: true });
    expect((await approve(service, approver, digest)).status).toBe(200);
    await vi.waitFor(() => expect(deeds.wiped).toHaveLength(3));
  });

  it('do not approve what that key did itself', async () => {
    const { tools, deeds } = createAttackTools();
    const service = await openTestService({ tools });
    const first = (await service.makeKey(everythingGrant)).key;
    const { approver, cousin } = await makeFamily(service, first);
    const settle = await callAndWait(service, first);
    const digest = await propose(service, first, { draft: true });

    for (const key of [first, approver, cousin]) {
      expect((await settle(key)).body.code).toBe('E_SELF_APPROVAL');
      expect((await approve(service, key, digest)).body.code).toBe('E_SELF_APPROVAL');
    }
    expect(deeds.wiped).toEqual([]);
  });
});

describe('a draft that is proposed by another key while it is approved', () => {
  it('is not approved, since nothing is known of that key yet', async () => {
    const { service, sign } = await openWithTokens();
    const { author, approver, other } = await makeFamily(service, await sign(['admin'], 60));
    const foreign = await service.makeKey({ roles: ['publisher'] });
    const digest = await propose(service, foreign.key, { draft: true });
    const { store } = service.service;
    const getKey = store.getKey.bind(store);
    let isReplaced = false;
    vi.spyOn(store, 'getKey').mockImplementation(async (id) => {
      // The draft was read by now, and its proposer is compared with the approver.
      if (id === foreign.id && !isReplaced) {
        isReplaced = true;
        await service.ask('POST', `${catalog}/drafts/echo/discard`, { body: { version: spec.version } });
        await propose(service, author, { draft: true });
      }
      return await getKey(id);
    });

    const late = await approve(service, approver, digest);

    expect(isReplaced).toBe(true);
    expect([late.status, late.body.code]).toEqual([409, 'E_PLAN_STALE']);
    expect((await approve(service, approver, digest)).body.code).toBe('E_SELF_APPROVAL');
    expect((await approve(service, other, digest)).status).toBe(200);
  });
});
