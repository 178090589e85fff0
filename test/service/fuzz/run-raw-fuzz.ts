import { createRandom } from '../../compat/seeded-random.ts';
import { findLeak } from './find-leak.ts';
import { type FuzzWorld, INNER_CANARY } from './fuzz-world.ts';
import { secretOf } from './judge-answer.ts';
import { createPlanner } from './plan-request.ts';
import { toRawBytes } from './raw-request.ts';
import { sendRaw } from './send-raw.ts';

/** Which bytes to send: those with the numbers from 0 on, below `end`. */
export interface RawFuzzRun {
  readonly seed: number;
  readonly end: number;
  /** Where the service listens. */
  readonly port: number;
}

/** What became of them. */
export interface RawFuzzReport {
  readonly failures: readonly string[];
  /** How many were answered with each status; 0 is for connections that were only closed. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Many, as those that are incomplete wait for the server to lose its patience. */
const WORKERS = 32;
const MAX_FAILURES = 20;

/** Sends bytes over sockets, each over its own, and looks at what comes back. */
export async function runRawFuzz(world: FuzzWorld, { seed, end, port }: RawFuzzRun): Promise<RawFuzzReport> {
  const plan = createPlanner(world, seed + 1);
  const secrets = [INNER_CANARY, ...Object.values(world.keys).map(secretOf)];
  const failures: string[] = [];
  const statuses = new Map<number, number>();

  async function tryOne(bytes: Buffer): Promise<string | undefined> {
    try {
      const text = await sendRaw(bytes, port);
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (text !== '' && status === 0) return `no HTTP: ${text.slice(0, 400)}`;
      return status >= 500 ? text.slice(0, 400) : findLeak(text, secrets);
    } catch (error) {
      return String(error);
    }
  }

  let next = 0;
  async function work(): Promise<void> {
    while (next < end && failures.length < MAX_FAILURES) {
      const index = next++;
      const bytes = toRawBytes(plan(index), world, { random: createRandom(seed ^ index), port });
      const complaint = await tryOne(bytes);
      if (complaint !== undefined)
        failures.push(`${index}. ${bytes.toString('latin1').slice(0, 1_000)}\n  ${complaint}`);
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work));
  return { failures, statuses };
}
