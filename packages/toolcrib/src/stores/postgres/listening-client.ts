import type { Clock } from '../../runtime/index.ts';
import { inTime } from './in-time.ts';
import type { PostgresClient, PostgresNotification } from './postgres-pool.ts';

/** What a connection listens to, and whom it tells. */
export interface ListeningClientOptions {
  readonly channel: string;
  readonly clock: Clock;
  onPayload(payload: string): void;
  /** Called at most once, and never after `close`. */
  onLost(error: unknown): void;
}

/**
 * A connection of a pool that listens. It is closed for good when it fails in any way: the server or the network has
 * ended it, or it does not answer.
 */
export class ListeningClient {
  readonly #client: PostgresClient;
  readonly #options: ListeningClientOptions;
  #isClosed = false;
  #isAsking = false;

  constructor(client: PostgresClient, options: ListeningClientOptions) {
    this.#client = client;
    this.#options = options;
    client.on('notification', this.#onNotification);
    client.on('error', this.#lose);
    client.on('end', this.#onEnd);
  }

  /** Whether it listens now. */
  listen(): Promise<boolean> {
    return this.#ask(`listen ${this.#options.channel}`);
  }

  /** Looks whether it still answers, unless that is under way. */
  async check(): Promise<void> {
    if (!this.#isAsking) await this.#ask('select 1');
  }

  /** Closes the connection, which nobody else should get: it listens. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const client = this.#client;
    client.release(true);
    // Not before, so that there is no moment in which nobody listens to its errors: the pool does from now on.
    client.removeListener('notification', this.#onNotification);
    client.removeListener('error', this.#lose);
    client.removeListener('end', this.#onEnd);
  }

  async #ask(sql: string): Promise<boolean> {
    this.#isAsking = true;
    try {
      await inTime(this.#client.query(sql), this.#options.clock);
      return !this.#isClosed;
    } catch (error) {
      this.#lose(error);
      return false;
    } finally {
      this.#isAsking = false;
    }
  }

  readonly #onNotification = ({ channel, payload }: PostgresNotification): void => {
    if (channel === this.#options.channel && payload !== undefined) this.#options.onPayload(payload);
  };

  readonly #onEnd = (): void => {
    this.#lose(new Error('The connection has ended.'));
  };

  readonly #lose = (error: unknown): void => {
    if (this.#isClosed) return;
    this.close();
    this.#options.onLost(error);
  };
}
