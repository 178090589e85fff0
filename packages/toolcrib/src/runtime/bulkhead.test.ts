import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { type Admission, Bulkhead, type EnterOptions, type Place } from './bulkhead.ts';

function createBulkhead(maxQueued = 10) {
  const clock = createFakeClock(0);
  return { clock, bulkhead: new Bulkhead({ clock, maxQueued }) };
}

function enterOptions(options: Partial<EnterOptions> = {}): EnterOptions {
  return { maxConcurrent: 1, timeoutMs: 100, signal: undefined, ...options };
}

/** A place under a key, of one caller unless told. */
function at(key: string, callerId = 'ann'): Place {
  return { key, callerId };
}

describe('Bulkhead', () => {
  it('answers at once, with the same object every time, while there is room', () => {
    const { clock, bulkhead } = createBulkhead();
    const options = enterOptions({ maxConcurrent: 2 });

    const first = bulkhead.enter(at('a'), options);
    expect(first).toEqual({ status: 'entered' });
    expect(bulkhead.enter(at('a'), options)).toBe(first);
    expect(bulkhead.enter(at('b'), options)).toBe(first);
    expect(bulkhead.enter(at('a'), options)).toBeInstanceOf(Promise);
    expect(clock.pendingTimers).toBe(1);
  });

  it('lets the first waiter in when somebody leaves', async () => {
    const { clock, bulkhead } = createBulkhead();
    const order: string[] = [];
    await bulkhead.enter(at('a'), enterOptions());
    for (const name of ['first', 'second']) {
      void Promise.resolve(bulkhead.enter(at('a'), enterOptions())).then(() => order.push(name));
    }

    bulkhead.leave(at('a'));
    await clock.advance(0);
    expect(order).toEqual(['first']);
    bulkhead.leave(at('a'));
    await clock.advance(0);

    expect(order).toEqual(['first', 'second']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('forgets keys that nobody uses, but for a few', () => {
    const { bulkhead } = createBulkhead();
    const keys = Array.from({ length: 1_000 }, (_, index) => `tool_${index}`);
    for (const key of keys) bulkhead.enter(at(key), enterOptions());
    expect(bulkhead.size).toBe(1_000);
    for (const key of keys) bulkhead.leave(at(key));

    expect(bulkhead.size).toBe(64);
    expect(bulkhead.enter(at('tool_0'), enterOptions())).toEqual({ status: 'entered' });
    expect(bulkhead.enter(at('tool_999'), enterOptions())).toEqual({ status: 'entered' });
  });

  it('is full when as many wait under the key as may', async () => {
    const { bulkhead } = createBulkhead(1);
    await bulkhead.enter(at('a'), enterOptions());
    const waiting = bulkhead.enter(at('a'), enterOptions());

    expect(bulkhead.enter(at('a'), enterOptions())).toEqual({ status: 'full' });
    await bulkhead.enter(at('b'), enterOptions());
    expect(bulkhead.enter(at('b'), enterOptions())).toBeInstanceOf(Promise);
    bulkhead.leave(at('a'));
    expect(await waiting).toEqual({ status: 'entered' });
    expect(bulkhead.enter(at('a'), enterOptions())).toBeInstanceOf(Promise);
  });

  it('gives up waiting after its time, or at once if there is none', async () => {
    const { clock, bulkhead } = createBulkhead();
    await bulkhead.enter(at('a'), enterOptions());
    const answers: Admission[] = [];
    void Promise.resolve(bulkhead.enter(at('a'), enterOptions())).then((answer) => answers.push(answer));

    expect(bulkhead.enter(at('a'), enterOptions({ timeoutMs: 0 }))).toEqual({ status: 'timed_out' });
    await clock.advance(99);
    expect(answers).toEqual([]);
    await clock.advance(1);
    expect(answers).toEqual([{ status: 'timed_out' }]);
    bulkhead.leave(at('a'));
    expect(bulkhead.enter(at('a'), enterOptions())).toEqual({ status: 'entered' });
  });

  it('gives up waiting when it is aborted, and lets go of the signal and the timer', async () => {
    const { clock, bulkhead } = createBulkhead();
    const { signal, abort } = createAbort();
    await bulkhead.enter(at('a'), enterOptions({ signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const waiting = bulkhead.enter(at('a'), enterOptions({ signal }));
    const entering = bulkhead.enter(at('a'), enterOptions({ signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(2);
    abort('stop');

    expect(await waiting).toEqual({ status: 'aborted', reason: 'stop' });
    expect(await entering).toEqual({ status: 'aborted', reason: 'stop' });
    expect(bulkhead.enter(at('b'), enterOptions({ signal }))).toEqual({ status: 'aborted', reason: 'stop' });
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('lets nobody overtake, whatever limit they come with, and lets in all that fit', async () => {
    const { clock, bulkhead } = createBulkhead();
    const { signal, abort } = createAbort();
    const entered: string[] = [];
    await bulkhead.enter(at('a'), enterOptions());
    for (const [name, options] of [
      ['narrow', enterOptions({ signal })],
      ['wide', enterOptions({ maxConcurrent: 3 })],
      ['wider', enterOptions({ maxConcurrent: 4 })],
      ['last', enterOptions({ maxConcurrent: 3 })],
    ] as const) {
      void Promise.resolve(bulkhead.enter(at('a'), options)).then(({ status }) => {
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
    bulkhead.enter(at('a'), enterOptions());
    bulkhead.leave(at('a'));

    expect(() => bulkhead.leave(at('a'))).toThrow('Nobody is inside');
  });
});

function createAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: string) => controller.abort(reason) };
}

describe('callers of one key', () => {
  it('take turns, however many of one of them wait', async () => {
    const { clock, bulkhead } = createBulkhead(100);
    const order: string[] = [];
    bulkhead.enter(at('a'), enterOptions());
    for (const callerId of ['ann', 'ann', 'ann', 'ann', 'bob', 'cy', 'bob']) {
      const place = at('a', callerId);
      void Promise.resolve(bulkhead.enter(place, enterOptions())).then(() => {
        order.push(callerId);
        bulkhead.leave(place);
      });
    }
    bulkhead.leave(at('a'));
    await clock.advance(0);

    expect(order).toEqual(['ann', 'bob', 'cy', 'ann', 'bob', 'ann', 'ann']);
  });

  it('leave others their part of the places and of the queue, if they may take a share only', async () => {
    const bulkhead = new Bulkhead({ clock: createFakeClock(0), maxQueued: 4, maxCallerPercent: 75 });
    const options = enterOptions({ maxConcurrent: 4 });
    const enter = (callerId: string) => bulkhead.enter(at('a', callerId), options);
    for (let index = 0; index < 3; index++) expect(enter('ann')).toEqual({ status: 'entered' });
    const waiting = [enter('ann'), enter('ann'), enter('ann')];
    expect(waiting.every((admission) => admission instanceof Promise)).toBe(true);
    expect(enter('ann')).toEqual({ status: 'full' });

    expect(enter('bob')).toEqual({ status: 'entered' });
    const bob = enter('bob');
    expect(enter('cy')).toEqual({ status: 'full' });

    bulkhead.leave(at('a', 'bob'));
    expect(await bob).toEqual({ status: 'entered' });
    bulkhead.leave(at('a', 'ann'));
    expect(await waiting[0]).toEqual({ status: 'entered' });
  });

  it('have at least one place each', () => {
    const bulkhead = new Bulkhead({ clock: createFakeClock(0), maxQueued: 4, maxCallerPercent: 1 });

    expect(bulkhead.enter(at('a'), enterOptions())).toEqual({ status: 'entered' });
  });
});
