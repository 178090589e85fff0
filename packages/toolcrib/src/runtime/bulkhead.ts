import type { Awaitable } from './awaitable.ts';
import type { Clock } from './clock.ts';
import { FairQueue } from './wait-queue.ts';

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
  /** How much of the places and of the queue of a key one caller may take, in percent; at least one place. @default 100 */
  readonly maxCallerPercent?: number | undefined;
}

/** Where somebody enters, and for whom. */
export interface Place {
  readonly key: string;
  readonly callerId: string;
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
 * Limits how many are inside at once under each key; others wait. Callers who wait take turns, those of one caller in the
 * order in which they came. Nobody overtakes, whatever limit they come with, but who has taken the share of a caller waits
 * for places of their own.
 *
 * INVARIANT: whoever entered leaves exactly once.
 * INVARIANT: as long as a place is free, nobody waits who could take it and is next.
 */
export class Bulkhead {
  readonly #clock: Clock;
  readonly #maxQueued: number;
  readonly #maxQueuedOfCaller: number;
  readonly #callerPercent: number;
  readonly #rooms = new Map<string, Room>();

  constructor({ clock, maxQueued, maxCallerPercent = 100 }: BulkheadOptions) {
    this.#clock = clock;
    this.#maxQueued = maxQueued;
    this.#maxQueuedOfCaller = shareOf(maxQueued, maxCallerPercent);
    this.#callerPercent = maxCallerPercent;
  }

  /** How many keys it remembers: those in use, and a few that were. */
  get size(): number {
    return this.#rooms.size;
  }

  /** Enters at once if there is room, without a promise; otherwise waits for a place. */
  enter(place: Place, options: EnterOptions): Awaitable<Admission> {
    const { key, callerId } = place;
    const { maxConcurrent, timeoutMs, signal } = options;
    if (signal?.aborted) return { status: 'aborted', reason: signal.reason };
    const room = this.#rooms.get(key) ?? this.#addRoom(key);
    if (room.inside < maxConcurrent && room.isOpenTo(callerId, maxConcurrent)) {
      room.add(callerId);
      return ENTERED;
    }
    const { waiting } = room;
    if (waiting.length >= this.#maxQueued || waiting.lengthOf(callerId) >= this.#maxQueuedOfCaller)
      return FULL;
    return timeoutMs > 0 ? this.#wait(room, callerId, options) : TIMED_OUT;
  }

  /** Gives the place to the next caller. */
  leave({ key, callerId }: Place): void {
    const room = this.#rooms.get(key);
    if (room === undefined || room.inside === 0) throw new Error(`Nobody is inside under the key "${key}".`);
    room.remove(callerId);
    room.letIn();
    if (room.inside === 0 && this.#rooms.size > MAX_UNUSED_ROOMS) this.#rooms.delete(key);
  }

  #addRoom(key: string): Room {
    const room = new Room(this.#callerPercent);
    this.#rooms.set(key, room);
    return room;
  }

  #wait(
    room: Room,
    callerId: string,
    { maxConcurrent, timeoutMs, signal }: EnterOptions,
  ): Promise<Admission> {
    return new Promise((resolve) => {
      const settle = (admission: Admission) => {
        this.#clock.clearTimer(timer);
        signal?.removeEventListener('abort', onAbort);
        room.waiting.remove(callerId, place);
        resolve(admission);
      };
      const giveUp = (admission: Admission) => {
        settle(admission);
        // The next one may come with a higher limit.
        room.letIn();
      };
      const onAbort = () => giveUp({ status: 'aborted', reason: signal?.reason });
      const timer = this.#clock.setTimer(() => giveUp(TIMED_OUT), timeoutMs);
      signal?.addEventListener('abort', onAbort);
      const place = room.waiting.add(callerId, { callerId, maxConcurrent, enter: () => settle(ENTERED) });
    });
  }
}

/** Adding and removing a key costs more than all the rest, so that this many may stay for their next use. */
const MAX_UNUSED_ROOMS = 64;

interface Waiter {
  readonly callerId: string;
  readonly maxConcurrent: number;
  enter(): void;
}

/** One key. Somebody is inside as long as somebody waits. */
class Room {
  inside = 0;
  readonly waiting = new FairQueue<Waiter>();
  readonly #callerPercent: number;
  /** How many of each caller are inside; not counted where one caller may take all places. */
  readonly #callers: Map<string, number> | undefined;

  constructor(callerPercent: number) {
    this.#callerPercent = callerPercent;
    this.#callers = callerPercent < 100 ? new Map() : undefined;
  }

  add(callerId: string): void {
    this.inside += 1;
    this.#callers?.set(callerId, (this.#callers.get(callerId) ?? 0) + 1);
  }

  remove(callerId: string): void {
    this.inside -= 1;
    if (this.#callers === undefined) return;
    const left = (this.#callers.get(callerId) ?? 0) - 1;
    if (left > 0) this.#callers.set(callerId, left);
    else this.#callers.delete(callerId);
  }

  /** Whether a caller who comes now need not wait behind anybody, nor has its share already. */
  isOpenTo(callerId: string, maxConcurrent: number): boolean {
    if (this.#hasShare(callerId, maxConcurrent)) return false;
    if (this.waiting.length === 0) return true;
    return this.waiting.lengthOf(callerId) === 0 && this.#next() === undefined;
  }

  letIn(): void {
    for (;;) {
      const waiter = this.#next();
      if (waiter === undefined || this.inside >= waiter.maxConcurrent) return;
      this.add(waiter.callerId);
      waiter.enter();
      this.waiting.endTurn(waiter.callerId);
    }
  }

  /** The first in line whose caller does not have its share. */
  #next(): Waiter | undefined {
    for (const waiter of this.waiting.firsts()) {
      if (!this.#hasShare(waiter.callerId, waiter.maxConcurrent)) return waiter;
    }
    return undefined;
  }

  #hasShare(callerId: string, maxConcurrent: number): boolean {
    if (this.#callers === undefined) return false;
    return (this.#callers.get(callerId) ?? 0) >= shareOf(maxConcurrent, this.#callerPercent);
  }
}

/** At least one, of whatever there is. */
function shareOf(count: number, percent: number): number {
  return Math.ceil((count * Math.min(percent, 100)) / 100);
}

const ENTERED: Admission = Object.freeze({ status: 'entered' });
const FULL: Admission = Object.freeze({ status: 'full' });
const TIMED_OUT: Admission = Object.freeze({ status: 'timed_out' });
