import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { Bulkhead } from './bulkhead.ts';

type Step =
  | {
      readonly kind: 'enter';
      readonly key: string;
      readonly callerId: string;
      readonly maxConcurrent: number;
      readonly timeoutMs: number;
    }
  | { readonly kind: 'leave' | 'abort'; readonly whom: number }
  | { readonly kind: 'advance'; readonly durationMs: number };

type Status = 'waiting' | 'entered' | 'full' | 'timed_out' | 'aborted' | 'left';

/** Somebody who came, as the model sees them. */
interface Guest {
  readonly key: string;
  readonly callerId: string;
  readonly maxConcurrent: number;
  readonly dueAt: number;
  status: Status;
}

const MAX_QUEUED = 4;

/** What the rules say, written down without any care for speed: everybody who ever came, in order. */
class Model {
  readonly guests: Guest[] = [];
  readonly #percent: number;
  /** The callers who wait under a key, in the order of their turns. */
  readonly #turns = new Map<string, string[]>();
  now = 0;

  constructor(percent: number) {
    this.#percent = percent;
  }

  enter({ key, callerId, maxConcurrent, timeoutMs }: Step & { kind: 'enter' }): void {
    const guest: Guest = { key, callerId, maxConcurrent, dueAt: this.now + timeoutMs, status: 'waiting' };
    const waiting = this.at(key, 'waiting');
    const own = waiting.filter((other) => other.callerId === callerId);
    const isNext = own.length === 0 && this.#next(key) === undefined && !this.#hasShare(guest);
    this.guests.push(guest);
    if (isNext && this.at(key, 'entered').length < maxConcurrent) guest.status = 'entered';
    else if (waiting.length >= MAX_QUEUED || own.length >= share(MAX_QUEUED, this.#percent))
      guest.status = 'full';
    else if (timeoutMs === 0) guest.status = 'timed_out';
    else if (own.length === 0) this.#turns.set(key, [...(this.#turns.get(key) ?? []), callerId]);
  }

  end(guest: Guest, status: Status): void {
    const { key } = guest;
    guest.status = status;
    this.#forgetIdle(key);
    for (;;) {
      const next = this.#next(key);
      if (next === undefined || this.at(key, 'entered').length >= next.maxConcurrent) return;
      next.status = 'entered';
      const others = this.#turns.get(key)?.filter((callerId) => callerId !== next.callerId) ?? [];
      this.#turns.set(key, [...others, next.callerId]);
      this.#forgetIdle(key);
    }
  }

  /** Who is first in line, of those whose caller does not have its share. */
  #next(key: string): Guest | undefined {
    const waiting = this.at(key, 'waiting');
    const firsts = (this.#turns.get(key) ?? []).map((callerId) =>
      waiting.find((guest) => guest.callerId === callerId),
    );
    return firsts.find((guest) => guest !== undefined && !this.#hasShare(guest));
  }

  #hasShare({ key, callerId, maxConcurrent }: Guest): boolean {
    if (this.#percent === 100) return false;
    const inside = this.at(key, 'entered').filter((guest) => guest.callerId === callerId);
    return inside.length >= share(maxConcurrent, this.#percent);
  }

  #forgetIdle(key: string): void {
    const waiting = this.at(key, 'waiting');
    const isWaiting = (callerId: string) => waiting.some((guest) => guest.callerId === callerId);
    this.#turns.set(key, this.#turns.get(key)?.filter(isWaiting) ?? []);
  }

  advance(durationMs: number): void {
    this.now += durationMs;
    for (;;) {
      const due = this.guests.filter(({ status, dueAt }) => status === 'waiting' && dueAt <= this.now);
      const [next] = due.toSorted((left, right) => left.dueAt - right.dueAt);
      if (next === undefined) return;
      this.end(next, 'timed_out');
    }
  }

  at(key: string, status: Status): Guest[] {
    return this.guests.filter((guest) => guest.key === key && guest.status === status);
  }
}

function share(count: number, percent: number): number {
  return Math.ceil((count * percent) / 100);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      key: fc.constantFrom('a', '__proto__'),
      callerId: fc.constantFrom('ann', 'bob', '__proto__'),
      maxConcurrent: fc.integer({ min: 1, max: 4 }),
      timeoutMs: fc.integer({ min: 0, max: 50 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('leave' as const), whom: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('abort' as const), whom: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      durationMs: fc.integer({ min: 0, max: 40 }),
    }),
  },
);

/** Does the same to a bulkhead and to the model, and compares what became of everybody. */
class Comparison {
  readonly #clock = createFakeClock(0);
  readonly #bulkhead: Bulkhead;
  readonly #model: Model;
  readonly #statuses: Status[] = [];
  readonly #controllers: AbortController[] = [];

  constructor(maxCallerPercent: number) {
    this.#bulkhead = new Bulkhead({ clock: this.#clock, maxQueued: MAX_QUEUED, maxCallerPercent });
    this.#model = new Model(maxCallerPercent);
  }

  async take(next: Step): Promise<void> {
    let durationMs = 0;
    switch (next.kind) {
      case 'enter':
        this.#enter(next);
        break;
      case 'leave':
        this.#leave(next.whom);
        break;
      case 'abort':
        this.#abort(next.whom);
        break;
      case 'advance':
        durationMs = next.durationMs;
    }
    this.#model.advance(durationMs);
    await this.#clock.advance(durationMs);
    this.#compare();
  }

  /** Everybody leaves, and nobody is left behind. */
  async empty(): Promise<void> {
    while (this.#model.guests.some(({ status }) => status === 'entered')) {
      await this.take({ kind: 'leave', whom: 0 });
    }
    expect(this.#statuses).not.toContain('waiting');
  }

  #enter(next: Step & { kind: 'enter' }): void {
    const controller = new AbortController();
    const whom = this.#statuses.push('waiting') - 1;
    this.#controllers.push(controller);
    const { key, callerId, maxConcurrent, timeoutMs } = next;
    const answer = this.#bulkhead.enter(
      { key, callerId },
      { maxConcurrent, timeoutMs, signal: controller.signal },
    );
    if (answer instanceof Promise) {
      void answer.then(({ status }) => {
        this.#statuses[whom] = status;
      });
    } else {
      this.#statuses[whom] = answer.status;
    }
    this.#model.enter(next);
  }

  #leave(choice: number): void {
    const inside = this.#model.guests.filter(({ status }) => status === 'entered');
    const guest = inside[choice % inside.length];
    if (guest === undefined) return;
    this.#bulkhead.leave(guest);
    this.#statuses[this.#model.guests.indexOf(guest)] = 'left';
    this.#model.end(guest, 'left');
  }

  #abort(choice: number): void {
    const whom = choice % this.#model.guests.length;
    const guest = this.#model.guests[whom];
    this.#controllers[whom]?.abort();
    if (guest?.status === 'waiting') this.#model.end(guest, 'aborted');
  }

  #compare(): void {
    const { guests } = this.#model;
    const waiting = guests.filter(({ status }) => status === 'waiting');
    const listeners = this.#controllers.map(({ signal }) => getEventListeners(signal, 'abort').length);
    expect(this.#statuses).toEqual(guests.map(({ status }) => status));
    expect(this.#clock.pendingTimers).toBe(waiting.length);
    expect(listeners).toEqual(guests.map(({ status }) => Number(status === 'waiting')));
  }
}

const steps = fc.array(step, { maxLength: 40, size: 'max' });

it('Bulkhead does what the rules say, for any order of entering, leaving, aborting and waiting', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(100, 75, 50), async (sequence, maxCallerPercent) => {
      const comparison = new Comparison(maxCallerPercent);
      for (const next of sequence) await comparison.take(next);
      await comparison.empty();
    }),
    { numRuns: 300 },
  );
});
