import type { FuzzRequest } from './fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { createJudge } from './judge-answer.ts';
import { createPlanner } from './plan-request.ts';
import { sendInProcess } from './send-request.ts';

/** Which requests to send: those with the numbers from `first` on, below `end`. */
export interface FuzzRun {
  readonly seed: number;
  readonly first: number;
  readonly end: number;
}

/** What became of them. */
export interface FuzzReport {
  /** What is wrong, each with the request that shows it; not more than a few. */
  readonly failures: readonly string[];
  /** How many were answered, by operation and status. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Requests that are under way at the same time. */
const WORKERS = 8;
const MAX_FAILURES = 20;
/** What earlier requests have taken away is there again after so many. */
const REFRESH_EVERY = 250;

/** Sends hostile requests to the handler of a service, and judges each answer. */
export async function runFuzz(world: FuzzWorld, { seed, first, end }: FuzzRun): Promise<FuzzReport> {
  const [plan, judge] = [createPlanner(world, seed), createJudge(world)];
  const failures: string[] = [];
  const counts = new Map<string, number>();

  async function tryOne(request: FuzzRequest): Promise<string | undefined> {
    try {
      const answer = await sendInProcess(request, world);
      const name = `${request.routeId} ${answer.status}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const complaint = judge(request, answer);
      return complaint && `${complaint}\n  ${answer.status} ${answer.text.slice(0, 400)}`;
    } catch (error) {
      return String(error);
    }
  }

  let next = first;
  async function work(): Promise<void> {
    while (next < end && failures.length < MAX_FAILURES) {
      const index = next++;
      if (index % REFRESH_EVERY === 0) await world.refresh();
      const request = plan(index);
      const complaint = await tryOne(request);
      if (complaint !== undefined) failures.push(`${index}. ${describeRequest(request)}\n  ${complaint}`);
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work));
  return { failures, counts };
}

/** A request in a form that a person can read and repeat. */
function describeRequest({ method, target, headers, body, asker }: FuzzRequest): string {
  const text = body === undefined ? '' : new TextDecoder().decode(body);
  return `${asker}: ${method} ${target.slice(0, 400)} ${JSON.stringify(headers)} ${text.slice(0, 1_000)}`;
}
