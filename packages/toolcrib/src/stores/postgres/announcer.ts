import type { Clock } from '../../runtime/index.ts';
import { inTime } from './in-time.ts';
import type { PostgresPool } from './postgres-pool.ts';

const notify = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';

/** Where to announce. */
export interface AnnouncerOptions {
  readonly channel: string;
  readonly clock: Clock;
  /** Told what could not be announced, and is not tried again. Must not throw. */
  onFailure(error: unknown): void;
}

/**
 * Sends notifications, one statement after another: what is announced while one is under way goes out with the next,
 * each payload once.
 */
export class Announcer {
  readonly #pool: PostgresPool;
  readonly #options: AnnouncerOptions;
  readonly #waiting = new Set<string>();
  #isSending = false;

  constructor(pool: PostgresPool, options: AnnouncerOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  announce(payload: string): void {
    this.#waiting.add(payload);
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    while (this.#waiting.size > 0) {
      const payloads = [...this.#waiting];
      this.#waiting.clear();
      await this.#send(payloads);
    }
    this.#isSending = false;
  }

  async #send(payloads: readonly string[]): Promise<void> {
    const { channel, clock, onFailure } = this.#options;
    try {
      await inTime(this.#pool.query(notify, [channel, payloads]), clock);
    } catch (error) {
      onFailure(error);
    }
  }
}
