import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { startRuntime, tool } from '../../../../test/runtime.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import { allow, ask, type Decision, deny } from './policy/policy.ts';

describe('runtime.withTools', () => {
  it('runs other tools on the same ledger, events and gates, and closes with the first', async () => {
    const { runtime, events } = startRuntime([tool('base', () => 'base')]);
    const view = runtime.withTools(new ToolRegistry([tool('other', () => 'other')]));

    const record = await view.call({ tool: 'other', args: {}, turnId: 'turn-1' });
    expect(record).toMatchObject({ status: 'ok', turnId: 'turn-1' });
    expect(record.toJSON()).toMatchObject({ turnId: 'turn-1' });
    expect((await view.call({ tool: 'base', args: {} })).status).toBe('unknown_tool');
    expect((await runtime.wait(record.invocationId)).status).toBe('ok');
    expect(events.events[0]).toMatchObject({ type: 'tool-call-start', turnId: 'turn-1' });
    expect(view.gates).toBe(runtime.gates);

    await runtime.close();
    expect((await view.call({ tool: 'other', args: {} })).problem?.code).toBe('E_RUNTIME_CLOSED');
  });

  it('refuses what is no resolver', () => {
    const { runtime } = startRuntime([]);
    expect(errorOf(() => runtime.withTools([] as never))).toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option: 'resolver' },
    });
  });

  it('asks a guard with the arguments as they came, once more after a wait, and takes the stricter answer', async () => {
    const seen: unknown[] = [];
    const asks = ask('the guard asks');
    const decisions: Decision[] = [deny('the guard says no'), asks, asks, allow()];
    const work = tool('work', () => 'done', {
      inputSchema: { type: 'object', properties: { n: { type: 'number', default: 1 } } },
    });
    const { runtime, clock } = startRuntime([], { policy: () => allow() });
    const view = runtime.withTools(new ToolRegistry([work]), {
      guard: ({ args, invocationId }) => {
        seen.push({ args, invocationId });
        return decisions.shift() ?? deny('asked too often');
      },
    });

    const denied = await view.call({ tool: 'work', args: '{}' });
    expect(denied.problem?.message).toContain('the guard says no');
    expect(seen).toEqual([{ args: {}, invocationId: denied.invocationId }]);

    const asking = view.call({ tool: 'work', args: {} });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    expect(gate?.prompt).toBe('the guard asks');
    await runtime.gates.settle(gate as never, { decision: 'approve', approver: 'ada' });
    expect((await asking).status).toBe('ok');
    expect((await view.call({ tool: 'work', args: {} })).status).toBe('ok');
    expect(seen).toHaveLength(4);
    expect(seen[2]).toEqual(seen[1]);
  });

  it('takes a guard that throws or answers nonsense for a no, and cannot be overruled by one', async () => {
    const registry = new ToolRegistry([tool('work', () => 'done')]);
    const { runtime } = startRuntime([], {
      policy: ({ args }) => (args === undefined ? allow() : deny('the policy says no')),
    });
    const { runtime: open } = startRuntime([], { policy: () => allow() });
    const guards = [
      () => {
        throw new Error('secret');
      },
      () => 'yes' as never,
      () => Promise.resolve(allow()) as never,
    ];

    for (const guard of guards) {
      const record = await open.withTools(registry, { guard }).call({ tool: 'work', args: {} });
      expect(record.status).toBe('denied');
      expect(record.problem?.message).not.toContain('secret');
    }
    const { status } = await runtime.withTools(registry, { guard: allow }).call({ tool: 'work', args: {} });
    expect(status).toBe('denied');
  });

  it('asks no guard for a preview, so that a guard can count calls', async () => {
    const seen: unknown[] = [];
    const work = tool('work', () => 'done');
    const guard = (call: object) => (seen.push(call) > 0 ? ask('the guard asks') : allow());
    const view = startRuntime([]).runtime.withTools(new ToolRegistry([work]), { guard });

    const { verdict } = await view.preview({ tool: 'work', args: {} });

    expect([verdict, await view.mayAsk(work), seen]).toEqual(['allow', false, []]);
  });

  it('asks the guards of all that it was made of', async () => {
    const { runtime } = startRuntime([], { policy: () => allow() });
    const registry = new ToolRegistry([tool('work', () => 'done')]);
    const guarded = runtime.withTools(registry, { guard: () => deny('the first says no') });

    for (const view of [guarded.withTools(registry), guarded.withTools(registry, { guard: allow })]) {
      expect((await view.call({ tool: 'work', args: {} })).problem?.message).toContain('the first says no');
    }
  });

  it('adds up what a handler reports of its usage, and ignores what comes too late', async () => {
    const usage = { inputTokens: 10, cachedInputTokens: 4, outputTokens: 2 };
    let late: (() => void) | undefined;
    const thinks = tool('thinks', (_args, ctx) => {
      ctx.reportUsage(usage);
      ctx.reportUsage(usage);
      ctx.reportUsage(undefined as never);
      late = () => ctx.reportUsage(usage);
      return `in turn ${ctx.turnId}`;
    });
    const { runtime } = startRuntime([thinks]);

    const record = await runtime.call({ tool: 'thinks', args: {}, turnId: 'turn-7' });
    late?.();
    expect(record.usage).toEqual({ inputTokens: 20, cachedInputTokens: 8, outputTokens: 4 });
    expect(record.result).toEqual({ kind: 'text', text: 'in turn turn-7' });
    expect((await runtime.call({ tool: 'nothing', args: {} })).usage).toBeUndefined();
  });
});
