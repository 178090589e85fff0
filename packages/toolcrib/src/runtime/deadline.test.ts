import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { Deadline } from './deadline.ts';

function createDeadline(timeoutMs: number) {
  const clock = createFakeClock(0);
  const expiries: number[] = [];
  const deadline = new Deadline(clock, timeoutMs, () => expiries.push(clock.now()));
  return { clock, expiries, deadline };
}

describe('Deadline', () => {
  it('expires once, after its time, counted from the start', async () => {
    const { clock, expiries, deadline } = createDeadline(100);
    await clock.advance(50);
    deadline.start();
    await clock.advance(40);
    deadline.start();
    expect(deadline.remainingMs).toBe(60);
    await clock.advance(1_000);

    expect(expiries).toEqual([150]);
    expect(deadline.remainingMs).toBe(0);
    deadline.start();
    deadline.pause();
    deadline.resume();
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not count the time of nested pauses', async () => {
    const { clock, expiries, deadline } = createDeadline(100);
    deadline.start();
    await clock.advance(30);
    deadline.pause();
    deadline.pause();
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(500);
    deadline.resume();
    await clock.advance(500);
    expect(deadline.remainingMs).toBe(70);
    deadline.resume();
    deadline.resume();
    await clock.advance(1_000);

    expect(expiries).toEqual([1_100]);
  });

  it('never expires once it is stopped, and leaves no timer', async () => {
    const { clock, expiries, deadline } = createDeadline(100);
    deadline.start();
    await clock.advance(99);
    deadline.stop();
    expect(clock.pendingTimers).toBe(0);
    expect(deadline.remainingMs).toBe(1);
    deadline.start();
    deadline.pause();
    deadline.resume();
    await clock.advance(1_000);

    expect(expiries).toEqual([]);
    expect(deadline.remainingMs).toBe(1);
  });

  it('expires on resuming if its time was up when it was paused', async () => {
    const { clock, expiries, deadline } = createDeadline(100);
    clock.setTimer(() => deadline.pause(), 100);
    deadline.start();
    await clock.advance(200);
    expect(expiries).toEqual([]);
    deadline.resume();
    await clock.advance(0);

    expect(expiries).toEqual([200]);
  });

  it('agrees with adding up the time that counts, for any order of calls', async () => {
    const call = fc.constantFrom('start', 'pause', 'resume', 'stop');
    const steps = fc.array(fc.oneof(call, fc.integer({ min: 0, max: 60 })), { maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 0, max: 100 }), async (sequence, timeoutMs) => {
        const { clock, expiries, deadline } = createDeadline(timeoutMs);
        const model = { left: timeoutMs, pauses: 0, isStarted: false, isOver: false, expiries: 0 };

        for (const step of sequence) {
          if (typeof step === 'number') {
            await clock.advance(step);
            if (model.isStarted && !model.isOver && model.pauses === 0) {
              model.isOver = step >= model.left;
              model.expiries += Number(model.isOver);
              model.left = Math.max(0, model.left - step);
            }
          } else {
            deadline[step]();
            if (step === 'start') model.isStarted = true;
            else if (step === 'stop') model.isOver = true;
            else model.pauses = Math.max(0, model.pauses + (step === 'pause' ? 1 : -1));
          }
          expect(deadline.remainingMs).toBe(model.left);
          expect(expiries).toHaveLength(model.expiries);
          expect(clock.pendingTimers).toBe(Number(model.isStarted && !model.isOver && model.pauses === 0));
        }
      }),
    );
  });
});
