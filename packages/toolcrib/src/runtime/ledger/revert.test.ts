import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { defineTool } from '../../core/define-tool.ts';
import type { OpenGate } from '../gates/gates.ts';
import { memoryLedger } from './memory-ledger.ts';

function book(log: unknown[], options: { readonly fails?: boolean } = {}) {
  return defineTool({
    name: 'book',
    description: '',
    inputSchema: { type: 'object', properties: { seat: { type: 'string' } }, required: ['seat'] },
    outputSchema: { type: 'object', properties: { booking: { type: 'number' } }, required: ['booking'] },
    handler: ({ seat }) => {
      log.push(`book ${seat}`);
      return { booking: 7 };
    },
    revert: async ({ seat }, result, ctx) => {
      log.push(`cancel ${seat} ${result?.booking} ${ctx.invocationId !== ''}`);
      if (options.fails) throw new Error('secret');
    },
  });
}

describe('revert', () => {
  it('takes a call back with its arguments and its result, once, and is a call with a record itself', async () => {
    const log: unknown[] = [];
    const ledger = memoryLedger();
    const { runtime, events } = startRuntime([book(log)], { ledger });
    const booked = await runtime.call({ tool: 'book', args: { seat: '4C' } });

    const reverted = await runtime.revert(booked.invocationId, { caller: { id: 'ada' } });
    const again = await runtime.revert(booked.invocationId, { caller: { id: 'ada' } });

    expect(log).toEqual(['book 4C', 'cancel 4C 7 true']);
    expect([reverted.status, reverted.sideEffect, again.status, again.replayOf]).toEqual([
      'ok',
      'done',
      'ok',
      reverted.invocationId,
    ]);
    expect(ledger.get(reverted.invocationId)).toMatchObject({
      reverts: booked.invocationId,
      callerId: 'ada',
    });
    expect(events.ofType('tool-call-end')).toHaveLength(3);
  });

  it('is subject to the policy and may fail', async () => {
    const log: unknown[] = [];
    const { runtime } = startRuntime([book(log, { fails: true })], {
      policy: ({ caller, isRevert }) => {
        const isDenied = caller.id === 'mallory' || (caller.id === 'eve' && isRevert);
        return isDenied ? { verdict: 'deny', reason: 'no' } : { verdict: 'allow' };
      },
    });
    const { invocationId } = await runtime.call({ tool: 'book', args: { seat: '4C' } });

    const denied = await runtime.revert(invocationId, { caller: { id: 'eve' } });
    const unseen = await runtime.revert(invocationId, { caller: { id: 'mallory' } });
    const failed = await runtime.revert(invocationId);

    expect([denied.status, denied.problem?.message]).toEqual([
      'denied',
      'Tool "book" may not be called: no.',
    ]);
    expect([unseen.status, unseen.details().denial]).toEqual(['unknown_tool', 'no']);
    expect([failed.status, failed.sideEffect]).toEqual(['failed', 'unknown']);
    expect(JSON.stringify([failed, runtime.renderForModel(failed)])).not.toContain('secret');
  });

  it('may be tried again after it was rejected at its own gate', async () => {
    const log: string[] = [];
    const pay = tool('pay', () => 'paid', {
      revert: async (_args, _result, ctx) => {
        await ctx.waitFor({ name: 'sure', prompt: 'Sure?' });
        log.push('reverted');
      },
    });
    const { runtime, clock } = startRuntime([pay]);
    const { invocationId } = await runtime.call({ tool: 'pay', args: {} });
    const statuses: string[] = [];
    for (const decision of ['reject', 'approve'] as const) {
      const reverting = runtime.revert(invocationId);
      await clock.advance(0);
      const [gate] = await runtime.gates.list();
      await runtime.gates.settle(gate as OpenGate, { decision, approver: 'ada' });
      statuses.push((await reverting).status);
    }

    expect(statuses).toEqual(['denied', 'ok']);
    expect(log).toEqual(['reverted']);
  });

  it('refuses what cannot be taken back', async () => {
    const { runtime } = startRuntime([
      book([]),
      tool('plain', () => ''),
      tool(
        'fails',
        () => {
          throw new Error('');
        },
        { revert: () => undefined },
      ),
    ]);
    const ids = await runtime.callAll([
      { tool: 'plain', args: {} },
      { tool: 'fails', args: {} },
      { tool: 'book', args: {} },
    ]);
    const booked = await runtime.call({ tool: 'book', args: { seat: '1A' } });
    const reverted = await runtime.revert(booked.invocationId);

    for (const { invocationId } of [...ids, reverted]) {
      await expect(runtime.revert(invocationId)).rejects.toMatchObject({ code: 'E_NOT_REVERTIBLE' });
    }
    await expect(runtime.revert('nothing')).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
  });

  it('cannot be mistaken for a call with the same key', async () => {
    const log: unknown[] = [];
    const { runtime } = startRuntime([book(log)]);
    const booked = await runtime.call({ tool: 'book', args: { seat: '4C' } });
    const idempotencyKey = `revert:${booked.invocationId}`;
    await runtime.call({ tool: 'book', args: { seat: '4C' }, idempotencyKey });

    const reverted = await runtime.revert(booked.invocationId);

    expect(reverted.problem?.code).toBe('E_IDEMPOTENCY_CONFLICT');
  });
});
