import type { Clock } from 'toolcrib/runtime';
import { type ServiceStore, USE_PARTS } from '../store/service-store.ts';
import { TokenBucket } from './token-bucket.ts';

/** A process may hold a twentieth of the uses per minute that it has not needed yet. */
const HELD_PART = 20;
/** How long a use that was asked for in advance should last. */
const ASK_EVERY_MS = 1_000;
/** After a counter was found empty it is not asked again for so long, however fast it fills up. */
const EMPTY_MS = 100;
/** How long a store that has failed is not asked again. */
const FAILED_MS = 1_000;

/** What a shared bucket stands on. */
export interface SharedBucketParts {
  readonly clock: Clock;
  readonly store: Pick<ServiceStore, 'takeUses'>;
  /** Told that the store could not be asked. Must not throw. */
  readonly onFault: (error: unknown) => void;
}

/** What a bucket counts: `counter` is its name in the store, which must always have the same number per minute. */
export interface SharedLimit {
  readonly counter: string;
  readonly perMinute: number;
}

/**
 * A limit per minute that holds for all processes together. The uses are in the store; this process takes them from there,
 * more than one at once while many are needed, and so asks about once a second. Without the store it holds to the limit alone.
 */
export class SharedBucket {
  readonly #parts: SharedBucketParts;
  readonly #limit: SharedLimit;
  /** Counts what this process has used, for when the store cannot be asked. */
  readonly #own: TokenBucket;
  /** Taken from the store, and not used yet. */
  #held = 0;
  /** How many are taken at once. */
  #size = 1;
  /** What all requests together need that are being decided. */
  #wanted = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** What was left in the store at a time. By now others may have taken of it: it has gained no more than what belongs to it. */
  #known: { readonly level: number; readonly at: number } | undefined;
  /** When the store may be asked again. */
  #pausedUntil = 0;
  #isFailed = false;
  #asking: Promise<void> | undefined;

  constructor(limit: SharedLimit, parts: SharedBucketParts) {
    this.#parts = parts;
    this.#limit = limit;
    this.#own = new TokenBucket(limit.perMinute, parts.clock.elapsed());
  }

  /** Takes `count` uses and answers 0, or takes none and answers in how many milliseconds to try again. Never rejects. */
  async take(count: number): Promise<number> {
    this.#wanted += count;
    try {
      for (;;) {
        const now = this.#parts.clock.elapsed();
        if (this.#held >= count) {
          this.#held -= count;
          this.#own.take(now, count);
          return 0;
        }
        const isPaused = now < this.#pausedUntil;
        if (isPaused && this.#isFailed) return this.#own.take(now, count);
        const missing = this.#missingFor(count - this.#held, now);
        if (missing > 0) return Math.max(missing, this.#pausedUntil - now);
        if (isPaused) return this.#pausedUntil - now;
        this.#asking ??= this.#ask(count - this.#held).finally(() => {
          this.#asking = undefined;
        });
        await this.#asking;
      }
    } finally {
      this.#wanted -= count;
    }
  }

  /** In how many milliseconds the store can have `count` uses at the earliest; 0 if it may have them now. */
  #missingFor(count: number, now: number): number {
    if (this.#known === undefined) return 0;
    const { level, at } = this.#known;
    const { perMinute } = this.#limit;
    const missing = count * USE_PARTS - level - (now - at) * perMinute;
    return Math.max(0, Math.ceil(missing / perMinute));
  }

  async #ask(needed: number): Promise<void> {
    const { clock, store, onFault } = this.#parts;
    const { counter, perMinute } = this.#limit;
    const wanted = Math.min(perMinute, Math.max(this.#grow(), needed, this.#wanted - this.#held));
    try {
      const use = { perMinute, needed, wanted, now: clock.now() };
      const { taken, level } = await store.takeUses(counter, use);
      const now = clock.elapsed();
      this.#held += taken;
      this.#known = { level, at: now };
      this.#isFailed = false;
      if (taken < wanted) this.#pausedUntil = now + EMPTY_MS;
    } catch (error) {
      onFault(error);
      this.#isFailed = true;
      this.#pausedUntil = clock.elapsed() + FAILED_MS;
    }
  }

  /** What is needed often is taken in larger portions, up to a part of the limit. */
  #grow(): number {
    const now = this.#parts.clock.elapsed();
    const isOften = now - this.#askedAt < ASK_EVERY_MS;
    this.#askedAt = now;
    const most = Math.max(1, Math.floor(this.#limit.perMinute / HELD_PART));
    this.#size = isOften ? Math.min(most, this.#size * 2) : Math.max(1, Math.floor(this.#size / 2));
    return this.#size;
  }
}
