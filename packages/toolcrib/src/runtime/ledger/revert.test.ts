import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { startWorld } from '../../../../../test/world.ts';
import { defineTool } from '../../core/define-tool.ts';
import type { OpenGate } from '../gates/gates.ts';
import { allow, deny, type Policy } from '../policy/policy.ts';
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

function hideFrom(id: string): Policy {
  return ({ caller }) => (caller.id === id ? deny('no') : allow());
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
        const isDenied = caller.id === 'eve' && isRevert;
        return isDenied ? { verdict: 'deny', reason: 'no' } : { verdict: 'allow' };
      },
    });
    const { invocationId } = await runtime.call({ tool: 'book', args: { seat: '4C' } });

    const denied = await runtime.revert(invocationId, { caller: { id: 'eve' } });
    const failed = await runtime.revert(invocationId);

    expect([denied.status, denied.problem?.message]).toEqual([
      'denied',
      'Tool "book" may not be called: no.',
    ]);
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

  it.each([
    ['offers revert', book([]), { seat: '4C' }],
    ['does not', tool('book', () => ''), {}],
    ['did nothing', book([]), {}],
  ])('tells nothing of a call whose tool the caller cannot see, if that %s', async (_, booking, args) => {
    const world = startWorld();
    const full = world.start([booking], { policy: hideFrom('mallory') });
    const bare = world.start([]);
    const { invocationId } = await full.runtime.call({ tool: 'book', args, caller: { id: 'root' } });
    const mallory = { caller: { id: 'mallory' } };

    const answers = [
      await rejectionOf(full.runtime.revert(invocationId, mallory)),
      await rejectionOf(bare.runtime.revert(invocationId, mallory)),
      await rejectionOf(full.runtime.revert('nothing', mallory)),
    ];

    const texts = answers.map(({ code, message }) => `${code} ${message.replace(/\S+\.$/, 'X.')}`);
    expect(texts).toEqual(Array(3).fill('E_CALL_NOT_FOUND The ledger has no call X.'));
    expect(JSON.stringify(answers.map(({ message, context }) => [message, context]))).not.toContain('book');
  });

  it('tells those who made a call that it cannot be taken back, whether its tool is hidden by now or gone', async () => {
    const world = startWorld();
    const { runtime } = world.start([book([])]);
    const { invocationId } = await runtime.call({
      tool: 'book',
      args: { seat: '4C' },
      caller: { id: 'ada' },
    });
    const ada = { caller: { id: 'ada' } };

    const answers = [
      await rejectionOf(
        world.start([book([])], { policy: hideFrom('ada') }).runtime.revert(invocationId, ada),
      ),
      await rejectionOf(world.start([]).runtime.revert(invocationId, ada)),
    ];

    const message = `Call ${invocationId} of tool "book" cannot be taken back.`;
    for (const answer of answers) expect(answer).toMatchObject({ code: 'E_NOT_REVERTIBLE', message });
  });

  it('is possible for those who may take calls back and make none', async () => {
    const log: unknown[] = [];
    const { runtime } = startRuntime([book(log)], {
      policy: ({ caller, isRevert }) => (caller.id === 'support' && !isRevert ? deny('no') : allow()),
    });
    const { invocationId } = await runtime.call({ tool: 'book', args: { seat: '4C' } });

    expect((await runtime.revert(invocationId, { caller: { id: 'support' } })).status).toBe('ok');
  });

  it('waits for a policy no longer than a call may take, and then tells nothing either', async () => {
    const { runtime, clock } = startRuntime([book([])], {
      policy: ({ caller }) => (caller.id === 'mallory' ? new Promise(() => undefined) : allow()),
    });
    const { invocationId } = await runtime.call({ tool: 'book', args: { seat: '4C' } });

    const rejection = rejectionOf(runtime.revert(invocationId, { caller: { id: 'mallory' } }));
    await clock.advance(60_000);

    expect((await rejection).code).toBe('E_CALL_NOT_FOUND');
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
