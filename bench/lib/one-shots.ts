import type { Sample } from './statistics.ts';
import { getWallTime } from './wall-time.ts';

/** One of the things that are compared, where each run needs a start of its own. */
export interface OneShot {
  readonly name: string;
  /** Makes everything ready for one run; this time is not counted. */
  prepare(): Promise<PreparedShot>;
}

export interface PreparedShot {
  run(): unknown;
  /** Tidies up, off the clock as well. */
  end(): unknown;
}

/** Runs all of them in turn, round after round, by the clock. The first round only warms up. Values are nanoseconds. */
export async function measureOneShots(shots: readonly OneShot[], rounds: number): Promise<Sample[]> {
  const values = shots.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, shot] of shots.entries()) {
      const time = await takeTime(shot);
      if (round > 0) values[index]?.push(time);
    }
  }
  return shots.map(({ name }, index) => ({ name, values: values[index] ?? [] }));
}

async function takeTime(shot: OneShot): Promise<number> {
  const { run, end } = await shot.prepare();
  try {
    globalThis.gc?.();
    const start = getWallTime();
    await run();
    return getWallTime() - start;
  } finally {
    await end();
  }
}
