import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { TurnTimer } from './turn-timer.ts';

function start(timeoutMs: number) {
  const clock = createFakeClock();
  const fired: string[] = [];
  const timer = new TurnTimer(clock, timeoutMs, (which) => fired.push(which));
  return { clock, fired, timer };
}

describe('TurnTimer', () => {
  it('sets no timer for a time without end', () => {
    expect(start(Number.POSITIVE_INFINITY).clock.pendingTimers).toBe(0);
  });

  it('tells what is over first', async () => {
    const { clock, fired, timer } = start(100);
    timer.startWait(40);

    await clock.advance(39);
    expect(fired).toEqual([]);
    await clock.advance(1);
    expect(fired).toEqual(['wait']);
  });

  it('needs one timer for many waits, and counts each from its own start', async () => {
    const { clock, fired, timer } = start(Number.POSITIVE_INFINITY);
    for (let wait = 0; wait < 5; wait++) {
      timer.startWait(40);
      await clock.advance(30);
      timer.endWait();
      expect(clock.pendingTimers).toBeLessThanOrEqual(1);
    }
    expect(fired).toEqual([]);

    timer.startWait(40);
    await clock.advance(40);
    expect(fired).toEqual(['wait']);
  });

  it('ends the turn at its time, also between waits and during a longer one', async () => {
    const between = start(50);
    between.timer.startWait(10);
    between.timer.endWait();
    await between.clock.advance(50);
    expect(between.fired).toEqual(['turn']);

    const during = start(50);
    during.timer.startWait(500);
    await during.clock.advance(50);
    expect(during.fired).toEqual(['turn']);
  });

  it('waits longer than one timer can', async () => {
    const { clock, fired } = start(3_000_000_000);
    await clock.advance(2_999_999_999);
    expect(fired).toEqual([]);
    await clock.advance(1);
    expect(fired).toEqual(['turn']);
  });

  it('leaves no timer when it is stopped', () => {
    const { clock, timer } = start(50);
    timer.stop();
    expect(clock.pendingTimers).toBe(0);
  });
});
