import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { defineTool } from '../../core/define-tool.ts';
import { ToolcribError } from '../../core/errors.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { allow, ask } from '../policy/policy.ts';
import type { RuntimeOptions } from '../runtime-options.ts';
import { signApproval } from './approval.ts';
import { GateRejection } from './gate-rejection.ts';
import type { OpenGate } from './gates.ts';

const approve = { decision: 'approve', approver: 'ada' } as const;

/** A runtime with one call of a tool that is asked about, waiting at its gate. */
async function startGated(options: Partial<RuntimeOptions> = {}) {
  const effects: unknown[] = [];
  const pay = tool(
    'pay',
    (args) => {
      effects.push(args);
      return 'paid';
    },
    {
      inputSchema: { type: 'object', properties: { amount: { type: 'number', default: 7 } } },
    },
  );
  const started = startRuntime([pay], { policy: () => ask('payments need approval'), ...options } as never);
  const call = started.runtime.call({ tool: 'pay', args: {}, caller: { id: 'agent', tenant: 'acme' } });
  await started.clock.advance(0);
  const gates = await started.runtime.gates.list();
  return { ...started, call, gate: gates[0] as OpenGate, gates, effects };
}

describe('gates of a policy', () => {
  it('[G1, G4] suspend the call, are listed with what is asked for, and let it go on once approved', async () => {
    const { runtime, call, gate, gates, effects, events, clock } = await startGated();
    await clock.advance(60_000);

    const before = effects.length;
    const outcome = await runtime.gates.settle(gate, approve);
    const record = await call;

    expect(gates).toHaveLength(1);
    expect(gate).toMatchObject({
      toolName: 'pay',
      tenant: 'acme',
      callerId: 'agent',
      kind: 'approval',
      prompt: 'payments need approval',
      details: { arguments: { amount: 7 } },
    });
    expect([before, outcome, effects]).toEqual([0, { status: 'accepted' }, [{ amount: 7 }]]);
    expect([record.status, record.timings.waitedMs]).toEqual(['ok', 60_000]);
    expect(record.gates).toEqual([
      { name: 'approval', status: 'approved', approver: 'ada', reason: undefined },
    ]);
    expect(events.types()).toEqual(['tool-call-start', 'gate-open', 'gate-settled', 'tool-call-end']);
    expect(await runtime.gates.list()).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('[G3] end a call that was rejected as denied, with reason and approver and without an effect', async () => {
    const { runtime, call, gate, effects } = await startGated();

    await runtime.gates.settle(gate, { decision: 'reject', approver: 'ada', reason: 'too expensive' });
    const record = await call;

    expect([record.status, record.sideEffect, effects]).toEqual(['denied', 'none', []]);
    expect(record.problem?.message).toBe('Tool "pay" was not run: ada did not approve it: too expensive.');
    expect(record.gates).toEqual([
      { name: 'approval', status: 'rejected', approver: 'ada', reason: 'too expensive' },
    ]);
  });

  it('tell a reason that is a sentence with one full stop', async () => {
    const { runtime, call, gate } = await startGated();

    await runtime.gates.settle(gate, { decision: 'reject', approver: 'ada', reason: 'It is too expensive.' });

    const message = 'Tool "pay" was not run: ada did not approve it: It is too expensive.';
    expect((await call).problem?.message).toBe(message);
  });

  it('tell the names of caller and approver, as they were then', async () => {
    const { runtime, clock, events } = startRuntime([tool('pay', () => 'paid')], {
      policy: () => ask('money'),
    });
    const caller = { id: 'k1', name: 'support agent' };
    const call = runtime.call({ tool: 'pay', args: {}, caller });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();

    const long = { ...approve, approverName: 'x'.repeat(513) };
    const refused = await runtime.gates.settle(gate as OpenGate, long);
    await runtime.gates.settle(gate as OpenGate, {
      ...{ decision: 'reject', approver: 'p1', approverName: 'Ada', reason: 'no' },
    });

    expect(gate?.callerName).toBe('support agent');
    expect(refused).toMatchObject({
      status: 'invalid',
      reason: expect.stringContaining('name of the approver'),
    });
    expect((await call).gates).toMatchObject([{ approver: 'p1', approverName: 'Ada' }]);
    expect((await call).problem?.message).toBe('Tool "pay" was not run: Ada did not approve it: no.');
    expect(events.events.filter(({ type }) => type.startsWith('gate-'))).toMatchObject([
      { type: 'gate-open', callerName: 'support agent' },
      { type: 'gate-settled', callerName: 'support agent', approverName: 'Ada', reason: 'no' },
    ]);
    await expect(
      runtime.call({ tool: 'pay', args: {}, caller: { id: 'k1', name: 7 as never } }),
    ).rejects.toThrow('has a name that is no text');
  });

  it('[G3] let the calls after a denied one go on', async () => {
    const { runtime, clock } = startRuntime(
      [tool('pay', () => 'paid'), tool('look', () => 'seen', { effect: 'read' })],
      {
        policy: ({ tool: { name } }) => (name === 'pay' ? ask('money') : allow()),
      },
    );
    const running = runtime.callAll([
      { tool: 'pay', args: {} },
      { tool: 'look', args: {} },
    ]);
    await clock.advance(0);
    const [gate] = await runtime.gates.list();

    await runtime.gates.settle(gate as OpenGate, { decision: 'reject', approver: 'ada' });

    expect((await running).map(({ status }) => status)).toEqual(['denied', 'ok']);
  });

  it('[G5] time out after a quarter of an hour by default', async () => {
    const { call, clock, runtime, gate, effects } = await startGated();
    await clock.advance(899_999);
    expect(await runtime.gates.list()).toHaveLength(1);
    await clock.advance(1);

    const record = await call;

    expect([record.status, record.sideEffect, effects]).toEqual(['timed_out', 'none', []]);
    expect(record.gates[0]?.status).toBe('timed_out');
    expect(await runtime.gates.settle(gate, approve)).toEqual({ status: 'late' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('[G5] stay open as long as the tool says', async () => {
    const { runtime, clock } = startRuntime([tool('pay', () => 'paid', { gateTimeoutMs: 5_000 })], {
      policy: () => ask('money'),
    });
    const call = runtime.call({ tool: 'pay', args: {} });
    await clock.advance(4_999);
    expect(await runtime.gates.list()).toHaveLength(1);

    await clock.advance(1);

    expect((await call).status).toBe('timed_out');
  });

  it('[G1] end with the call that is aborted', async () => {
    const controller = new AbortController();
    const { runtime, clock } = startRuntime([tool('pay', () => 'paid')], { policy: () => ask('money') });
    const call = runtime.call({ tool: 'pay', args: {}, signal: controller.signal });
    await clock.advance(0);

    controller.abort();
    const record = await call;

    expect([record.status, record.sideEffect, record.gates[0]?.status]).toEqual([
      'aborted',
      'none',
      'aborted',
    ]);
    expect(await runtime.gates.list()).toEqual([]);
  });

  it('[G2] answer the second of two settlements with late', async () => {
    const { runtime, call, gate } = await startGated();

    const outcomes = await Promise.all([
      runtime.gates.settle(gate, approve),
      runtime.gates.settle(gate, { decision: 'reject', approver: 'bob' }),
    ]);
    await call;

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['accepted', 'late']);
    expect(await runtime.gates.settle(gate, approve)).toEqual({ status: 'late' });
  });

  it.each([
    {
      name: 'other arguments',
      change: { contentDigest: 'sha256/v1:0' },
      reason: 'it is for other arguments',
    },
    {
      name: 'another definition',
      change: { toolDigest: 'sha256/v1:0' },
      reason: 'it is for another definition of the tool',
    },
    { name: 'an unknown gate', change: { gateId: 'id-999999.0' }, reason: 'there is no such gate' },
    { name: 'a gate id that is none', change: { gateId: 5 }, reason: 'there is no such gate' },
  ])('[G4] refuse an approval for $name and stay open', async ({ change, reason }) => {
    const { runtime, gate } = await startGated();

    // Partly wrong on purpose.
    const outcome = await runtime.gates.settle({ ...gate, ...change } as OpenGate, approve);

    expect(outcome).toMatchObject({ status: 'invalid', reason });
    expect(await runtime.gates.list()).toEqual([gate]);
  });

  it.each([
    { name: 'nobody', decision: { decision: 'approve', approver: '' } },
    { name: 'no decision', decision: { decision: 'yes', approver: 'ada' } },
    { name: 'a value that nobody asked for', decision: { ...approve, value: 5 } },
  ])('[G2] refuse a settlement by $name', async ({ decision }) => {
    const { runtime, gate } = await startGated();

    // Wrong on purpose.
    expect(await runtime.gates.settle(gate, decision as never)).toMatchObject({ status: 'invalid' });
    expect(await runtime.gates.list()).toHaveLength(1);
  });

  it('[G4] accept an approval from outside only when it is signed, for this gate, and in time', async () => {
    const key = new Uint8Array(32).fill(7);
    const { runtime, gate, call, clock } = await startGated({ gates: { keys: [key] } });
    const approval = {
      gateId: gate.gateId,
      invocationId: gate.invocationId,
      toolDigest: gate.toolDigest,
      contentDigest: gate.contentDigest,
      expiresAt: clock.now() + 1_000,
      ...approve,
    };

    const forged = await runtime.gates.settleSigned(signApproval(approval, new Uint8Array(32)));
    const expired = await runtime.gates.settleSigned(
      signApproval({ ...approval, expiresAt: clock.now() - 1 }, key),
    );
    const moved = await runtime.gates.settleSigned(
      signApproval({ ...approval, invocationId: 'id-000099' }, key),
    );
    const other = await runtime.gates.settleSigned(
      signApproval({ ...approval, contentDigest: 'sha256/v1:0' }, key),
    );
    const accepted = await runtime.gates.settleSigned(signApproval(approval, key));
    const again = await runtime.gates.settleSigned(signApproval(approval, key));

    expect([forged, expired, moved, other].map(({ status }) => status)).toEqual(Array(4).fill('invalid'));
    expect([accepted.status, again.status]).toEqual(['accepted', 'late']);
    expect((await call).gates[0]?.approver).toBe('ada');
  });

  it('accept no signed approval without keys', async () => {
    const { runtime } = await startGated();

    expect(await runtime.gates.settleSigned('v1.e30.AAAA')).toMatchObject({ status: 'invalid' });
  });

  it('work when the ledger is off', async () => {
    const { runtime, call, gate } = await startGated({ ledger: false });

    await runtime.gates.settle(gate, approve);

    expect((await call).status).toBe('ok');
  });

  it('are listed by tenant', async () => {
    const { runtime, gate } = await startGated();

    expect(await runtime.gates.list({ tenant: 'acme' })).toEqual([gate]);
    expect(await runtime.gates.list({ tenant: 'other' })).toEqual([]);
  });
});

describe('gates of a handler', () => {
  const askSize = { name: 'size', prompt: 'Which size?', schema: z.object({ size: z.number().min(1) }) };

  it('[G1] give the answer, checked and typed by the schema, and do not count into the deadline', async () => {
    const order = defineTool({
      name: 'order',
      description: '',
      inputSchema: z.object({}),
      handler: async (_, { waitFor }) => {
        const answer = await waitFor(askSize);
        expectTypeOf(answer).toEqualTypeOf<{ size: number }>();
        const nothing = await waitFor({ name: 'sure', prompt: 'Sure?' });
        expectTypeOf(nothing).toEqualTypeOf<undefined>();
        return `size ${answer.size}`;
      },
    });
    const { runtime, clock } = startRuntime([order]);
    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(600_000);
    const [first] = await runtime.gates.list();

    const invalid = await runtime.gates.settle(first as OpenGate, { ...approve, value: { size: 0 } });
    const valid = await runtime.gates.settle(first as OpenGate, { ...approve, value: { size: 4 } });
    await clock.advance(600_000);
    const [second] = await runtime.gates.list();
    await runtime.gates.settle(second as OpenGate, { ...approve, approver: 'bob' });
    const record = await call;

    expect(first).toMatchObject({
      kind: 'question',
      name: 'size',
      prompt: 'Which size?',
      schema: { type: 'object' },
    });
    expect(invalid).toMatchObject({ status: 'invalid', issues: [{ path: ['size'] }] });
    expect(valid).toEqual({ status: 'accepted' });
    expect(record.result).toEqual({ kind: 'text', text: 'size 4' });
    expect([record.timings.waitedMs, record.timings.ranMs]).toEqual([1_200_000, 0]);
    expect(record.gates.map(({ name, approver }) => `${name} ${approver}`)).toEqual(['size ada', 'sure bob']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('[G2] check an answer by the schema of the handler that waits, which may say more than its JSON Schema', async () => {
    const even = z.object({ size: z.number().refine((size) => size % 2 === 0, 'must be even') });
    const { runtime, clock } = startRuntime([
      tool('order', async (_, { waitFor }) => `size ${(await waitFor({ ...askSize, schema: even })).size}`),
    ]);
    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(0);
    const open = await runtime.gates.list();

    const odd = await runtime.gates.settle(open[0] as OpenGate, { ...approve, value: { size: 3 } });
    await clock.advance(0);
    const stillOpen = await runtime.gates.list();
    const valid = await runtime.gates.settle(open[0] as OpenGate, { ...approve, value: { size: 4 } });

    expect(odd).toMatchObject({ status: 'invalid', issues: [{ path: ['size'], message: 'must be even' }] });
    expect(stillOpen).toEqual(open);
    expect(valid).toEqual({ status: 'accepted' });
    expect((await call).result).toEqual({ kind: 'text', text: 'size 4' });
  });

  it.each([
    { name: 'rejected', status: 'denied', code: 'E_CALL_DENIED' },
    { name: 'timed out', status: 'timed_out', code: 'E_CALL_TIMED_OUT' },
    { name: 'aborted', status: 'aborted', code: 'E_CALL_ABORTED' },
  ])('[G1, G3] end the call when $name and nobody catches it', async ({ name, status, code }) => {
    let effects = 0;
    const controller = new AbortController();
    const { runtime, clock } = startRuntime([
      tool('order', async (_, ctx) => {
        await ctx.waitFor(askSize);
        effects++;
        return '';
      }),
    ]);
    const call = runtime.call({ tool: 'order', args: {}, signal: controller.signal });
    await clock.advance(1);
    const [gate] = await runtime.gates.list();

    if (name === 'rejected')
      await runtime.gates.settle(gate as OpenGate, { decision: 'reject', approver: 'ada', reason: 'no' });
    else if (name === 'timed out') await clock.advance(900_000);
    else controller.abort();
    await clock.advance(1_000);
    const record = await call;

    expect([record.status, record.problem?.code, effects]).toEqual([status, code, 0]);
    expect(await runtime.gates.list()).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('let a handler catch the rejection and go on', async () => {
    const caught: unknown[] = [];
    const { runtime, clock } = startRuntime([
      tool('order', async (_, ctx) => {
        await ctx.waitFor({ ...askSize, timeoutMs: 50 }).catch((error: unknown) => caught.push(error));
        return 'the usual size';
      }),
    ]);
    const call = runtime.call({ tool: 'order', args: {} });

    await clock.advance(50);

    expect((await call).status).toBe('ok');
    expect(caught[0]).toBeInstanceOf(GateRejection);
    expect(caught[0]).toMatchObject({ code: 'E_CALL_TIMED_OUT', settlement: { status: 'timed_out' } });
  });

  it('ask one after another, in the order of the handler', async () => {
    const { runtime, clock } = startRuntime([
      tool('order', async (_, { waitFor }) => {
        await Promise.all(['a', 'b'].map((name) => waitFor({ name, prompt: name })));
        return 'both';
      }),
    ]);
    const call = runtime.call({ tool: 'order', args: {} });

    const names: string[] = [];
    for (let round = 0; round < 2; round++) {
      await clock.advance(0);
      const open = await runtime.gates.list();
      names.push(open.map(({ name }) => name).join());
      await runtime.gates.settle(open[0] as OpenGate, approve);
    }

    expect(names).toEqual(['a', 'b']);
    expect((await call).status).toBe('ok');
  });

  it('still hold the handler to its deadline once they are settled', async () => {
    const { runtime, clock } = startRuntime([
      tool('order', async (_, ctx) => {
        await ctx.waitFor({ name: 'sure', prompt: '' });
        return new Promise<string>(() => undefined);
      }),
    ]);
    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(100_000);
    const [gate] = await runtime.gates.list();
    await runtime.gates.settle(gate as OpenGate, approve);

    await clock.advance(30_250);

    expect((await call).status).toBe('timed_out');
  });

  it.each([
    { name: 'no name', gate: { name: '', prompt: '' } },
    { name: 'a prompt without end', gate: { name: 'a', prompt: 'x'.repeat(5_000) } },
    { name: 'no time', gate: { name: 'a', prompt: '', timeoutMs: 0 } },
    { name: 'more time than a timer has', gate: { name: 'a', prompt: '', timeoutMs: 2 ** 31 } },
    { name: 'details that are no JSON', gate: { name: 'a', prompt: '', details: { at: new Date(0) } } },
  ])('are refused with $name', async ({ gate }) => {
    // Wrong on purpose.
    const { runtime } = startRuntime([
      tool('order', async (_, ctx) => {
        await ctx.waitFor(gate as never);
        return '';
      }),
    ]);

    const record = await runtime.call({ tool: 'order', args: {} });

    expect(record.details().cause).toMatchObject({ code: 'E_INVALID_OPTION' });
  });

  it('cannot be opened once the call has ended, nor outside of a runtime', async () => {
    const late: unknown[] = [];
    const { runtime, clock } = startRuntime([
      tool('order', async (_, ctx) => {
        await new Promise((resolve) => {
          clock.setTimer(() => resolve(undefined), 40_000);
        });
        await ctx.waitFor({ name: 'sure', prompt: '' }).catch((error: unknown) => late.push(error));
        return '';
      }),
    ]);
    void runtime.call({ tool: 'order', args: {} });
    await clock.advance(40_000);
    const direct = tool('order', async (_, ctx) => {
      await ctx.waitFor({ name: 'sure', prompt: '' });
      return '';
    });

    expect(late).toMatchObject([{ code: 'E_CALL_ABORTED' }]);
    await expect(direct.executor({ signal: new AbortController().signal })({})).rejects.toSatisfy(
      (error) =>
        error instanceof ToolcribError && (error.cause as ToolcribError).code === 'E_GATE_UNAVAILABLE',
    );
  });

  it('do not claim that nothing was done when the ledger fails after an earlier answer', async () => {
    const inner = memoryLedger();
    let opened = 0;
    const order = tool('order', async (_, ctx) => {
      await ctx.waitFor({ name: 'first', prompt: '' });
      await ctx.waitFor({ name: 'second', prompt: '' });
      return '';
    });
    const { runtime, clock } = startRuntime([order], {
      ledger: {
        isDurable: false,
        insert: (entry) => inner.insert(entry),
        replace: (entry) => {
          if (entry.state === 'waiting' && entry.gates.at(-1)?.settlement === null && ++opened >= 2) {
            throw new Error('disk full');
          }
          return inner.replace(entry);
        },
        get: (id) => inner.get(id),
        find: (query) => inner.find(query),
        findSummaries: (query) => inner.findSummaries(query),
        prune: (before) => inner.prune(before),
      },
    });
    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(0);
    const [gate] = await runtime.gates.list();
    await runtime.gates.settle(gate as OpenGate, approve);
    await clock.advance(5_000);

    expect(await call).toMatchObject({ sideEffect: 'unknown', problem: { code: 'E_LEDGER_FAILED' } });
  });

  it('wait until the ledger says so, and end the call when it cannot', async () => {
    const inner = memoryLedger();
    const { runtime, clock } = startRuntime(
      [
        tool('order', async (_, ctx) => {
          await ctx.waitFor({ name: 'sure', prompt: '' });
          return '';
        }),
      ],
      {
        ledger: {
          isDurable: false,
          insert: (entry) => inner.insert(entry),
          replace: (entry) => {
            if (entry.state === 'waiting') throw new Error('disk full');
            return inner.replace(entry);
          },
          get: (id) => inner.get(id),
          find: (query) => inner.find(query),
          findSummaries: (query) => inner.findSummaries(query),
          prune: (before) => inner.prune(before),
        },
      },
    );

    const call = runtime.call({ tool: 'order', args: {} });
    await clock.advance(5_000);
    const record = await call;

    expect([record.status, record.problem?.code]).toEqual(['failed', 'E_LEDGER_FAILED']);
  });
});
