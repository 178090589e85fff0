import { describe, expect, it } from 'vitest';
import { deferred, startRuntime, tool } from '../../../../test/runtime.ts';
import { createFakeIds } from '../testing/fake-ids.ts';
import type { CallRecord } from './call-record.ts';
import type { OpenGate } from './gates/gates.ts';
import { memoryLedger } from './ledger/memory-ledger.ts';
import { ask } from './policy/policy.ts';

describe('runtime.start', () => {
  it('tells the id of a call at once, and its record when it has ended', async () => {
    const answer = deferred<string>();
    const { runtime, events } = startRuntime([tool('slow', () => answer.promise)]);

    const { invocationId, ended } = runtime.start({ tool: 'slow', args: {} });
    const waited = runtime.wait(invocationId);
    answer.resolve('there');
    const record = await ended;

    expect(record).toMatchObject({ invocationId, status: 'ok', result: { text: 'there' } });
    expect(await waited).toBe(record);
    expect(events.ofType('tool-call-start')).toMatchObject([{ invocationId }]);
  });

  it('tells when the ledger has the call, or that it has ended', async () => {
    const place = deferred<string>();
    const slow = tool('slow', () => place.promise, { maxConcurrent: 1 });
    const { runtime, clock } = startRuntime([slow]);
    const seen: string[] = [];
    const first = runtime.start({ tool: 'slow', args: {} });
    const second = runtime.start({ tool: 'slow', args: {} });
    const unknown = runtime.start({ tool: 'nothing', args: {} });
    for (const [name, { recorded }] of Object.entries({ first, second, unknown })) {
      void recorded.then((isRecorded) => seen.push(`${name} ${isRecorded}`));
    }
    await clock.advance(0);
    const early = [...seen].sort();

    place.resolve('there');
    await second.ended;

    expect(early).toEqual(['first true', 'unknown true']);
    expect(seen).toContain('second true');
    await expect(runtime.wait(first.invocationId)).resolves.toMatchObject({ status: 'ok' });
  });

  it('tells that the ledger does not have a call whose idempotency key was used', async () => {
    const { runtime } = startRuntime([tool('once', () => 'there')]);
    const request = { tool: 'once', args: {}, idempotencyKey: 'k' };

    const [first, second] = [runtime.start(request), runtime.start(request)];

    expect([await first.recorded, await second.recorded]).toEqual([true, false]);
    expect((await second.ended).replayOf).toBe(first.invocationId);
  });

  it('tells which call goes on already with the idempotency key, here or elsewhere', async () => {
    const ledger = memoryLedger();
    const tools = [tool('pay', () => 'paid')];
    const options = { ledger, policy: () => ask('money') };
    const here = startRuntime(tools, options);
    const elsewhere = startRuntime(tools, { ...options, randomId: createFakeIds('other') });
    const request = { tool: 'pay', args: {}, idempotencyKey: 'k' };
    const first = here.runtime.start(request);
    await here.clock.advance(0);

    const controller = new AbortController();
    const again = here.runtime.start({ ...request, signal: controller.signal });
    const there = elsewhere.runtime.start(request);
    const other = here.runtime.start({ ...request, args: { amount: 5 } });

    expect(await Promise.all([first.joined, again.joined, there.joined, other.joined])).toEqual([
      undefined,
      first.invocationId,
      first.invocationId,
      undefined,
    ]);
    expect((await there.ended).problem?.code).toBe('E_CALL_IN_PROGRESS');
    controller.abort();
    expect((await again.ended).status).toBe('aborted');
    const [gate] = await here.runtime.gates.list();
    await here.runtime.gates.settle(gate as OpenGate, { decision: 'approve', approver: 'ada' });
    await first.ended;
    expect(await here.runtime.start(request).joined).toBeUndefined();
  });

  it('gives the record of a call that cannot be made, too', async () => {
    const { runtime } = startRuntime([]);
    await runtime.close();

    const { invocationId, recorded, ended } = runtime.start({ tool: 'nothing', args: {} });

    await recorded;
    expect(await ended).toMatchObject({ invocationId, problem: { code: 'E_RUNTIME_CLOSED' } });
  });

  it('keeps where a call comes from, and where one comes from that takes it back', async () => {
    const ledger = memoryLedger();
    const { runtime } = startRuntime([tool('pay', () => 'paid', { revert: () => undefined })], { ledger });

    const paid = await runtime.call({ tool: 'pay', args: {}, origin: 'desk 4' });
    const reverted = await runtime.revert(paid.invocationId);
    const other = await runtime.call({ tool: 'pay', args: {} });

    const originOf = async ({ invocationId }: CallRecord) => (await ledger.get(invocationId))?.origin;
    expect(await Promise.all([paid, reverted, other].map(originOf))).toEqual(['desk 4', 'desk 4', null]);
  });

  it.each(['', 'x'.repeat(257), 5 as never])('refuses the origin %o', (origin) => {
    const { runtime } = startRuntime([]);

    expect(() => runtime.start({ tool: 'nothing', args: {}, origin })).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION' }),
    );
  });

  it('throws what only a programmer can get wrong', () => {
    const { runtime } = startRuntime([]);

    expect(() => runtime.start({ tool: 'nothing', args: {}, timeoutMs: 0 })).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION' }),
    );
  });
});
