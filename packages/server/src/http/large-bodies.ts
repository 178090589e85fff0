import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';

/** From how many bytes on a body is large: reading one keeps the process busy for a moment that everybody notices. */
export const LARGE_BYTES = 1_048_576;

const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;
/** How long the body of a turn may take to arrive once another sender waits, in milliseconds. */
const SLOW_BODY_MS = 5_000;

/** Permission to read and work on one large body. */
export interface BodyTurn {
  /** Aborted when the body arrives too slowly while another sender waits. */
  readonly signal: AbortSignal;
  /** Says that the body is complete: nothing interrupts the turn from then on. */
  hasRead(): void;
  /** Gives the turn to the next sender. Only the first time counts. */
  end(): void;
}

/** Takes turns with large bodies, so that whoever sends many of them stalls nobody but themselves. */
export interface LargeBodies {
  /**
   * Waits for a turn. A sender has one turn at a time, and senders that wait get theirs in rotation, however many requests
   * each has sent.
   *
   * @throws ToolcribError `E_REQUEST_TIMED_OUT` if too many of the same sender wait already; the reason of the signal.
   */
  enter(senderId: string, signal: AbortSignal): Promise<BodyTurn>;
}

/** What {@link createLargeBodies} is given. */
export interface LargeBodiesOptions {
  readonly clock: Clock;
  /** @default 5_000 */
  readonly slowBodyMs?: number | undefined;
}

type Begin = () => void;

export function createLargeBodies({ clock, slowBodyMs = SLOW_BODY_MS }: LargeBodiesOptions): LargeBodies {
  /** The turns that were taken, by sender. */
  const turns = new Map<string, Turn>();
  /** Those who wait, by sender; the sender whose last turn is the longest ago comes first. */
  const queues = new Map<string, Set<Begin>>();

  function admit(): void {
    for (const [senderId, queue] of queues) {
      if (turns.size >= MAX_AT_ONCE) break;
      const [begin] = queue;
      if (begin === undefined || turns.has(senderId)) continue;
      forget(senderId, begin);
      begin();
    }
    interruptSlow();
  }

  /** One for each sender that could begin. */
  function interruptSlow(): void {
    let waiting = 0;
    for (const senderId of queues.keys()) if (!turns.has(senderId)) waiting += 1;
    for (const turn of turns.values()) {
      if (waiting === 0) return;
      if (turn.interrupt()) waiting -= 1;
    }
  }

  function forget(senderId: string, begin: Begin): void {
    const queue = queues.get(senderId);
    queue?.delete(begin);
    if (queue?.size === 0) queues.delete(senderId);
  }

  return {
    enter(senderId, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const queue = queues.get(senderId) ?? new Set();
        if (queue.size >= MAX_WAITING) return reject(tooMany());
        const begin = (): void => {
          signal.removeEventListener('abort', onAbort);
          const onEnd = (): void => {
            turns.delete(senderId);
            const rest = queues.get(senderId);
            // Behind all others.
            if (rest !== undefined && queues.delete(senderId)) queues.set(senderId, rest);
            admit();
          };
          const turn = new Turn(clock, { slowBodyMs, onSlow: interruptSlow, onEnd });
          turns.set(senderId, turn);
          resolve(turn);
        };
        function onAbort(): void {
          forget(senderId, begin);
          reject(signal.reason);
        }
        signal.addEventListener('abort', onAbort, { once: true });
        queues.set(senderId, queue.add(begin));
        admit();
      });
    },
  };
}

class Turn implements BodyTurn {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  readonly #slowTimer: unknown;
  #isSlow = false;
  #isReading = true;
  #hasEnded = false;

  constructor(
    clock: Clock,
    options: { readonly slowBodyMs: number; readonly onSlow: () => void; readonly onEnd: () => void },
  ) {
    this.#clock = clock;
    this.#onEnd = options.onEnd;
    this.#slowTimer = clock.setTimer(() => {
      this.#isSlow = true;
      options.onSlow();
    }, options.slowBodyMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  hasRead(): void {
    this.#isReading = false;
    this.#clock.clearTimer(this.#slowTimer);
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.hasRead();
    this.#onEnd();
  }

  /** Whether it gives way: it does if it is slow, and its body not complete. */
  interrupt(): boolean {
    if (!this.#isSlow || !this.#isReading) return false;
    this.#controller.abort(tooSlow());
    return true;
  }
}

function tooMany(): ToolcribError {
  const message = `More than ${MAX_WAITING} large requests of yours are waiting. Send one after the other. Nothing was done.`;
  return new ToolcribError('E_REQUEST_TIMED_OUT', message, { context: { maxWaiting: MAX_WAITING } });
}

function tooSlow(): ToolcribError {
  const message =
    'The body arrived too slowly while others waited to send theirs. Nothing was done. Try again.';
  return new ToolcribError('E_REQUEST_TIMED_OUT', message);
}
