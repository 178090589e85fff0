import { describe, expect, it } from 'vitest';
import { withJsonSchema } from '../../packages/toolcrib/src/core/schema/with-json-schema.ts';
import { createToolRegistry } from '../../packages/toolcrib/src/core/sealed-tool-registry.ts';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';
import type { OpenGate } from '../../packages/toolcrib/src/runtime/gates/gates.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import { allow, ask } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';
import { approve, hang, startWorld } from '../world.ts';

const text = (rendering: { parts: readonly unknown[] }) => JSON.stringify(rendering.parts);

describe('the life of a call', () => {
  it('a resumed call that meets a failure for a moment is not lost to this process', async () => {
    const pay = tool('pay', () => 'paid');
    const world = startWorld();
    const policy = () => ask('why');
    await world.killDuring([pay], { tool: 'pay', args: {} }, { policy });
    const registry = createToolRegistry([pay]);
    let failures = 1;
    const resolver = {
      list: () => registry.list(),
      resolve: (name: string) => {
        if (failures-- > 0) throw new Error('registry is reloading');
        return registry.resolve(name);
      },
    };
    const second = world.start([pay], { policy, resolver });
    const report = await second.runtime.recover();
    const [gate] = await second.runtime.gates.list();
    await second.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(0);
    await second.runtime.recover();
    const ended = await second.runtime.wait(report.waiting[0] ?? '').then(
      (record) => record.status,
      (error: Error) => error.message,
    );
    const closed = await second.runtime.close().then(
      () => 'closed',
      (error: Error) => error.message,
    );
    expect([ended, closed]).toEqual(['ok', 'closed']);
  });

  it('after close no timer is left and nothing is run', async () => {
    let runs = 0;
    const pay = tool('pay', () => `${++runs}`);
    const world = startWorld();
    const a = world.start([pay], { policy: () => ask('why') });
    void a.runtime.call({ tool: 'pay', args: {} });
    await world.clock.advance(0);
    const [gate] = await a.runtime.gates.list();
    await a.runtime.close();
    const timers = world.clock.pendingTimers;
    await a.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(2_000);
    expect([timers, runs]).toEqual([0, 0]);
  });

  it('a call that was aborted while it was written down does not run', async () => {
    let runs = 0;
    const pay = tool('pay', () => `${++runs}`);
    const inner = memoryLedger();
    const writing = deferred<void>();
    const ledger = {
      isDurable: true,
      insert: async (entry: never) => {
        await writing.promise;
        return inner.insert(entry);
      },
      replace: (entry: never) => inner.replace(entry),
      get: (id: string) => inner.get(id),
      find: (query: never) => inner.find(query),
      findSummaries: (query: never) => inner.findSummaries(query),
      prune: (before: number) => inner.prune(before),
    };
    const { runtime } = startRuntime([pay], { ledger: ledger as never });
    const controller = new AbortController();
    const call = runtime.call({ tool: 'pay', args: {}, signal: controller.signal });
    controller.abort();
    writing.resolve();
    const record = await call;
    expect([record.status, runs]).toEqual(['aborted', 0]);
  });

  it('a ledger that never answers does not hold a call for ever', async () => {
    const inner = memoryLedger();
    const ledger = {
      isDurable: true,
      insert: hang,
      replace: hang,
      get: () => undefined,
      find: () => [],
      findSummaries: () => [],
      prune: () => 0,
    };
    void inner;
    const pay = tool('pay', () => 'paid');
    const { runtime, clock } = startRuntime([pay], { ledger: ledger as never });
    const controller = new AbortController();
    let ended = false;
    void runtime.call({ tool: 'pay', args: {}, signal: controller.signal }).then(() => {
      ended = true;
    });
    await clock.advance(60_000);
    controller.abort();
    await clock.advance(600_000);
    expect(ended).toBe(true);
  });

  it('a revert that a person found to have done nothing can be asked for again', async () => {
    const done: string[] = [];
    let attempts = 0;
    const pay = tool('pay', () => 'paid', {
      revert: () => (++attempts === 1 ? (hang() as Promise<never>) : void done.push('reverted')),
    });
    const world = startWorld();
    const first = world.start([pay]);
    const { invocationId } = await first.runtime.call({ tool: 'pay', args: {} });
    void first.runtime.revert(invocationId);
    await world.clock.advance(0);
    first.kill();
    const second = world.start([pay]);
    const { unknown } = await second.runtime.recover();
    await second.runtime.conclude(unknown[0] ?? '', { tookEffect: false, by: 'ada' });
    const record = await second.runtime.revert(invocationId);
    expect([record.status, done]).toEqual(['ok', ['reverted']]);
  });

  it('whoever lost a call to another process is not told that it had no effect', async () => {
    let runs = 0;
    const pay = tool('pay', () => `${++runs}`);
    const world = startWorld();
    const policy = () => ask('why');
    const slow = world.start([pay], { policy, owner: 'slow' });
    const lost = slow.runtime.call({ tool: 'pay', args: {} });
    await world.clock.advance(0);
    slow.stall();
    const other = world.start([pay], { policy, owner: 'other' });
    const [gate] = await other.runtime.gates.list();
    await other.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(11_000);
    const report = await other.runtime.recover();
    await other.runtime.wait(report.waiting[0] ?? '');
    slow.letGo();
    await world.clock.advance(2_000);
    const record = await lost;
    expect(runs).toBe(1);
    expect(text(slow.runtime.renderForModel(record))).not.toContain('may be made again');
    expect(record.sideEffect).not.toBe('none');
  });

  it('a call that waited in vain for its twin does not invite to call again', async () => {
    const pay = tool('pay', hang, { timeoutMs: 60_000 });
    const { runtime, clock } = startRuntime([pay]);
    void runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k' });
    const twin = runtime.call({ tool: 'pay', args: {}, idempotencyKey: 'k', timeoutMs: 1_000 });
    await clock.advance(2_000);
    const record = await twin;
    expect(text(runtime.renderForModel(record))).not.toContain('may be made again');
  });

  it('a caller of one tenant cannot take back a call of another', async () => {
    let reverts = 0;
    const pay = tool('pay', () => 'paid', { revert: () => void reverts++ });
    const { runtime } = startRuntime([pay]);
    const { invocationId } = await runtime.call({
      tool: 'pay',
      args: {},
      caller: { id: 'a', tenant: 'one' },
    });
    await runtime.revert(invocationId, { caller: { id: 'b', tenant: 'two' } }).catch(() => undefined);
    expect(reverts).toBe(0);
  });

  it('telemetry that fails after the handler has begun does not fail the call', async () => {
    const pay = tool('pay', async () => 'paid');
    const telemetry = {
      startCall: () => ({
        run: (work: () => unknown) => {
          work();
          throw new Error('telemetry');
        },
        end: () => undefined,
      }),
    };
    const { runtime } = startRuntime([pay], { telemetry: telemetry as never });
    expect((await runtime.call({ tool: 'pay', args: {} })).status).toBe('ok');
  });

  it('the words of an author are bounded as results are', async () => {
    const pay = tool('pay', () => {
      throw new ToolError('x'.repeat(5_000_000));
    });
    const { runtime } = startRuntime([pay]);
    const record = await runtime.call({ tool: 'pay', args: {} });
    expect(text(runtime.renderForModel(record)).length).toBeLessThan(100_000);
  });

  it('one call that cannot be looked at does not keep the others from recovery', async () => {
    const pay = tool('pay', hang);
    const bad = tool('bad', hang);
    const world = startWorld();
    const first = world.start([bad, pay]);
    void first.runtime.call({ tool: 'bad', args: {} });
    void first.runtime.call({ tool: 'pay', args: {} });
    await world.clock.advance(0);
    first.kill();
    const registry = createToolRegistry([pay, bad]);
    const resolver = {
      list: () => registry.list(),
      resolve: (name: string) => {
        if (name === 'bad') throw new Error('gone');
        return registry.resolve(name);
      },
    };
    const second = world.start([], { resolver });
    const report = await second.runtime.recover().catch(() => undefined);
    expect(report?.unknown.length).toBeGreaterThan(0);
  });

  it('callAll takes any number of calls', async () => {
    const look = tool('look', () => 'seen', { effect: 'read' });
    const { runtime } = startRuntime([look]);
    const requests = Array.from({ length: 200_000 }, () => ({ tool: 'look', args: {} }));
    expect(await runtime.callAll(requests)).toHaveLength(200_000);
  });

  it('a policy sees what the handler gets, also when the schema makes an instance of it', async () => {
    class Command {
      readonly path: string;
      constructor(path: string) {
        this.path = path;
      }
    }
    const library = {
      '~standard': {
        version: 1 as const,
        vendor: 'x',
        validate: () => ({ value: new Command('/etc/passwd') }),
      },
    };
    const seen: unknown[] = [];
    let got: unknown;
    const read = tool(
      'read',
      (args) => {
        got = args;
        return 'x';
      },
      {
        inputSchema: withJsonSchema(library as never, {
          type: 'object',
          properties: { path: { type: 'string' } },
        }),
      },
    );
    const { runtime } = startRuntime([read], {
      policy: ({ args }) => {
        if (args !== undefined) seen.push(args);
        return allow();
      },
    });
    await runtime.call({ tool: 'read', args: { path: '/safe/x' } });
    expect(seen[0]).toBe(got);
  });

  it('a handler that swallows the loss of its call does not end it as ok', async () => {
    const done: string[] = [];
    const pay = tool('pay', async (_args, ctx) => {
      try {
        await ctx.waitFor({ name: 'sure', prompt: '?' });
      } catch {
        // goes on without an answer
      }
      done.push('paid');
      return 'paid';
    });
    const world = startWorld();
    const slow = world.start([pay], { owner: 'slow' });
    const lost = slow.runtime.call({ tool: 'pay', args: {} });
    await world.clock.advance(0);
    slow.stall();
    const other = world.start([pay], { owner: 'other' });
    const [gate] = await other.runtime.gates.list();
    await other.runtime.gates.settle(gate as OpenGate, approve);
    await world.clock.advance(11_000);
    const report = await other.runtime.recover();
    await other.runtime.wait(report.waiting[0] ?? '');
    slow.letGo();
    await world.clock.advance(2_000);
    expect((await lost).status).toBe('aborted');
  });

  it('a call that a person found to have taken effect can be taken back', async () => {
    const done: string[] = [];
    const pay = tool('pay', hang, { revert: () => void done.push('reverted') });
    const world = startWorld();
    await world.killDuring([pay], { tool: 'pay', args: {} });
    const second = world.start([pay]);
    const { unknown } = await second.runtime.recover();
    await second.runtime.conclude(unknown[0] ?? '', { tookEffect: true, by: 'ada' });
    await second.runtime.revert(unknown[0] ?? '').catch(() => undefined);
    expect(done).toEqual(['reverted']);
  });
});
