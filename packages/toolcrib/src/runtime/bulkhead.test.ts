import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type Admission, Bulkhead, type EnterOptions } from './bulkhead.ts';

function createBulkhead(maxQueued = 10) {
  const clock = createFakeClock(0);
  return { clock, bulkhead: new Bulkhead({ clock, maxQueued }) };
}

function enterOptions(options: Partial<EnterOptions> = {}): EnterOptions {
  return { maxConcurrent: 1, timeoutMs: 100, signal: undefined, ...options };
}

describe('Bulkhead', () => {
  it('answers at once, with the same object every time, while there is room', () => {
    const { clock, bulkhead } = createBulkhead();
    const options = enterOptions({ maxConcurrent: 2 });

    const first = bulkhead.enter('a', options);
    expect(first).toEqual({ status: 'entered' });
    expect(bulkhead.enter('a', options)).toBe(first);
    expect(bulkhead.enter('b', options)).toBe(first);
    expect(bulkhead.enter('a', options)).toBeInstanceOf(Promise);
    expect(clock.pendingTimers).toBe(1);
  });

  it('lets the first waiter in when somebody leaves', async () => {
    const { clock, bulkhead } = createBulkhead();
    const order: string[] = [];
    await bulkhead.enter('a', enterOptions());
    for (const name of ['first', 'second']) {
      void Promise.resolve(bulkhead.enter('a', enterOptions())).then(() => order.push(name));
    }

    bulkhead.leave('a');
    await clock.advance(0);
    expect(order).toEqual(['first']);
    bulkhead.leave('a');
    await clock.advance(0);

    expect(order).toEqual(['first', 'second']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('forgets keys that nobody uses, but for a few', () => {
    const { bulkhead } = createBulkhead();
    const keys = Array.from({ length: 1_000 }, (_, index) => `tool_${index}`);
    for (const key of keys) bulkhead.enter(key, enterOptions());
    expect(bulkhead.size).toBe(1_000);
    for (const key of keys) bulkhead.leave(key);

    expect(bulkhead.size).toBe(64);
    expect(bulkhead.enter('tool_0', enterOptions())).toEqual({ status: 'entered' });
    expect(bulkhead.enter('tool_999', enterOptions())).toEqual({ status: 'entered' });
  });

  it('is full when as many wait under the key as may', async () => {
    const { bulkhead } = createBulkhead(1);
    await bulkhead.enter('a', enterOptions());
    const waiting = bulkhead.enter('a', enterOptions());

    expect(bulkhead.enter('a', enterOptions())).toEqual({ status: 'full' });
    await bulkhead.enter('b', enterOptions());
    expect(bulkhead.enter('b', enterOptions())).toBeInstanceOf(Promise);
    bulkhead.leave('a');
    expect(await waiting).toEqual({ status: 'entered' });
    expect(bulkhead.enter('a', enterOptions())).toBeInstanceOf(Promise);
  });

  it('gives up waiting after its time, or at once if there is none', async () => {
    const { clock, bulkhead } = createBulkhead();
    await bulkhead.enter('a', enterOptions());
    const answers: Admission[] = [];
    void Promise.resolve(bulkhead.enter('a', enterOptions())).then((answer) => answers.push(answer));

    expect(bulkhead.enter('a', enterOptions({ timeoutMs: 0 }))).toEqual({ status: 'timed_out' });
    await clock.advance(99);
    expect(answers).toEqual([]);
    await clock.advance(1);
    expect(answers).toEqual([{ status: 'timed_out' }]);
    bulkhead.leave('a');
    expect(bulkhead.enter('a', enterOptions())).toEqual({ status: 'entered' });
  });

  it('gives up waiting when it is aborted, and lets go of the signal and the timer', async () => {
    const { clock, bulkhead } = createBulkhead();
    const { signal, abort } = createAbort();
    await bulkhead.enter('a', enterOptions({ signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const waiting = bulkhead.enter('a', enterOptions({ signal }));
    const entering = bulkhead.enter('a', enterOptions({ signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(2);
    abort('stop');

    expect(await waiting).toEqual({ status: 'aborted', reason: 'stop' });
    expect(await entering).toEqual({ status: 'aborted', reason: 'stop' });
    expect(bulkhead.enter('b', enterOptions({ signal }))).toEqual({ status: 'aborted', reason: 'stop' });
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('lets nobody overtake, whatever limit they come with, and lets in all that fit', async () => {
    const { clock, bulkhead } = createBulkhead();
    const { signal, abort } = createAbort();
    const entered: string[] = [];
    await bulkhead.enter('a', enterOptions());
    for (const [name, options] of [
      ['narrow', enterOptions({ signal })],
      ['wide', enterOptions({ maxConcurrent: 3 })],
      ['wider', enterOptions({ maxConcurrent: 4 })],
      ['last', enterOptions({ maxConcurrent: 3 })],
    ] as const) {
      void Promise.resolve(bulkhead.enter('a', options)).then(({ status }) => {
        if (status === 'entered') entered.push(name);
      });
    }
    await clock.advance(0);
    expect(entered).toEqual([]);
    abort('stop');
    await clock.advance(0);

    expect(entered).toEqual(['wide', 'wider']);
  });

  it('does not let anybody leave who is not inside', () => {
    const { bulkhead } = createBulkhead();
    bulkhead.enter('a', enterOptions());
    bulkhead.leave('a');

    expect(() => bulkhead.leave('a')).toThrow('Nobody is inside');
  });
});

function createAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: string) => controller.abort(reason) };
}
