import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { createFakeClock } from '../../testing/index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import type { OpenGate } from './gates.ts';

/** A durable ledger whose connection breaks: at once, or when it has written the next settlement. */
function breakingLedger() {
  const ledger = memoryLedger();
  const state = { isDown: false, breaksAtSettlement: false };
  const assertUp = () => {
    if (state.isDown) throw new Error('The connection is lost.');
  };
  const ask = <Value>(work: () => Value): Value => {
    assertUp();
    return work();
  };
  const breaking: Ledger = {
    isDurable: true,
    insert: async (entry) => ask(() => ledger.insert(entry)),
    replace: async (entry) => {
      const isWritten = await ask(() => ledger.replace(entry));
      if (state.breaksAtSettlement && entry.gates.some(({ settlement }) => settlement !== null)) {
        state.isDown = true;
        assertUp();
      }
      return isWritten;
    },
    get: async (id) => ask(() => ledger.get(id)),
    find: async (query) => ask(() => ledger.find(query)),
    findSummaries: async (query) => ask(() => ledger.findSummaries(query)),
    prune: async (before) => ask(() => ledger.prune(before)),
  };
  return { ledger: breaking, state };
}

async function waitAtGate() {
  const { ledger, state } = breakingLedger();
  const clock = createFakeClock();
  const wipe = tool('wipe', () => 'wiped', { effect: 'destructive' });
  const { runtime, events } = startRuntime([wipe], { ledger, clock, onFault: () => undefined });
  const calling = runtime.call({ tool: 'wipe', args: {} });
  await clock.advance(0);
  const [gate] = (await runtime.gates.list()) as [OpenGate];
  /** What comes of a decision while the ledger fails. */
  const settle = async (decision: 'approve' | 'reject', approver = 'ada') => {
    const outcome = runtime.gates.settle(gate, { decision, approver }).then(
      ({ status }) => ({ status }),
      ({ code, message, context }) => ({ code, message, context }),
    );
    await clock.advance(10_000);
    return await outcome;
  };
  const types = () => events.events.map(({ type }) => type);
  return { state, clock, calling, gate, settle, types };
}

describe('a decision whose ledger fails', () => {
  it.each(['approve', 'reject'] as const)(
    'that was stored counts, is told once, and can be repeated: %s',
    async (decision) => {
      const { state, clock, calling, gate, settle, types } = await waitAtGate();
      state.breaksAtSettlement = true;

      const failed = await settle(decision);
      Object.assign(state, { isDown: false, breaksAtSettlement: false });
      await clock.advance(2_000);

      expect(failed).toMatchObject({
        code: 'E_CALL_NOT_RECORDED',
        message: `The ledger failed. The decision about gate ${gate.gateId} may have been stored. Look at the gate.`,
        context: { gateId: gate.gateId, invocationId: gate.invocationId, sideEffect: 'unknown' },
      });
      expect((await calling).status).toBe(decision === 'approve' ? 'ok' : 'denied');
      expect(types()).toEqual(['tool-call-start', 'gate-open', 'gate-settled', 'tool-call-end']);
      expect(await settle(decision, 'bob')).toEqual({ status: 'late' });
      expect(await settle(decision === 'approve' ? 'reject' : 'approve')).toEqual({ status: 'late' });
      expect(await settle(decision)).toEqual({ status: 'accepted' });
      expect(await settle(decision)).toEqual({ status: 'late' });
    },
  );

  it('before it could be stored is none, and can be made again', async () => {
    const { state, calling, settle, types } = await waitAtGate();
    state.isDown = true;

    const failed = await settle('approve');
    state.isDown = false;
    const again = await settle('reject');

    expect(failed).toMatchObject({ code: 'E_LEDGER_FAILED' });
    expect(again).toEqual({ status: 'accepted' });
    expect((await calling).status).toBe('denied');
    expect(types()).toEqual(['tool-call-start', 'gate-open', 'gate-settled', 'tool-call-end']);
  });
});
