import type { Clock } from '../../runtime/index.ts';
import { setBackgroundTimer } from '../background-timer.ts';
import { ListeningClient } from './listening-client.ts';
import type { PostgresClient, PostgresPool } from './postgres-pool.ts';

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;

/** What to listen to, and whom to tell. None of the functions may throw. */
export interface ListenerOptions {
  readonly channel: string;
  readonly clock: Clock;
  onPayload(payload: string): void;
  /** Called each time that it has begun to listen; it is not known what was said before. */
  onListening(): void;
  /** Told why it does not listen, each time; it tries again by itself. */
  onFailure(error: unknown): void;
}

/** Listens until it is closed, on one connection of a pool at a time, and takes another one when it is lost. */
export class Listener {
  readonly #pool: PostgresPool;
  readonly #options: ListenerOptions;
  #client: ListeningClient | undefined;
  #failures = 0;
  #timer: unknown;
  #isClosed = false;

  constructor(pool: PostgresPool, options: ListenerOptions) {
    this.#pool = pool;
    this.#options = options;
    void this.#connect();
  }

  /** Takes another connection if the one that it has does not answer. */
  check(): void {
    void this.#client?.check();
  }

  close(): void {
    this.#isClosed = true;
    this.#options.clock.clearTimer(this.#timer);
    this.#client?.close();
  }

  async #connect(): Promise<void> {
    let connection: PostgresClient;
    try {
      connection = await this.#pool.connect();
    } catch (error) {
      this.#tryLater(error);
      return;
    }
    if (this.#isClosed) {
      connection.release();
      return;
    }
    const { channel, clock, onPayload } = this.#options;
    const onLost = (error: unknown) => this.#tryLater(error);
    this.#client = new ListeningClient(connection, { channel, clock, onPayload, onLost });
    if (!(await this.#client.listen())) return;
    this.#failures = 0;
    this.#options.onListening();
  }

  #tryLater(error: unknown): void {
    this.#client = undefined;
    if (this.#isClosed) return;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_PAUSE_MS);
    this.#failures += 1;
    this.#timer = setBackgroundTimer(this.#options.clock, () => void this.#connect(), pauseMs);
    this.#options.onFailure(error);
  }
}
