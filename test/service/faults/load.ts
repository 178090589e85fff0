import { setTimeout as pause } from 'node:timers/promises';
import { createSmallClient, type SmallClient } from './small-client.ts';

/** How a call is made: and waited for, not waited for, or of a tool that somebody has to agree to. */
export type CallWay = 'sync' | 'async' | 'gated';

/** A call that was tried, and what its maker was told. */
export interface Attempt {
  /** Its idempotency key, and what it writes down. */
  readonly key: string;
  readonly way: CallWay;
  /** Of the answer; undefined if there was none, because the connection broke. */
  readonly status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the body of an answer.
  readonly body: any;
  readonly failure: unknown;
}

/** Clients that call tools without end. */
export interface Load {
  readonly attempts: readonly Attempt[];
  /** Resolves when a look at the attempts is true; rejects with an answer that nobody should get. */
  until(look: (attempts: readonly Attempt[]) => boolean): Promise<void>;
  /** Resolves when no request is on its way. */
  stop(): Promise<void>;
}

/** How much is asked of what. */
export interface LoadOptions {
  readonly urlOf: () => string;
  readonly key: string | null;
  /** What keys begin with, so that no two loads share one. */
  readonly name: string;
  readonly clients: number;
  /** By turns. @default sync only */
  readonly ways?: readonly CallWay[] | undefined;
  /** How long a call runs after its effect. @default 2 */
  readonly holdMs?: number | undefined;
  /** Whether a client that nobody listens to tries another time, as one before several services does. @default false */
  readonly retriesRefused?: boolean | undefined;
}

/** A client that was refused waits so long, as a good one does. */
const BACK_OFF_MS = 10;

export function startLoad(options: LoadOptions): Load {
  const { urlOf, key, name, clients, ways = ['sync'], retriesRefused = false } = options;
  const attempts: Attempt[] = [];
  const looks = new Set<() => void>();
  let isStopped = false;
  const work = async (client: SmallClient, prefix: string) => {
    for (let index = 0; !isStopped; index++) {
      const way = ways[index % ways.length] ?? 'sync';
      const attempt = await tryCall(client, { key: `${prefix}-${index}`, way, holdMs: options.holdMs });
      if (retriesRefused && isConnectionRefused(attempt)) {
        // The same one again.
        index--;
        continue;
      }
      attempts.push(attempt);
      for (const look of looks) look();
      if (attempt.status === undefined || attempt.status >= 500) await pause(BACK_OFF_MS);
    }
    client.close();
  };
  const working = Array.from({ length: clients }, (_, index) =>
    work(createSmallClient(urlOf, key), `${name}-${index}`),
  );
  return {
    attempts,
    until: (isTrue) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const odd = attempts.find(isOdd);
          if (odd === undefined && !isTrue(attempts)) return;
          looks.delete(look);
          if (odd === undefined) resolve();
          else reject(new Error(JSON.stringify(odd)));
        };
        looks.add(look);
        look();
      }),
    async stop() {
      isStopped = true;
      await Promise.all(working);
    },
  };
}

/** Whether nobody listened, so that nothing can have happened. */
export function isConnectionRefused({ failure }: Attempt): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ECONNREFUSED';
}

/** Done, accepted, not now, or no answer at all: anything else is a mistake of the test or of the service. */
function isOdd({ status, body }: Attempt): boolean {
  // That the ledger failed is in the ledger.
  if (status === 200) return body.state !== 'ok' && body.error?.code !== 'E_LEDGER_FAILED';
  return status !== undefined && status !== 202 && status !== 429 && status !== 503;
}

/** Makes one call; never rejects. With the key of another attempt it is that one, tried again. */
export async function tryCall(
  client: SmallClient,
  { key, way, holdMs = 2 }: Pick<Attempt, 'key' | 'way'> & { readonly holdMs?: number | undefined },
): Promise<Attempt> {
  const order = {
    tool: way === 'gated' ? 'carve' : 'note_down',
    arguments: { key, holdMs },
    mode: way === 'async' ? 'async' : 'sync',
    idempotencyKey: key,
  };
  try {
    const { status, body } = await client.send('POST', '/v1/tenants/default/calls', order);
    return { key, way, status, body, failure: undefined };
  } catch (failure) {
    return { key, way, status: undefined, body: undefined, failure };
  }
}

/** Calls that were answered as done. */
export function doneOf(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter(({ status, body }) => status === 200 && body.state === 'ok');
}

/** Calls that were answered as accepted, to be asked for. */
export function acceptedOf(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter(({ status }) => status === 202);
}

/** Calls that were refused, or not answered. */
export function refusedOf(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter(({ status }) => status !== 200 && status !== 202);
}
