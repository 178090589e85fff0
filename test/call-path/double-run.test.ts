import { describe, expect, it } from 'vitest';
import type { OpenGate } from '../../packages/toolcrib/src/runtime/gates/gates.ts';
import { allow, ask } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { tool } from '../runtime.ts';
import { approve, hang, startWorld } from '../world.ts';

describe('no second run', () => {
  it('a revert whose original was pruned meanwhile never runs the handler', async () => {
    const done: string[] = [];
    const pay = tool('pay', () => `paid ${done.push('paid')}`, { revert: () => void done.push('reverted') });
    const world = startWorld();
    const first = world.start([pay], { policy: allow });
    const { invocationId } = await first.runtime.call({ tool: 'pay', args: {} });
    const asking = world.start([pay], { policy: () => ask('why') });
    void asking.runtime.revert(invocationId);
    await world.clock.advance(0);
    asking.kill();
    await world.ledger.prune(world.clock.now() + 1);

    const second = world.start([pay], { policy: () => ask('why') });
    const report = await second.runtime.recover();
    await world.clock.advance(0);
    const [gate] = await second.runtime.gates.list();
    if (gate) await second.runtime.gates.settle(gate, approve);
    await second.runtime.wait(report.waiting[0] ?? '');
    expect(done).toEqual(['paid']);
  });

  it('a verify that asks a person does not make recovery run the handler again', async () => {
    let runs = 0;
    const pay = tool('pay', () => (++runs === 1 ? hang() : 'paid'), {
      verify: async (_args, ctx) => {
        await ctx.waitFor({ name: 'seen', prompt: 'Did the payment go through?' });
        return { done: true, result: 'paid' };
      },
    });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {}, idempotencyKey: 'k' });
    const second = world.start([pay]);
    const recovering = second.runtime.recover();
    await world.clock.advance(31_000);
    await recovering;
    await second.runtime.recover();
    await world.clock.advance(1_000);
    expect(runs).toBe(1);
  });

  it('a key stays taken when verify says done but its result cannot be kept', async () => {
    let runs = 0;
    const pay = tool('pay', () => (++runs === 1 ? hang() : 'paid'), {
      verify: () => ({ done: true, result: 'x'.repeat(100_000) }),
    });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {}, idempotencyKey: 'k' });
    const artifacts = {
      put: () => Promise.reject(new Error('disk full')),
      get: () => undefined,
    };
    const second = world.start([pay], { artifacts });
    const report = await second.runtime.recover();
    await second.runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });
    expect([runs, report.failed]).toEqual([1, []]);
  });

  it('a process that lost a revert to another does not give its claim back', async () => {
    const done: string[] = [];
    const pay = tool('pay', () => 'paid', {
      revert: async () => {
        done.push('reverted');
      },
    });
    const world = startWorld();
    const policy = () => ask('why');
    const setup = world.start([pay], { policy: allow });
    const { invocationId } = await setup.runtime.call({ tool: 'pay', args: {} });
    const slow = world.start([pay], { policy, owner: 'slow' });
    const lost = slow.runtime.revert(invocationId, { caller: { id: 'ada' } });
    await world.clock.advance(0);
    slow.stall();
    const other = world.start([pay], { policy, owner: 'other' });
    const [gate] = await other.runtime.gates.list();
    await other.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(11_000);
    const report = await other.runtime.recover();
    await other.runtime.wait(report.waiting[0] ?? '');
    expect(done).toEqual(['reverted']);
    slow.letGo();
    await world.clock.advance(2_000);
    expect((await lost).problem?.code).toBe('E_CALL_IN_PROGRESS');

    const again = world.start([pay], { policy: allow, owner: 'third' });
    await again.runtime.revert(invocationId, { caller: { id: 'bob' } });
    expect(done).toEqual(['reverted']);
  });

  it('a call whose grace outlives its lease is not run again under its key', async () => {
    const writes: string[] = [];
    const pay = tool(
      'pay',
      async (_args, ctx) => {
        const { signal } = ctx;
        if (writes.push('begun') > 1) return 'second';
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await new Promise<void>((resolve) => world.clock.setTimer(resolve, 18_000));
        writes.push('committed');
        return 'paid';
      },
      { timeoutMs: 1_000, verify: () => ({ done: writes.includes('committed'), result: '' }) as never },
    );
    const world = startWorld();
    const limits = { graceMs: 20_000 };
    const a = world.start([pay], { owner: 'a', limits });
    const call = a.runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });
    await world.clock.advance(16_500);
    const b = world.start([pay], { owner: 'b', limits });
    await b.runtime.recover();
    await b.runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });
    await world.clock.advance(10_000);
    await call;
    expect(writes).toEqual(['begun', 'committed']);
  });
});
