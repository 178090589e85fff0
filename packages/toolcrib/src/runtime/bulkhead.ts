import type { Awaitable } from './awaitable.ts';
import type { Clock } from './clock.ts';
import { WaitQueue } from './wait-queue.ts';

/** What became of somebody who wanted to enter. Only who `entered` has to leave. */
export type Admission =
  | { readonly status: 'entered' }
  /** As many wait already as may. */
  | { readonly status: 'full' }
  | { readonly status: 'timed_out' }
  | { readonly status: 'aborted'; readonly reason: unknown };

/** How a {@link Bulkhead} is made. */
export interface BulkheadOptions {
  readonly clock: Clock;
  /** How many may wait under one key. */
  readonly maxQueued: number;
}

/** How somebody enters. */
export interface EnterOptions {
  /** How many may be inside under this key; at least 1. */
  readonly maxConcurrent: number;
  /** How long to wait for a place, in milliseconds; with 0 there is no waiting. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Limits how many are inside at once under each key; others wait in the order in which they came. Nobody
 * overtakes, whatever limit they come with.
 *
 * INVARIANT: whoever entered leaves exactly once.
 */
export class Bulkhead {
  readonly #clock: Clock;
  readonly #maxQueued: number;
  readonly #rooms = new Map<string, Room>();

  constructor({ clock, maxQueued }: BulkheadOptions) {
    this.#clock = clock;
    this.#maxQueued = maxQueued;
  }

  /** How many keys it remembers: those in use, and a few that were. */
  get size(): number {
    return this.#rooms.size;
  }

  /** Enters at once if there is room, without a promise; otherwise waits for a place. */
  enter(key: string, options: EnterOptions): Awaitable<Admission> {
    const { maxConcurrent, timeoutMs, signal } = options;
    if (signal?.aborted) return { status: 'aborted', reason: signal.reason };
    const room = this.#rooms.get(key) ?? this.#addRoom(key);
    const { waiting } = room;
    if (waiting.length === 0 && room.inside < maxConcurrent) {
      room.inside += 1;
      return ENTERED;
    }
    if (waiting.length >= this.#maxQueued) return FULL;
    return timeoutMs > 0 ? this.#wait(room, options) : TIMED_OUT;
  }

  /** Gives the place to whoever waited longest. */
  leave(key: string): void {
    const room = this.#rooms.get(key);
    if (room === undefined || room.inside === 0) throw new Error(`Nobody is inside under the key "${key}".`);
    room.inside -= 1;
    letIn(room);
    if (room.inside === 0 && this.#rooms.size > MAX_UNUSED_ROOMS) this.#rooms.delete(key);
  }

  #addRoom(key: string): Room {
    const room: Room = { inside: 0, waiting: new WaitQueue() };
    this.#rooms.set(key, room);
    return room;
  }

  #wait(room: Room, { maxConcurrent, timeoutMs, signal }: EnterOptions): Promise<Admission> {
    return new Promise((resolve) => {
      const settle = (admission: Admission) => {
        this.#clock.clearTimer(timer);
        signal?.removeEventListener('abort', onAbort);
        room.waiting.remove(place);
        resolve(admission);
      };
      const giveUp = (admission: Admission) => {
        settle(admission);
        // The next one may come with a higher limit.
        letIn(room);
      };
      const onAbort = () => giveUp({ status: 'aborted', reason: signal?.reason });
      const timer = this.#clock.setTimer(() => giveUp(TIMED_OUT), timeoutMs);
      signal?.addEventListener('abort', onAbort);
      const place = room.waiting.add({ maxConcurrent, enter: () => settle(ENTERED) });
    });
  }
}

/** Adding and removing a key costs more than all the rest, so that this many may stay for their next use. */
const MAX_UNUSED_ROOMS = 64;

/** One key. Somebody is inside as long as somebody waits. */
interface Room {
  inside: number;
  readonly waiting: WaitQueue<Waiter>;
}

interface Waiter {
  readonly maxConcurrent: number;
  enter(): void;
}

function letIn(room: Room): void {
  for (;;) {
    const waiter = room.waiting.first?.value;
    if (waiter === undefined || room.inside >= waiter.maxConcurrent) return;
    room.inside += 1;
    waiter.enter();
  }
}

const ENTERED: Admission = Object.freeze({ status: 'entered' });
const FULL: Admission = Object.freeze({ status: 'full' });
const TIMED_OUT: Admission = Object.freeze({ status: 'timed_out' });
