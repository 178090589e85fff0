import { describe, expect, it } from 'vitest';
import { allow, ask, deny, type Policy } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { startRuntime, tool } from '../runtime.ts';

function startAsking(policy: Policy = () => ask('it costs money')) {
  const runs: unknown[] = [];
  const pay = tool('pay', (args) => String(runs.push(args)), {
    inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    effect: 'write',
  });
  return { ...startRuntime([pay], { policy }), runs };
}

const request = { tool: 'pay', args: { amount: 5 } };

describe('a call that was decided elsewhere', () => {
  it('[G3] runs with the approval where the policy asks, and writes it down as a gate', async () => {
    const { runtime, events, runs } = startAsking();

    const record = await runtime.call({ ...request, approval: { approver: 'ada', reason: 'fine' } });

    expect(record.status).toBe('ok');
    expect(record.gates).toEqual([{ name: 'approval', status: 'approved', approver: 'ada', reason: 'fine' }]);
    expect(runs).toEqual([{ amount: 5 }]);
    expect(events.events.map(({ type }) => type)).toEqual([
      'tool-call-start',
      'gate-settled',
      'tool-call-end',
    ]);
    expect(await runtime.gates.list()).toEqual([]);
  });

  it('[G3] is denied when it was rejected, without an effect', async () => {
    const { runtime, runs } = startAsking();

    const record = await runtime.call({ ...request, approval: { approver: 'ada', decision: 'reject' } });

    expect(record).toMatchObject({ status: 'denied', sideEffect: 'none' });
    expect(record.gates).toMatchObject([{ status: 'rejected', approver: 'ada' }]);
    expect(runs).toEqual([]);
  });

  it('[G3] is denied when it was rejected, though the policy would not have asked', async () => {
    const { runtime, runs } = startAsking(allow);

    const record = await runtime.call({ ...request, approval: { approver: 'ada', decision: 'reject' } });

    expect(record).toMatchObject({ status: 'denied', gates: [{ status: 'rejected', approver: 'ada' }] });
    expect(runs).toEqual([]);
  });

  it('[G3] is denied all the same where the policy denies', async () => {
    const { runtime, runs } = startAsking(({ args }) => (args === undefined ? allow() : deny('never')));

    const record = await runtime.call({ ...request, approval: { approver: 'ada' } });

    expect(record).toMatchObject({ status: 'denied', gates: [] });
    expect(runs).toEqual([]);
  });

  it('has no gate where the policy allows', async () => {
    const { runtime } = startAsking(allow);

    expect(await runtime.call({ ...request, approval: { approver: 'ada' } })).toMatchObject({ gates: [] });
  });

  it('still waits for what the handler asks', async () => {
    const asking = tool('asking', async (_, ctx) => {
      await ctx.waitFor({ name: 'sure', prompt: 'Sure?' });
      return 'done';
    });
    const { runtime } = startRuntime([asking], { policy: () => ask('it asks') });

    const opened = new Promise<void>((resolve) => {
      runtime.subscribe(({ type }) => type === 'gate-open' && resolve());
    });
    const calling = runtime.call({ tool: 'asking', args: {}, approval: { approver: 'ada' } });
    await opened;
    const [gate] = await runtime.gates.list();
    if (gate !== undefined) await runtime.gates.settle(gate, { decision: 'approve', approver: 'grace' });

    expect((await calling).gates.map(({ approver }) => approver)).toEqual(['ada', 'grace']);
  });

  it.each([{ approver: '' }, { approver: 'ada', decision: 'maybe' }, { approver: 'ada', reason: 5 }, null])(
    'refuses %j as an approval',
    async (approval) => {
      const { runtime } = startAsking();

      await expect(runtime.call({ ...request, approval: approval as never })).rejects.toMatchObject({
        code: 'E_INVALID_OPTION',
      });
    },
  );
});

describe('preview', () => {
  it('answers as the call would be answered, and runs and writes nothing', async () => {
    const { runtime, events, runs } = startAsking(({ args }) =>
      args === undefined || args.amount === 1 ? allow() : ask('it costs money'),
    );

    expect(await runtime.preview({ tool: 'pay', args: '{"amount":1}' })).toEqual({ verdict: 'allow' });
    expect(await runtime.preview(request)).toEqual({ verdict: 'ask', reason: 'it costs money' });
    expect(await runtime.preview({ tool: 'pay', args: {} })).toMatchObject({ verdict: 'deny' });
    expect(await runtime.preview({ tool: 'nothing', args: {} })).toMatchObject({ verdict: 'deny' });
    expect(runs).toEqual([]);
    expect(events.events).toEqual([]);
  });

  it('denies what the policy denies', async () => {
    const { runtime } = startAsking(() => deny('never'));

    expect(await runtime.preview(request)).toMatchObject({ verdict: 'deny' });
  });
});

describe('preview of what fails', () => {
  it('tells nothing of what was thrown, but the host', async () => {
    const resolver = {
      resolve: () => {
        throw new Error('postgres://app:hunter2@db');
      },
      list: () => [],
    };
    const { runtime, faults } = startRuntime([], { resolver: resolver as never });

    const decision = await runtime.preview({ tool: 'any', args: {} });

    expect(decision.verdict).toBe('deny');
    expect(JSON.stringify(decision)).not.toContain('hunter2');
    expect(faults).toHaveLength(1);
  });

  it('denies once the runtime is closed', async () => {
    const { runtime } = startAsking();
    await runtime.close();

    expect(await runtime.preview(request)).toMatchObject({ verdict: 'deny' });
  });
});

describe('a call that was cut off', () => {
  it('[L4] never runs, even if what is left of it can be read', async () => {
    const { runtime, runs } = startAsking(allow);

    const record = await runtime.call({ ...request, isTruncated: true });

    expect(record).toMatchObject({ status: 'invalid_args', sideEffect: 'none' });
    expect(record.problem?.message).toContain('cut off');
    expect(runs).toEqual([]);
  });
});
