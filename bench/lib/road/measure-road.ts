import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { promiseHooks } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { SourcePlaces } from './source-places.ts';

/** Does the same thing so many times, one after the other. */
export type Repeat = (count: number) => Promise<void>;

/** What doing something once takes. */
export interface Road {
  /** The source files of the repository whose code runs, in the order in which it first does. */
  readonly files: readonly string[];
  /** How often a function of these files is entered. */
  readonly entries: number;
  /** Promises created, by code of any origin. */
  readonly promises: number;
  /** Objects allocated, by code of any origin. */
  readonly objects: number;
  /** Their size. */
  readonly bytes: number;
}

const WARM_UP = 500;
const COUNT = 100;

/** A function of a source file. */
interface FunctionPlace {
  readonly file: string;
  readonly scriptId: string;
  readonly offset: number;
}

/**
 * What doing something once takes, when it was done often before; in all, less what `without` takes. What happens in fewer
 * than half of the times, such as what a timer does, does not count as a part of it.
 */
export async function measureRoad(repeat: Repeat, without?: Repeat): Promise<Road> {
  await repeat(WARM_UP);
  await without?.(WARM_UP);
  const session = new Session();
  session.connect();
  try {
    const [promises, baselinePromises] = [await countPromises(repeat), await countPromises(without)];
    const objects = await countObjects(session, repeat);
    const baselineObjects = await countObjects(session, without);
    const functions = await countFunctions(session, repeat);
    for (const [key, { calls }] of await countFunctions(session, without)) {
      const found = functions.get(key);
      if (found !== undefined) found.calls -= calls;
    }
    const entered = [...functions.values()].filter(({ calls }) => calls >= COUNT / 2);
    return {
      files: await findOrder(
        entered.map(({ place }) => place),
        () => repeat(1),
      ),
      entries: entered.reduce((sum, { calls }) => sum + calls, 0) / COUNT,
      promises: (promises - baselinePromises) / COUNT,
      objects: (objects.count - baselineObjects.count) / COUNT,
      bytes: (objects.bytes - baselineObjects.bytes) / COUNT,
    };
  } finally {
    session.disconnect();
  }
}

async function countPromises(repeat: Repeat | undefined): Promise<number> {
  let count = 0;
  const stop: unknown = promiseHooks.onInit(() => {
    count += 1;
  });
  await repeat?.(COUNT);
  // It answers a function, which its type does not say.
  (stop as () => void)();
  return count;
}

/** What the heap profiler has of a sample, which the types of Node leave out. */
interface HeapSample {
  readonly size: number;
}

async function countObjects(
  session: Session,
  repeat: Repeat | undefined,
): Promise<{ count: number; bytes: number }> {
  if (repeat === undefined) return { count: 0, bytes: 0 };
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 1,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await repeat(COUNT);
  const { profile } = await session.post('HeapProfiler.stopSampling');
  const samples = (profile as unknown as { readonly samples: readonly HeapSample[] }).samples;
  return { count: samples.length, bytes: samples.reduce((sum, { size }) => sum + size, 0) };
}

interface CountedFunction {
  readonly place: FunctionPlace;
  calls: number;
}

async function countFunctions(
  session: Session,
  repeat: Repeat | undefined,
): Promise<Map<string, CountedFunction>> {
  const functions = new Map<string, CountedFunction>();
  if (repeat === undefined) return functions;
  const places = new SourcePlaces();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await repeat(COUNT);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  await session.post('Profiler.disable');
  for (const { scriptId, url, functions: found } of result) {
    for (const { ranges } of found) {
      const [range] = ranges;
      if (range === undefined || range.count === 0) continue;
      const file = places.find(url, range.startOffset);
      if (file === undefined) continue;
      const place = { file, scriptId, offset: range.startOffset };
      functions.set(`${scriptId}:${range.startOffset}:${range.endOffset}`, { place, calls: range.count });
    }
  }
  return functions;
}

/** The files of some functions, in the order in which one of their functions is entered first. */
async function findOrder(
  places: readonly FunctionPlace[],
  run: () => Promise<void>,
): Promise<readonly string[]> {
  const worker = new Worker(new URL('./watch-order.ts', import.meta.url), { workerData: places });
  await once(worker, 'message');
  await run();
  worker.postMessage('stop');
  const [seen] = (await once(worker, 'message')) as [readonly string[]];
  await worker.terminate();
  // What one run happens to leave out comes last.
  return [...new Set([...seen, ...places.map(({ file }) => file)])];
}
