import type { Clock } from '../../runtime/index.ts';
import { inTime } from './in-time.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** So many go out without a pause, as long as there is always another one. */
const MAX_IN_A_ROW = 8;
const PAUSE_MS = 5;

/** Where to announce. */
export interface AnnouncerOptions {
  readonly channel: string;
  readonly clock: Clock;
  /** Told what could not be announced, and is not tried again. Must not throw. */
  onFailure(error: unknown): void;
}

/**
 * Sends notifications, one statement after another: what is announced while one is under way, and shortly after, goes out
 * with the next, each tenant once.
 */
export class Announcer {
  readonly #pool: PostgresPool;
  readonly #options: AnnouncerOptions;
  /** The last number of each tenant. */
  readonly #waiting = new Map<string, number>();
  #isSending = false;

  constructor(pool: PostgresPool, options: AnnouncerOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  announce(tenant: string, sequence: number): void {
    this.#waiting.set(tenant, Math.max(sequence, this.#waiting.get(tenant) ?? 0));
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    for (let count = 1; this.#waiting.size > 0; count++) {
      const payloads = [...this.#waiting].map(([tenant, sequence]) => `${tenant} ${sequence}`);
      this.#waiting.clear();
      await this.#send(payloads);
      if (count >= MAX_IN_A_ROW) await this.#pause();
    }
    this.#isSending = false;
  }

  /** A notification costs every process something, so those who write all the time do not send one for each change. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#options.clock.setTimer(resolve, PAUSE_MS);
    });
  }

  async #send(payloads: readonly string[]): Promise<void> {
    const { channel, clock, onFailure } = this.#options;
    try {
      await inTime(this.#pool.query(toNotify(channel, payloads)), clock);
    } catch (error) {
      onFailure(error);
    }
  }
}

/**
 * A notification is no reason to wait for the disk: nobody misses one that is lost with the server. Tenants were checked,
 * so that they can stand in a statement.
 */
function toNotify(channel: string, payloads: readonly string[]): string {
  const calls = payloads.map((payload) => `pg_notify('${channel}', '${payload}')`);
  return `set local synchronous_commit = off; select ${calls.join()}`;
}
