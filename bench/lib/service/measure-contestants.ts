import type { Effort } from '../section.ts';
import type { Sample } from '../statistics.ts';
import { getWallTime } from '../wall-time.ts';
import type { McpMessage } from './mcp-message.ts';
import { type Load, runLoad } from './run-load.ts';
import { sendMessage } from './send-message.ts';
import type { Contestant } from './with-servers.ts';

/** How contestants are compared. */
export interface Contest {
  readonly message: McpMessage;
  readonly connections: number;
  /** What counts: the processor time of the server, or the clock. */
  readonly clock: 'cpu' | 'wall';
  readonly effort: Effort;
}

const MAX_ROUNDS = 9;
/** A request is a lot of code, and takes part in many collections: batches are longer than elsewhere in this bench. */
const BATCH_FACTOR = 60;
/** Ours is far more code than the floor, and only quick once it is compiled. */
const WARM_UP_BATCHES = 12;
const MAX_REQUESTS = 20_000;

/**
 * Sends the same message to all of them, in turns, round after round. Values are nanoseconds for one request. Only one of
 * them is busy at a time.
 */
export async function measureContestants(
  contestants: readonly Contestant[],
  contest: Contest,
): Promise<Sample[]> {
  const { effort } = contest;
  const runners = [];
  for (const contestant of contestants) runners.push(await warmUp(contestant, contest));
  const values = contestants.map((): number[] => []);
  for (let round = 0; round < Math.min(effort.rounds, MAX_ROUNDS); round++) {
    for (const [index, { run, count }] of runners.entries()) values[index]?.push(await run(count));
  }
  return contestants.map(({ name }, index) => ({ name, values: values[index] ?? [] }));
}

interface Runner {
  /** Sends so many requests, and gives what one of them took. */
  run(count: number): Promise<number>;
  /** How many fill a batch. */
  readonly count: number;
}

async function warmUp({ server, request, name }: Contestant, contest: Contest): Promise<Runner> {
  const { message, connections, clock, effort } = contest;
  const http = request(message);
  const { result } = await sendMessage(server.port, http);
  if (result.isError === true) throw new Error(`${name} answers with an error: ${JSON.stringify(result)}`);
  const now = async () => (clock === 'cpu' ? (await server.usage()).cpu : getWallTime());
  const run = async (count: number): Promise<number> => {
    const load: Load = { port: server.port, request: http, count, connections };
    const start = await now();
    await runLoad(load);
    return ((await now()) - start) / count;
  };
  const batchNs = effort.batchMs * BATCH_FACTOR * 1e6;
  let count = 1;
  for (let batch = 0; batch < WARM_UP_BATCHES; batch++) {
    const perRequest = await run(count);
    count = Math.min(MAX_REQUESTS, Math.max(1, Math.round(batchNs / perRequest)));
    // A few requests fill a batch: there is little more to find out, and it would take long.
    if (batch > 0 && perRequest > batchNs / 10) break;
  }
  return { run, count };
}
