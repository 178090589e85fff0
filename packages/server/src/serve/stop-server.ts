import { type Clock, systemClock } from 'toolcrib/runtime';
import type { Log } from '../operations/log.ts';
import type { Cleanup } from './cleanup.ts';
import type { RunningServer, ServeIo } from './serve-options.ts';

/** How a server stops. */
export interface StopOptions {
  readonly io: Pick<ServeIo, 'onStop' | 'exit' | 'stdout'>;
  readonly log: Log;
  /** How long it waits for what is running. */
  readonly graceMs: number;
  /** Whether it says nothing. */
  readonly isQuiet: boolean;
  /** @default the time of this machine */
  readonly clock?: Clock | undefined;
}

/** As shells have it for a program that was interrupted. */
const INTERRUPTED = 130;

/** Stops when somebody wants to, in order; whoever wants it a second time does not wait any longer. */
export function stopServer(cleanup: Cleanup, options: StopOptions): Pick<RunningServer, 'close' | 'closed'> {
  const { io, isQuiet, graceMs } = options;
  const say = (text: string) => void (isQuiet || io.stdout.write(`  ${text}\n`));
  const ended = Promise.withResolvers<'clean' | 'cut'>();
  let stopping: Promise<void> | undefined;

  const stop = async () => {
    const end = await withinGrace(cleanup, options);
    say(end === 'clean' ? 'Stopped.' : 'The time is over. What still ran is cut off.');
    unlisten();
    ended.resolve(end);
  };
  const close = () => {
    stopping ??= stop();
    return stopping;
  };
  const unlisten = io.onStop(() => {
    if (stopping !== undefined) return io.exit(INTERRUPTED);
    const seconds = Math.ceil(graceMs / 1_000);
    say(`Stopping: no new requests; waiting up to ${seconds} s for running calls. Once more stops at once.`);
    // Calls that take no notice would keep the process alive.
    void ended.promise.then((end) => void (end === 'cut' && io.exit(1)));
    return void close();
  });
  return { close, closed: ended.promise };
}

async function withinGrace(cleanup: Cleanup, options: StopOptions): Promise<'clean' | 'cut'> {
  const { clock = systemClock, graceMs, log } = options;
  const over = Promise.withResolvers<'cut'>();
  const timer = clock.setTimer(() => over.resolve('cut'), graceMs);
  const closing = cleanup.run().then((failures) => {
    for (const failure of failures) log.error('Something could not be closed', failure);
    return 'clean' as const;
  });
  const end = await Promise.race([closing, over.promise]);
  clock.clearTimer(timer);
  return end;
}
