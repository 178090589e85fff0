import { do_not_optimize as keep } from 'mitata';
import { getCpuTime } from './cpu-time.ts';
import type { Effort } from './section.ts';
import type { Sample } from './statistics.ts';

/** One of the things that are compared. */
export interface Side {
  readonly name: string;
  /** Does the job once. `index` counts up, for a side that takes its inputs in turn. */
  run(index: number): unknown;
  /** Whether `run` gives a promise, which is then awaited each time. @default false */
  readonly isAsync?: boolean;
}

type Loop = (iterations: number) => unknown;
/** Gives the time of one run. */
type TimedLoop = (iterations: number) => Promise<number>;

const MIN_WARM_UP_BATCHES = 6;
const MAX_WARM_UP_BATCHES = 20;
/** Of a side whose single run is longer than a batch. */
const MIN_SLOW_RUNS = 3;
const MAX_ITERATIONS = 10_000_000;

/** The time so far, in nanoseconds. */
type GetTime = () => number;

/**
 * Times sides against one another: in each round every side runs one batch, so that a slow moment of the
 * machine hits them all. Values are nanoseconds for one run, of processor time unless another is given.
 *
 * mitata's own `measure` finishes one side before it begins the next, which is why it is not used here.
 */
export async function measureRoundRobin(
  sides: readonly Side[],
  effort: Effort,
  getTime: GetTime = getCpuTime,
): Promise<Sample[]> {
  const contestants = [];
  for (const side of sides) {
    const loop = createLoop(side, getTime);
    contestants.push({ side, loop, iterations: await warmUp(loop, effort.batchMs) });
  }
  const values = new Map(sides.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < effort.rounds; round++) {
    // Each round begins with another side, so that none always follows the same one.
    const first = round % contestants.length;
    for (const { side, loop, iterations } of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      // Only what is young: the sweep after a full collection would be charged to the next side.
      globalThis.gc?.({ type: 'minor' });
      values.get(side.name)?.push(await loop(iterations));
    }
  }
  return sides.map(({ name }) => ({ name, values: values.get(name) ?? [] }));
}

/** Runs a side until it is compiled, and finds how many runs fill a batch. */
async function warmUp(loop: TimedLoop, batchMs: number): Promise<number> {
  const batchNs = batchMs * 1e6;
  let iterations = 1;
  for (let batch = 1; batch <= MAX_WARM_UP_BATCHES; batch++) {
    const perRun = await loop(iterations);
    const isFull = perRun * iterations > batchNs / 2;
    if (isFull && batch >= (perRun > batchNs ? MIN_SLOW_RUNS : MIN_WARM_UP_BATCHES)) break;
    iterations = Math.min(MAX_ITERATIONS, Math.max(1, Math.round(batchNs / Math.max(perRun, 1))));
  }
  return iterations;
}

/**
 * A loop of its own for every side: in one that they share, the engine would see the types of all of them
 * and slow down the quickest most.
 */
function createLoop(side: Side, getTime: GetTime): TimedLoop {
  const body = (start: string) => `
    let index = 0;
    return ${start}(iterations) => {
      for (let left = iterations; left > 0; left--) keep(${start === '' ? '' : 'await '}run(index++));
    };`;
  const source = body(side.isAsync === true ? 'async ' : '');
  const loop = new Function('run', 'keep', source)((index: number) => side.run(index), keep) as Loop;
  return async (iterations) => {
    const start = getTime();
    const pending = loop(iterations);
    if (pending instanceof Promise) await pending;
    return (getTime() - start) / iterations;
  };
}
