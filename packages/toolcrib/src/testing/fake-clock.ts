import { ConfigError } from '../core/errors.ts';
import type { Clock } from '../runtime/clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /**
   * Lets time pass. Promises that can go on do so first; then every timer that is due fires, in order of
   * time and then of creation, and after each one promises go on again. Timers that are set meanwhile fire
   * too if they are due. `advance(0)` only lets promises go on.
   *
   * Waits for chains of promises of any length, but not for input and output, which take real time. Rejects
   * with what a timer throws. One move must be over before the next one starts.
   */
  advance(durationMs: number): Promise<void>;
  /** Goes to the time of the next timer and fires all that are due then. False when there is none. */
  advanceToNext(): Promise<boolean>;
  /** How many timers were set, and neither fired nor cleared. */
  readonly pendingTimers: number;
}

/** A fake clock that starts at a time in milliseconds since 1970. @default the start of 2026 in UTC */
export function createFakeClock(startAt = 1_767_225_600_000): FakeClock {
  return new ManualClock(startAt);
}

interface Timer {
  readonly callback: () => void;
  readonly dueAt: number;
}

class ManualClock implements FakeClock {
  #now: number;
  #isMoving = false;
  /** In the order in which they fire. */
  readonly #timers: Timer[] = [];

  constructor(startAt: number) {
    if (!Number.isFinite(startAt)) throw invalid('startAt must be a time in milliseconds since 1970');
    this.#now = startAt;
  }

  get pendingTimers(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  setTimer(callback: () => void, delayMs: number): unknown {
    // `setTimeout` fires such a timer at once, which is never what was meant.
    if (!Number.isFinite(delayMs)) throw invalid(`delayMs must be a number of milliseconds, not ${delayMs}`);
    const timer: Timer = { callback, dueAt: this.#now + Math.max(delayMs, 0) };
    const place = this.#timers.findLastIndex(({ dueAt }) => dueAt <= timer.dueAt) + 1;
    this.#timers.splice(place, 0, timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    // What is no timer of this clock is not found.
    const place = this.#timers.indexOf(timer as Timer);
    if (place >= 0) this.#timers.splice(place, 1);
  }

  async advance(durationMs: number): Promise<void> {
    if (!Number.isFinite(durationMs) || durationMs < 0) {
      throw invalid(`durationMs must be a number of milliseconds from 0, not ${durationMs}`);
    }
    await this.#move(() => this.#fireUntil(this.#now + durationMs));
  }

  advanceToNext(): Promise<boolean> {
    return this.#move(async () => {
      const next = this.#timers[0];
      if (next !== undefined) await this.#fireUntil(next.dueAt);
      return next !== undefined;
    });
  }

  async #fireUntil(end: number): Promise<void> {
    for (;;) {
      const next = this.#timers[0];
      if (next === undefined || next.dueAt > end) break;
      this.#timers.shift();
      this.#now = next.dueAt;
      next.callback();
      await settlePromises();
    }
    this.#now = end;
  }

  /** Two moves at once would make time go back. */
  async #move<Value>(move: () => Promise<Value>): Promise<Value> {
    if (this.#isMoving) throw invalid('the clock is already being moved; await the first move');
    this.#isMoving = true;
    try {
      await settlePromises();
      return await move();
    } finally {
      this.#isMoving = false;
    }
  }
}

/** A message is a task of its own, and before the next task every promise that can go on has done so. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

function invalid(problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `A fake clock cannot do that: ${problem}.`);
}
