import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

const wait = (clock: ReturnType<typeof createFakeClock>, delayMs: number) =>
  new Promise<void>((resolve) => void clock.setTimer(resolve, delayMs));

describe('createFakeClock', () => {
  it('stands still until it is moved', async () => {
    const clock = createFakeClock(1_000);

    expect(clock.now()).toBe(1_000);
    await clock.advance(2.5);
    expect(clock.now()).toBe(1_002.5);
  });

  it('fires what is due in order of time, then of creation, each at its own time', async () => {
    const clock = createFakeClock(0);
    const fired: string[] = [];
    for (const [name, delayMs] of [
      ['late', 30],
      ['first', 10],
      ['second', 10],
      ['negative', -5],
      ['not due', 31],
    ] as const) {
      clock.setTimer(() => fired.push(`${name} at ${clock.now()}`), delayMs);
    }

    await clock.advance(30);

    expect(fired).toEqual(['negative at 0', 'first at 10', 'second at 10', 'late at 30']);
    expect(clock.pendingTimers).toBe(1);
  });

  it('lets chains of promises set further timers, before and between those that fire', async () => {
    const clock = createFakeClock(0);
    const log: string[] = [];
    const work = async () => {
      for (let turn = 0; turn < 100; turn += 1) await undefined;
      for (const delayMs of [10, 10, 10]) {
        await wait(clock, delayMs);
        for (let turn = 0; turn < 100; turn += 1) await undefined;
        log.push(`worked at ${clock.now()}`);
      }
    };
    const done = work();
    clock.setTimer(() => log.push(`other at ${clock.now()}`), 15);

    await clock.advance(29);
    expect(log).toEqual(['worked at 10', 'other at 15', 'worked at 20']);
    await clock.advance(1);

    expect(log.at(-1)).toBe('worked at 30');
    await done;
  });

  it('never fires a timer that was cleared, even by another one of the same time', async () => {
    const clock = createFakeClock();
    const fired: string[] = [];
    clock.setTimer(() => clock.clearTimer(second), 1);
    const second = clock.setTimer(() => fired.push('second'), 1);
    clock.clearTimer(undefined);
    expect(clock.pendingTimers).toBe(2);

    await clock.advance(5);

    expect(fired).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('goes from timer to timer', async () => {
    const clock = createFakeClock(0);
    const times: number[] = [];
    for (const delayMs of [7, 7, 40]) clock.setTimer(() => times.push(clock.now()), delayMs);

    expect(await clock.advanceToNext()).toBe(true);
    expect(times).toEqual([7, 7]);
    expect(await clock.advanceToNext()).toBe(true);
    expect(await clock.advanceToNext()).toBe(false);
    expect(times).toEqual([7, 7, 40]);
    expect(clock.now()).toBe(40);
  });

  it('passes on what a timer throws, at the time of that timer, and can go on', async () => {
    const clock = createFakeClock(0);
    clock.setTimer(() => {
      throw new RangeError('broken');
    }, 5);

    await expect(clock.advance(10)).rejects.toThrow('broken');
    expect(clock.now()).toBe(5);
    await clock.advance(10);
    expect(clock.now()).toBe(15);
  });

  it('refuses a second move during the first, and times that are none', async () => {
    const clock = createFakeClock();
    const first = clock.advance(1);

    await expect(clock.advance(1)).rejects.toMatchObject({ code: 'E_INVALID_OPTION' });
    await first;
    for (const duration of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(clock.advance(duration)).rejects.toThrow(`not ${duration}`);
    }
    expect(() => clock.setTimer(() => undefined, Number.POSITIVE_INFINITY)).toThrow('not Infinity');
    expect(() => createFakeClock(Number.NaN)).toThrow('startAt');
  });
});
