import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { withDeadline } from './with-deadline.ts';

/** Work that is over when its signal is aborted, and not before. */
const untilAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('withDeadline', () => {
  it('answers what the work gives or fails with, and leaves no timer', async () => {
    const clock = createFakeClock(0);
    const limit = { clock, timeoutMs: 500, signal: undefined };

    expect(await withDeadline(async () => 7, limit)).toBe(7);
    await expect(withDeadline(() => Promise.reject(new Error('no')), limit)).rejects.toThrow('no');
    const throwing = () => {
      throw new Error('at once');
    };
    await expect(withDeadline(throwing, limit)).rejects.toThrow('at once');
    expect(clock.pendingTimers).toBe(0);
  });

  it('aborts the work when the time is over, and not before', async () => {
    const clock = createFakeClock(0);
    const { signal } = new AbortController();
    const seen: AbortSignal[] = [];
    const ended = withDeadline(
      (given) => {
        seen.push(given);
        return untilAbort(given);
      },
      { clock, timeoutMs: 500, signal },
    ).catch((error: unknown) => error);

    await clock.advance(499);
    expect(seen[0]?.aborted).toBe(false);
    await clock.advance(1);

    expect(await ended).toMatchObject({
      name: 'TimeoutError',
      message: 'A search got no vectors within 500 ms.',
    });
    expect([clock.pendingTimers, signal.aborted]).toEqual([0, false]);
  });

  it.each(['before', 'meanwhile'])(
    'aborts the work with the reason of a signal that is aborted %s',
    async (when) => {
      const clock = createFakeClock(0);
      const controller = new AbortController();
      if (when === 'before') controller.abort('enough');
      const ended = withDeadline(untilAbort, { clock, timeoutMs: 500, signal: controller.signal });
      controller.abort('enough');

      await expect(ended).rejects.toBe('enough');
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it('leaves no listener on a signal that lives on', async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const watched = Object.assign(signal, {
      addEventListener: (_: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => listeners.delete(listener),
    });

    const count = await withDeadline(async () => listeners.size, {
      clock: createFakeClock(0),
      timeoutMs: 500,
      signal: watched,
    });

    expect([count, listeners.size]).toEqual([1, 0]);
  });
});
