import type { Clock } from 'toolcrib/runtime';
import type { RouteAnswer } from './route.ts';

/** One event of a stream of server-sent events. */
export interface StreamEvent {
  /** What a client that comes back sends as `Last-Event-ID`. One line. */
  readonly id?: string | undefined;
  /** The type. One line. @default message */
  readonly event?: string | undefined;
  /** Sent as JSON; empty if undefined, so that the event has nothing but its id. */
  readonly data: unknown;
}

/** How events are streamed. */
export interface EventStreamOptions {
  /** Ends the stream. Also to be given to whatever makes the events. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long nothing may be sent before a comment is, so that proxies keep the connection. @default 15_000 */
  readonly keepAliveMs?: number | undefined;
  /** Told why a stream ended before its events did. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

const DEFAULT_KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive\n\n';

/** An answer that streams events, with the headers that it needs. Its route has `isTimed: false`. */
export function toEventStreamAnswer(
  events: AsyncIterable<StreamEvent>,
  options: EventStreamOptions,
): RouteAnswer {
  return {
    body: toEventStream(events, options),
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Some proxies collect answers unless told not to.
      'x-accel-buffering': 'no',
    },
  };
}

/**
 * Events as bytes of `text/event-stream`. An event is asked for only when the reader wants more, so a slow reader costs
 * no memory here. Every chunk is whole events or comments, so the stream can be cut after any of them. It ends when the
 * events do, or when the signal is aborted; an error of the events ends it too, as the status has been sent long since.
 */
export function toEventStream(
  events: AsyncIterable<StreamEvent>,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  const turns = new Turns(iterator, options);
  const encoder = new TextEncoder();

  function stop(): void {
    turns.stop();
    // Not awaited: a generator that waits for its next event ends only after that.
    iterator.return?.().catch(() => undefined);
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Headers go out with the first bytes, and a client waits for them.
        controller.enqueue(encoder.encode(': connected\n\n'));
      },
      async pull(controller) {
        const turn = await turns.next();
        if (turn.kind === 'ended') {
          stop();
          controller.close();
        } else
          controller.enqueue(encoder.encode(turn.kind === 'idle' ? KEEP_ALIVE : formatEvent(turn.event)));
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}

/** What comes next: an event, that nothing came for a while, or that there will be none. */
type Turn =
  | { readonly kind: 'event'; readonly event: StreamEvent }
  | { readonly kind: 'idle' }
  | { readonly kind: 'ended' };

/** Waits for one event at a time, however often it is asked meanwhile. */
class Turns {
  readonly #iterator: AsyncIterator<StreamEvent>;
  readonly #options: EventStreamOptions;
  #isAsking = false;
  #ready: Turn | undefined;
  #isStopped = false;
  #wake: (() => void) | undefined;

  constructor(iterator: AsyncIterator<StreamEvent>, options: EventStreamOptions) {
    this.#iterator = iterator;
    this.#options = options;
  }

  async next(): Promise<Turn> {
    const { signal } = this.#options;
    if (!this.#isAsking) this.#ask();
    if (this.#ready === undefined && !signal.aborted && !this.#isStopped) await this.#wait();
    if (signal.aborted || this.#isStopped) return { kind: 'ended' };
    const turn = this.#ready;
    if (turn === undefined) return { kind: 'idle' };
    this.#ready = undefined;
    this.#isAsking = false;
    return turn;
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake?.();
  }

  #ask(): void {
    this.#isAsking = true;
    const settle = (turn: Turn): void => {
      this.#ready = turn;
      this.#wake?.();
    };
    this.#iterator.next().then(
      ({ done, value }) => settle(done === true ? { kind: 'ended' } : { kind: 'event', event: value }),
      (error) => {
        // After the abort it is only the way in which the events end.
        if (!this.#options.signal.aborted) this.#options.onFault?.(error);
        settle({ kind: 'ended' });
      },
    );
  }

  /** Until there is a turn, the signal is aborted, or nothing came for a while. */
  #wait(): Promise<void> {
    const { signal, clock, keepAliveMs = DEFAULT_KEEP_ALIVE_MS } = this.#options;
    return new Promise((resolve) => {
      const wake = (): void => {
        clock.clearTimer(timer);
        signal.removeEventListener('abort', wake);
        this.#wake = undefined;
        resolve();
      };
      const timer = clock.setTimer(wake, keepAliveMs);
      signal.addEventListener('abort', wake);
      this.#wake = wake;
    });
  }
}

/** One event as text. Line ends in its JSON are escaped, those in its id and type are left out. */
export function formatEvent({ id, event, data }: StreamEvent): string {
  const head = `${id === undefined ? '' : `id: ${toLine(id)}\n`}${event === undefined ? '' : `event: ${toLine(event)}\n`}`;
  return `${head}data: ${JSON.stringify(data) ?? ''}\n\n`;
}

function toLine(text: string): string {
  return text.replaceAll('\r', '').replaceAll('\n', '').replaceAll('\0', '');
}
