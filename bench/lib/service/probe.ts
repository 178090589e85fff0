// Loaded into every server before its own code: tells whoever started it what the process has used so far.
import { getCpuTime } from '../cpu-time.ts';

/** What a process has used since its start. */
export interface Usage {
  /** In nanoseconds, of all threads. */
  readonly cpu: number;
  /** In bytes. */
  readonly rss: number;
}

process.on('message', () =>
  process.send?.({ cpu: getCpuTime(), rss: process.memoryUsage.rss() } satisfies Usage),
);
// A server ends with whoever started it.
process.on('disconnect', () => process.exit(1));
// This must not keep a server alive that wants to end.
process.channel?.unref();
