import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../store/open-service-database.ts';
import type { KeyLimits } from './key-limits.ts';
import { Limiter } from './limiter.ts';
import type { Principal } from './principal.ts';

const START = Date.parse('2026-11-16T23:59:00.000Z');
const principal = (limits: KeyLimits, id = 'key:1'): Principal => ({
  id,
  kind: 'key',
  name: 'One',
  grants: [],
  limits,
});
const call = { tenant: 'acme', tool: 'echo' };

async function openLimiter() {
  const { store } = await openServiceDatabase({ dataFolder: ':memory:' });
  const clock = createFakeClock(START);
  return { clock, store, limiter: new Limiter({ clock, store }) };
}

describe('Limiter', () => {
  it('lets everybody through who has no limits, without asking the store', async () => {
    const { clock } = await openLimiter();
    const store = new Proxy({}, { get: () => expect.fail('asked') }) as never;
    const limiter = new Limiter({ clock, store });

    for (let round = 0; round < 1_000; round += 1) {
      await limiter.takeRequest(principal({}));
      await limiter.takeCall(principal({}), call);
    }
  });

  it('refuses requests beyond the rate until the time that it names', async () => {
    const { clock, limiter } = await openLimiter();
    const who = principal({ requestsPerMinute: 7 });
    for (let round = 0; round < 7; round += 1) await limiter.takeRequest(who);

    const context = { retryAfterMs: 8_572 };
    await expect(limiter.takeRequest(who)).rejects.toMatchObject({ code: 'E_RATE_LIMITED', context });
    await clock.advance(8_571);
    await expect(limiter.takeRequest(who)).rejects.toThrow('Try again in 1 s.');
    await clock.advance(1);
    await limiter.takeRequest(who);
    await expect(limiter.takeRequest(who)).rejects.toThrow('7 requests per minute');
    await clock.advance(10_000_000);
    for (let round = 0; round < 7; round += 1) await limiter.takeRequest(who);
    await expect(limiter.takeRequest(who)).rejects.toThrow('7 requests per minute');
  });

  it('counts each principal, tenant and tool for itself', async () => {
    const { limiter } = await openLimiter();
    const limits = { requestsPerMinute: 1, callsPerMinutePerTool: 1 };

    for (const who of [principal(limits), principal(limits, 'key:2')]) {
      await limiter.takeRequest(who);
      for (const each of [call, { ...call, tenant: 'other' }, { ...call, tool: 'other' }]) {
        await limiter.takeCall(who, each);
        await expect(limiter.takeCall(who, each)).rejects.toMatchObject({
          code: 'E_RATE_LIMITED',
          context: { retryAfterMs: 60_000 },
        });
      }
    }
  });

  it('takes a limit that has changed at once', async () => {
    const { limiter } = await openLimiter();
    await limiter.takeRequest(principal({ requestsPerMinute: 1 }));

    for (let round = 0; round < 5; round += 1) await limiter.takeRequest(principal({ requestsPerMinute: 5 }));

    await expect(limiter.takeRequest(principal({ requestsPerMinute: 5 }))).rejects.toThrow('5 requests');
  });

  it('holds quotas of a day over all processes, until midnight in UTC', async () => {
    const { clock, store, limiter } = await openLimiter();
    const other = new Limiter({ clock, store });
    const who = principal({ callsPerDay: 3, callsPerDayPerTool: 2 });
    await limiter.takeCall(who, call);
    await other.takeCall(who, call);

    for (const each of [limiter, other]) {
      await expect(each.takeCall(who, call)).rejects.toMatchObject({
        code: 'E_QUOTA_EXCEEDED',
        message: 'The limit of 2 calls of this tool per day is reached. Try again in 60 s.',
        context: { retryAfterMs: 60_000 },
      });
    }
    await limiter.takeCall(who, { ...call, tool: 'other' });
    await expect(other.takeCall(who, { ...call, tool: 'third' })).rejects.toThrow('3 calls per day');
    await clock.advance(59_999);
    await expect(limiter.takeCall(who, call)).rejects.toMatchObject({ context: { retryAfterMs: 1 } });
    await clock.advance(1);

    await limiter.takeCall(who, call);
  });

  it('does not ask the store for a quota that is used up', async () => {
    const { clock, store } = await openLimiter();
    let asked = 0;
    const counting = {
      ...store,
      countUse: (...use: Parameters<typeof store.countUse>) => {
        asked += 1;
        return store.countUse(...use);
      },
    };
    const limiter = new Limiter({ clock, store: counting });
    await limiter.takeCall(principal({ callsPerDay: 1 }), call);

    for (let round = 0; round < 20; round += 1) {
      await expect(limiter.takeCall(principal({ callsPerDay: 1 }), call)).rejects.toThrow('per day');
    }

    expect(asked).toBe(2);
  });

  it('holds limits per minute over all processes, and over a restart', async () => {
    const { clock, store, limiter } = await openLimiter();
    const other = new Limiter({ clock, store });
    const who = principal({ requestsPerMinute: 4, callsPerMinutePerTool: 2 });
    for (const each of [limiter, other, limiter, other]) await each.takeRequest(who);
    for (const each of [limiter, other]) await each.takeCall(who, call);

    for (const each of [limiter, other, new Limiter({ clock, store })]) {
      await expect(each.takeRequest(who)).rejects.toMatchObject({ context: { retryAfterMs: 15_000 } });
      await expect(each.takeCall(who, call)).rejects.toMatchObject({ context: { retryAfterMs: 30_000 } });
    }
    await clock.advance(15_000);
    await other.takeRequest(who);
    await expect(limiter.takeRequest(who)).rejects.toMatchObject({ context: { retryAfterMs: 15_000 } });
  });

  it('knows a principal again that it had to forget', async () => {
    const { limiter } = await openLimiter();
    const who = (index: number) => principal({ requestsPerMinute: 1 }, `key:${index}`);
    for (let index = 0; index <= 10_000; index += 1) await limiter.takeRequest(who(index));

    await expect(limiter.takeRequest(who(0))).rejects.toThrow('1 requests');
  });
});
