import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { ServiceStore } from '../store/service-store.ts';
import type { Limiter } from './limiter.ts';
import type { Principal } from './principal.ts';
import { RecentMap } from './recent-map.ts';
import { TokenBucket } from './token-bucket.ts';

/** How many principals, tools and used up quotas are remembered; who is forgotten starts with a full bucket. */
const MAX_REMEMBERED = 10_000;

const DAY_MS = 86_400_000;

/** What a limiter stands on. */
export interface LimiterOptions {
  readonly clock: Clock;
  readonly store: ServiceStore;
}

/** Makes a limiter. Rates are of this process; quotas of a day are counted in the store. */
export function createLimiter({ clock, store }: LimiterOptions): Limiter {
  return new BucketLimiter(clock, store);
}

/** A quota of a day. */
interface Quota {
  readonly counter: string;
  readonly most: number | undefined;
  /** For people. */
  readonly what: string;
}

class BucketLimiter implements Limiter {
  readonly #clock: Clock;
  readonly #store: ServiceStore;
  readonly #buckets = new RecentMap<string, TokenBucket>(MAX_REMEMBERED);
  /** The day on which a counter has reached its end. */
  readonly #usedUp = new RecentMap<string, string>(MAX_REMEMBERED);

  constructor(clock: Clock, store: ServiceStore) {
    this.#clock = clock;
    this.#store = store;
  }

  takeRequest({ id, limits }: Principal): void {
    this.#take(id, limits.requestsPerMinute, 'requests per minute');
  }

  async takeCall(
    principal: Principal,
    call: { readonly tenant: string; readonly tool: string },
  ): Promise<void> {
    const { id, limits } = principal;
    const { callsPerMinutePerTool, callsPerDayPerTool, callsPerDay } = limits;
    if ((callsPerMinutePerTool ?? callsPerDayPerTool ?? callsPerDay) === undefined) return;
    const tool = JSON.stringify([id, call.tenant, call.tool]);
    this.#take(tool, callsPerMinutePerTool, 'calls of this tool per minute');
    await this.#use({ counter: tool, most: callsPerDayPerTool, what: 'calls of this tool per day' });
    await this.#use({ counter: JSON.stringify([id]), most: callsPerDay, what: 'calls per day' });
  }

  #take(key: string, perMinute: number | undefined, what: string): void {
    if (perMinute === undefined) return;
    const now = this.#clock.elapsed();
    let bucket = this.#buckets.get(key);
    if (bucket?.perMinute !== perMinute) {
      bucket = new TokenBucket(perMinute, now);
      this.#buckets.set(key, bucket);
    }
    const retryAfterMs = bucket.take(now);
    if (retryAfterMs > 0) throw limited('E_RATE_LIMITED', { most: perMinute, what, retryAfterMs });
  }

  async #use({ counter, most, what }: Quota): Promise<void> {
    if (most === undefined) return;
    const now = this.#clock.now();
    const window = new Date(now).toISOString().slice(0, 10);
    // Whoever goes on asking must not keep the database busy.
    const isUsedUp = this.#usedUp.get(counter) === `${window} ${most}`;
    if (!isUsedUp && (await this.#store.countUse(counter, { window, amount: 1 })) <= most) return;
    this.#usedUp.set(counter, `${window} ${most}`);
    throw limited('E_QUOTA_EXCEEDED', { most, what, retryAfterMs: DAY_MS - (now % DAY_MS) });
  }
}

function limited(
  code: 'E_RATE_LIMITED' | 'E_QUOTA_EXCEEDED',
  {
    most,
    what,
    retryAfterMs,
  }: { readonly most: number; readonly what: string; readonly retryAfterMs: number },
): ToolcribError {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  const message = `The limit of ${most} ${what} is reached. Try again in ${seconds} s.`;
  return new ToolcribError(code, message, { context: { retryAfterMs } });
}
