import { availableParallelism } from 'node:os';
import type { Clock } from 'toolcrib/runtime';
import { isolateTool } from '../isolate/isolate-tool.ts';
import { ThreadPool } from '../isolate/thread-pool.ts';
import type { CallTracker } from '../isolate/unhandled-errors.ts';
import type { Cleanup } from './cleanup.ts';
import type { FaultReporter } from './fault-reporter.ts';
import type { ToolSource } from './load-tools.ts';
import type { ThreadSource } from './tool-thread-main.ts';

/** How isolated tools run. */
export interface IsolationSettings {
  /** How many threads each source of tools has at most. @default the number of processors, at least 4 */
  readonly threads: number | undefined;
  /** How much memory the objects of each thread may take, in megabytes. @default 256 */
  readonly memoryMb: number | undefined;
}

/** What isolation needs of a service. */
export interface IsolationParts {
  readonly settings: IsolationSettings;
  readonly faults: FaultReporter;
  readonly clock: Clock;
  readonly cleanup: Cleanup;
}

const MIN_THREADS = 4;
const DEFAULT_MEMORY_MB = 256;

/** The tools of a source, on threads of their own: what one module does to its threads is not felt by another. */
export function isolateSource(source: ToolSource, from: ThreadSource, parts: IsolationParts): ToolSource {
  const { settings, faults, clock, cleanup } = parts;
  const pool = new ThreadPool({
    module: threadModule(),
    source: from,
    digests: new Map(source.tools.map(({ name, digest }) => [name, digest])),
    maxThreads: settings.threads ?? Math.max(MIN_THREADS, availableParallelism()),
    memoryMb: settings.memoryMb ?? DEFAULT_MEMORY_MB,
    clock,
    onUnhandled: (unhandled) => faults.onUnhandled({ ...unhandled, isOfThread: true }),
    onThreadEnd: (end) => faults.onThreadEnd(end),
  });
  cleanup.add(() => pool.close());
  return { ...source, tools: source.tools.map((tool) => isolateTool(tool, pool)) };
}

/** The tools of a source in the thread of the service, so that it is known which of them an error comes from. */
export function trackSource(source: ToolSource, calls: CallTracker): ToolSource {
  return { ...source, tools: source.tools.map((tool) => calls.track(tool)) };
}

/** The build puts this file into a folder of chunks, and the module of threads into one that is called as here. */
function threadModule(): URL {
  const { url } = import.meta;
  return new URL(url.endsWith('.ts') ? './tool-thread-main.ts' : '../serve/tool-thread-main.js', url);
}
