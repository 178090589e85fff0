import { describe, expect, it } from 'vitest';
import { deferred } from '../../../../test/runtime.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { Interruption } from './interruption.ts';
import { ABORTED, stopped } from './turn-outcome.ts';

describe('Interruption', () => {
  it('keeps the first outcome and reason', () => {
    const interruption = new Interruption(createFakeClock());
    interruption.interrupt(ABORTED, 'first');
    interruption.interrupt(stopped('time'), 'second');

    expect(interruption.outcome).toBe(ABORTED);
    expect(interruption.signal.reason).toBe('first');
  });

  it('gives what is waited for, or rejects as it does', async () => {
    const interruption = new Interruption(createFakeClock());

    expect(await interruption.wait(Promise.resolve(1))).toEqual({ value: 1 });
    await expect(interruption.wait(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('waits a moment longer for what stops by itself, and leaves no timer', async () => {
    const clock = createFakeClock();
    const interruption = new Interruption(clock);
    const { promise, resolve } = deferred<string>();
    const waiting = interruption.wait(promise);
    interruption.interrupt(ABORTED, undefined);
    await clock.advance(249);
    resolve('stopped by itself');

    expect(await waiting).toEqual({ value: 'stopped by itself' });
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not wait for what does not stop, whether it began before or after', async () => {
    const clock = createFakeClock();
    const interruption = new Interruption(clock);
    const waiting = interruption.wait(deferred().promise);
    interruption.interrupt(ABORTED, undefined);
    await clock.advance(250);
    expect(await waiting).toEqual({ interrupted: ABORTED });

    const later = interruption.wait(deferred().promise);
    await clock.advance(250);
    expect(await later).toEqual({ interrupted: ABORTED });
    expect(clock.pendingTimers).toBe(0);
  });
});
