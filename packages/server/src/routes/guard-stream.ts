import { isRefusal } from '../http/access-check.ts';
import type { RouteContext } from '../http/route.ts';

/** How long a stream goes on after a key was revoked, or a token has expired, in milliseconds. */
const CHECK_MS = 1_000;

/** What is known of the request that a stream answers. */
export type StreamContext = Pick<RouteContext, 'service' | 'signal' | 'principal' | 'confirmAccess'>;

/**
 * Events for as long as whoever asked for them is somebody: a stream may outlive the key it was opened with. The signal
 * that the events are made with is aborted when that ends, when the client has gone, and when nobody reads on. Beginning to
 * read throws `E_CONCURRENCY_LIMITED` to a key that has too many streams open.
 */
export function guardStream<Event>(
  context: StreamContext,
  follow: (signal: AbortSignal) => AsyncIterable<Event>,
): AsyncIterable<Event> {
  return {
    [Symbol.asyncIterator]: () => {
      const { service, principal } = context;
      // Before the answer begins, so that it can be a refusal.
      const release = principal && service.limiter.acquire('streams', principal);
      const controller = new AbortController();
      const events = guarded(context, controller, { follow, release });
      // At once: a client that has its answer misses nothing of what happens from then on.
      let first: ReturnType<typeof events.next> | undefined = events.next();
      first.catch(() => undefined);
      return {
        next: () => {
          const next = first ?? events.next();
          first = undefined;
          return next;
        },
        // A generator that waits for its next event hears of this only after it.
        return: async () => {
          release?.();
          controller.abort();
          await events.return();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

async function* guarded<Event>(
  context: StreamContext,
  controller: AbortController,
  {
    follow,
    release,
  }: {
    readonly follow: (signal: AbortSignal) => AsyncIterable<Event>;
    readonly release: (() => void) | undefined;
  },
): AsyncGenerator<Event, void> {
  const onEnd = watchStream(context, () => controller.abort());
  try {
    yield* follow(AbortSignal.any([context.signal, controller.signal]));
  } finally {
    onEnd();
    release?.();
  }
}

/** Counts a stream, and ends it once whoever asked for it is nobody any more. The answer is to be called when it is over. */
export function watchStream(context: StreamContext, end: () => void): () => void {
  const { metrics } = context.service;
  const stop = checkAgain(context, end);
  metrics.countStream(1);
  return () => {
    metrics.countStream(-1);
    stop();
  };
}

/** Looks again and again, though nothing is sent, and calls back once that is refused. */
function checkAgain(
  { service: { clock }, principal, confirmAccess }: StreamContext,
  onRefused: () => void,
): () => void {
  // Whoever has the database needs no key.
  if (principal === undefined || principal.kind === 'operator') return () => undefined;
  let timer: unknown;
  let isStopped = false;
  const check = async (): Promise<void> => {
    try {
      await confirmAccess();
    } catch (error) {
      // That nobody could be asked is no refusal as long as nothing is sent.
      if (isRefusal(error)) return onRefused();
    }
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = clock.setTimer(() => void check(), CHECK_MS);
  };
  schedule();
  return () => {
    isStopped = true;
    clock.clearTimer(timer);
  };
}
