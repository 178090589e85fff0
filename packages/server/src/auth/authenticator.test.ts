import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../store/open-service-database.ts';
import type { ServiceStore } from '../store/service-store.ts';
import { ApiKeys } from './api-keys.ts';
import { Authenticator } from './authenticator.ts';
import { everythingGrant, operatorPrincipal } from './operator-principal.ts';
import { refusalOf } from './unauthenticated.ts';

const NOW = Date.parse('2026-11-16T00:00:00.000Z');

async function openWorld() {
  const { store, close } = await openServiceDatabase({ dataFolder: ':memory:' });
  const asked: string[] = [];
  const watched = new Proxy(store, {
    get:
      (target, name: keyof ServiceStore) =>
      (...values: unknown[]) => {
        asked.push(name);
        return Reflect.apply(target[name], target, values);
      },
  });
  const clock = createFakeClock(NOW);
  const faults: unknown[] = [];
  const authenticator = new Authenticator({
    store: watched,
    clock,
    onFault: (error) => faults.push(error),
  });
  const keys = new ApiKeys({ store, clock });
  const authenticate = (authorization: string | null) =>
    authenticator.authenticate({
      headers: new Headers(authorization === null ? {} : { authorization }),
    });
  const create = (expiresAt?: string) =>
    keys.create({ name: 'One', grants: [everythingGrant], expiresAt }, operatorPrincipal);
  return { store, close, clock, keys, authenticate, create, asked, faults };
}

describe('authentication by key', () => {
  it('tells whose a key is, by the same object as long as it says the same', async () => {
    const { authenticate, create, clock } = await openWorld();
    const { key, record } = await create();

    const first = await authenticate(`Bearer ${key}`);
    await clock.advance(5_000);
    const second = await authenticate(`bearer ${key}`);

    expect(first).toEqual({
      id: `key:${record.id}`,
      kind: 'key',
      name: 'One',
      grants: [everythingGrant],
      limits: {},
      expiresAt: null,
    });
    expect(second).toBe(first);
  });

  it('refuses everything else with the same words', async () => {
    const { authenticate, create, keys } = await openWorld();
    const { key, record } = await create();
    const revoked = await create();
    await keys.revoke(revoked.record.id, { principal: operatorPrincipal, tenant: '*' });
    const wrong = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    const headers = [
      ...[null, '', 'Bearer', 'Bearer ', key, `Basic ${key}`, `Bearer  ${key}`, `Bearer ${key} x`],
      ...[`Bearer ${key}, Bearer ${key}`, `Bearer ${wrong}`, `Bearer ${key}x`, `Bearer ${revoked.key}`],
      `Bearer tcrib_${record.id}_`,
      `Bearer tcrib_${'0'.repeat(16)}_${'0'.repeat(43)}`,
      `Bearer ${'x'.repeat(100_000)}`,
      'Bearer a.b.c',
    ];

    const messages = new Set<unknown>();
    for (const header of headers) {
      const error: unknown = await authenticate(header).catch((reason: unknown) => reason);
      expect(error, String(header)).toMatchObject({ code: 'E_UNAUTHENTICATED', context: {} });
      messages.add((error as Error).message);
    }

    expect(messages.size).toBe(1);
  });

  it('tells operators what was wrong with a key, by its id', async () => {
    const { authenticate, create, keys, clock } = await openWorld();
    const { key, record } = await create();
    const short = await create(new Date(NOW + 1).toISOString());
    await clock.advance(1);
    const revoked = await create();
    await keys.revoke(revoked.record.id, { principal: operatorPrincipal, tenant: '*' });
    const wrong = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    const factsOf = async (text: string) =>
      refusalOf(await authenticate(`Bearer ${text}`).catch((reason: unknown) => reason));

    expect(await factsOf(wrong)).toEqual({ reason: 'key with a wrong secret', keyId: record.id });
    expect(await factsOf(revoked.key)).toEqual({ reason: 'revoked key', keyId: revoked.record.id });
    expect(await factsOf(short.key)).toEqual({ reason: 'expired key', keyId: short.record.id });
    expect(await factsOf(`tcrib_${'0'.repeat(16)}_${'0'.repeat(43)}`)).toEqual({
      reason: 'unknown key',
      keyId: '0'.repeat(16),
    });
    expect(await factsOf(`tcrib_${record.id}_`)).toEqual({ reason: 'malformed key' });
  });

  it('refuses a key from the moment on that it expires, and one that was revoked after a second', async () => {
    const { authenticate, create, clock, keys } = await openWorld();
    const short = await create(new Date(NOW + 500).toISOString());
    const { key, record } = await create();
    for (const each of [short.key, key]) await authenticate(`Bearer ${each}`);

    await keys.revoke(record.id, { principal: operatorPrincipal, tenant: '*' });
    await clock.advance(500);
    await expect(authenticate(`Bearer ${short.key}`)).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
    await clock.advance(500);

    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
  });

  it('asks the store once a second for a key, also when many come at once', async () => {
    const { authenticate, create, clock, asked } = await openWorld();
    const { key } = await create();

    await Promise.all(Array.from({ length: 50 }, () => authenticate(`Bearer ${key}`)));
    await clock.advance(999);
    await authenticate(`Bearer ${key}`);
    expect(asked.filter((name) => name === 'getKey')).toHaveLength(1);
    await clock.advance(1);
    await authenticate(`Bearer ${key}`);

    expect(asked.filter((name) => name === 'getKey')).toHaveLength(2);
  });

  it('knows a key as soon as it is made, also when somebody has asked for it before', async () => {
    const { authenticate, create, store } = await openWorld();
    const { key, record } = await create();
    const { store: empty } = await openServiceDatabase({ dataFolder: ':memory:' });
    const clock = createFakeClock(NOW);
    const other = new Authenticator({ store: empty, clock });
    const request = { headers: new Headers({ authorization: `Bearer ${key}` }) };
    await authenticate(`Bearer ${key}`);

    await expect(other.authenticate(request)).rejects.toMatchObject({ code: 'E_UNAUTHENTICATED' });
    const stored = await store.getKey(record.id);
    if (stored !== undefined) await empty.insertKey(stored);

    expect(await other.authenticate(request)).toMatchObject({ id: `key:${record.id}` });
  });

  it('notes the use of a key once a minute, and never one that failed', async () => {
    const { authenticate, create, clock, store, asked } = await openWorld();
    const { key, record } = await create();
    const used = async () => (await store.getKey(record.id))?.lastUsedAt;

    await expect(authenticate(`Bearer ${key.slice(0, -2)}zz`)).rejects.toThrow();
    await authenticate(`Bearer ${key}`);
    await expect.poll(used).toBe('2026-11-16T00:00:00.000Z');
    await clock.advance(59_999);
    await authenticate(`Bearer ${key}`);
    await clock.advance(1);
    await authenticate(`Bearer ${key}`);
    await expect.poll(used).toBe('2026-11-16T00:01:00.000Z');

    expect(asked.filter((name) => name === 'touchKeys')).toHaveLength(2);
  });

  it('says that the store has failed, and asks again the next time', async () => {
    const { authenticate, create, close } = await openWorld();
    const { key } = await create();
    await close();

    for (let round = 0; round < 2; round += 1) {
      await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'E_STORE_FAILED' });
    }
  });

  it('lets a request pass whose use cannot be noted, and tells of it', async () => {
    const { authenticate, create, clock, close, faults } = await openWorld();
    const { key } = await create();
    await authenticate(`Bearer ${key}`);
    await clock.advance(59_500);
    await authenticate(`Bearer ${key}`);
    await clock.advance(500);
    await close();

    await authenticate(`Bearer ${key}`);

    await expect.poll(() => faults).toMatchObject([{ code: 'E_STORE_FAILED' }]);
  });
});
