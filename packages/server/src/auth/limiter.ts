import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { ServiceStore } from '../store/service-store.ts';
import type { LimitedKind } from './max-per-key.ts';
import { OpenCounts, type OpenCountsOptions } from './open-counts.ts';
import type { Principal } from './principal.ts';
import { RecentMap } from './recent-map.ts';
import { SharedBucket } from './shared-bucket.ts';

/** How many principals, tools and used up quotas are remembered; of those that are forgotten the store is asked again. */
const MAX_REMEMBERED = 10_000;

const DAY_MS = 86_400_000;
/** A limit beyond it is none that anything reaches; the store could not count it. */
const MAX_PER_MINUTE = 1_000_000_000;

/** What a limiter is created with. */
export interface LimiterOptions extends OpenCountsOptions {
  readonly clock: Clock;
  readonly store: ServiceStore;
  /** Told that the store could not be asked. Must not throw. @default ignored */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A quota of a day. */
interface Quota {
  readonly counter: string;
  readonly most: number | undefined;
  /** For people. */
  readonly what: string;
}

interface Rate {
  readonly perMinute: number;
  /** For people. */
  readonly what: string;
  /** @default 1 */
  readonly count?: number;
}

/**
 * Holds principals to their limits. What is open is of this process; rates per minute and quotas of a day are counted in the
 * store, and hold for all processes together.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #store: ServiceStore;
  readonly #onFault: (error: unknown) => void;
  readonly #buckets = new RecentMap<string, SharedBucket>(MAX_REMEMBERED);
  /** The day on which a counter has reached its end. */
  readonly #usedUp = new RecentMap<string, string>(MAX_REMEMBERED);
  readonly #open: OpenCounts;

  constructor(options: LimiterOptions) {
    this.#clock = options.clock;
    this.#store = options.store;
    this.#onFault = options.onFault ?? ignore;
    this.#open = new OpenCounts(options);
  }

  /**
   * Counts a request, or so many at once: all of them or none.
   *
   * @throws ToolcribError `E_RATE_LIMITED` with `context.retryAfterMs`.
   */
  async takeRequest({ id, limits }: Principal, count = 1): Promise<void> {
    const { requestsPerMinute: most } = limits;
    if (most === undefined) return;
    if (count > most) throw tooManyAtOnce(most, count);
    await this.#take(JSON.stringify([id]), { perMinute: most, what: 'requests per minute', count });
  }

  /**
   * Counts something that is open until the answer is called; only the first time counts.
   *
   * @throws ToolcribError `E_CONCURRENCY_LIMITED` if the principal has as many open as one may have.
   */
  acquire(kind: LimitedKind, principal: Principal): () => void {
    return this.#open.acquire(kind, principal);
  }

  /** Counts a call. @throws ToolcribError `E_RATE_LIMITED` or `E_QUOTA_EXCEEDED` with `context.retryAfterMs`. */
  async takeCall(
    principal: Principal,
    call: { readonly tenant: string; readonly tool: string },
  ): Promise<void> {
    const { id, limits } = principal;
    const { callsPerMinutePerTool, callsPerDayPerTool, callsPerDay } = limits;
    if ((callsPerMinutePerTool ?? callsPerDayPerTool ?? callsPerDay) === undefined) return;
    const tool = JSON.stringify([id, call.tenant, call.tool]);
    if (callsPerMinutePerTool !== undefined) {
      await this.#take(tool, { perMinute: callsPerMinutePerTool, what: 'calls of this tool per minute' });
    }
    await this.#use({ counter: tool, most: callsPerDayPerTool, what: 'calls of this tool per day' });
    await this.#use({ counter: JSON.stringify([id]), most: callsPerDay, what: 'calls per day' });
  }

  async #take(name: string, { perMinute: most, what, count = 1 }: Rate): Promise<void> {
    const perMinute = Math.min(most, MAX_PER_MINUTE);
    // A limit that has changed is another one.
    const counter = `${name} ${perMinute}`;
    let bucket = this.#buckets.get(counter);
    if (bucket === undefined) {
      const parts = { clock: this.#clock, store: this.#store, onFault: this.#onFault };
      bucket = new SharedBucket({ counter, perMinute }, parts);
      this.#buckets.set(counter, bucket);
    }
    const retryAfterMs = await bucket.take(count);
    if (retryAfterMs > 0) throw limited('E_RATE_LIMITED', { most, what, retryAfterMs });
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

/** Nobody gets as many, however long they wait. */
function tooManyAtOnce(most: number, count: number): ToolcribError {
  const message = `${count} messages at once are more than the limit of ${most} requests per minute. Send fewer together.`;
  return new ToolcribError('E_RATE_LIMITED', message, { context: { retryAfterMs: 60_000 } });
}

function ignore(): void {
  // No listener was given.
}
