import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { ToolcribError } from '../core/errors.ts';
import { AckSignal } from './ack-signal.ts';

describe('AckSignal', () => {
  it('[L6] settles once, however often it is tried', () => {
    for (const first of ['ack', 'nack'] as const) {
      const faults: unknown[] = [];
      const signal = new AckSignal('dispatch', (error) => faults.push(error));
      if (first === 'ack') signal.ack();
      else signal.nack('no');
      const state = signal.state;

      expect(errorOf(() => signal.ack())).toMatchObject({ code: 'E_ALREADY_SIGNALLED' });
      expect(errorOf(() => signal.nack(new Error('late')))).toMatchObject({ code: 'E_ALREADY_SIGNALLED' });
      expect(signal.state).toBe(state);
      expect(state?.kind).toBe(first);
    }
  });

  it('[L6] tells listeners in order, reports one that fails, and stops nobody', async () => {
    const faults: unknown[] = [];
    const heard: string[] = [];
    const signal = new AckSignal('turn', (error) => faults.push(error));
    const [thrown, rejected] = [new Error('thrown'), new Error('rejected')];
    signal.onAck(() => heard.push('a'));
    signal.onAck(() => {
      throw thrown;
    });
    signal.onAck((() => Promise.reject(rejected)) as () => void);
    const stop = signal.onAck(() => heard.push('stopped'));
    signal.onAck(() => heard.push('b'));
    stop();

    signal.ack();
    signal.onAck(() => heard.push('late'));
    await Promise.resolve();

    expect(heard).toEqual(['a', 'b', 'late']);
    expect(faults).toEqual([thrown, rejected]);
  });

  it('[L6] tells nobody when it is rejected', () => {
    const heard: string[] = [];
    const signal = new AckSignal('turn', () => undefined);
    signal.onAck(() => heard.push('early'));
    signal.nack(new Error('no'));
    signal.onAck(() => heard.push('late'));

    expect(heard).toEqual([]);
  });

  it('keeps an error of ours as it is, and anything else as a cause', () => {
    const ours = new ToolcribError('E_CALL_DENIED', 'No.');
    const signal = new AckSignal('turn', () => undefined);
    signal.nack(ours);
    expect(signal.state).toEqual({ kind: 'nack', error: ours });

    const other = new AckSignal('turn', () => undefined);
    other.nack(undefined);
    expect(other.state).toMatchObject({ error: { code: 'E_TURN_FAILED', cause: undefined } });
  });
});
