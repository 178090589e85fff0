import { ConfigError, ToolcribError } from '../../index.ts';
import type { Clock } from '../../runtime/index.ts';
import { setBackgroundTimer } from '../background-timer.ts';
import { type Wake, Watchers } from '../watchers.ts';
import { Announcer } from './announcer.ts';
import { Listener } from './listener.ts';
import type { PostgresPool } from './postgres-pool.ts';

const CHANNEL = 'toolcrib_catalog';

/** How news travels when notifications do not, and whom to tell then. */
export interface ChangeChannelOptions {
  /** How often everybody is woken without news. */
  readonly pollMs: number;
  readonly clock: Clock;
  /** Told of a connection that was lost, and of what could not be announced. What it throws is dropped. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Tells the processes that use one database of changes, by `NOTIFY` and `LISTEN`. One connection of the pool is taken
 * for as long as somebody watches, so the pool must have room for more than one, and cannot end before.
 *
 * Notifications only make it fast. Whoever watches is also woken whenever the connection begins to listen, and from
 * time to time in any case: a writer may die between its commit and the notification, the network may lose it, and a
 * proxy such as PgBouncer may not pass it on.
 */
export class ChangeChannel {
  readonly #pool: PostgresPool;
  readonly #options: ChangeChannelOptions;
  readonly #announcer: Announcer;
  readonly #tenants = new Map<string, Watchers>();
  /** Present exactly while somebody watches. */
  #listener: Listener | undefined;
  #timer: unknown;

  constructor(pool: PostgresPool, options: ChangeChannelOptions) {
    this.#pool = pool;
    this.#options = options;
    const onFailure = (error: unknown) =>
      this.#report('A change could not be announced; other processes see it later', error);
    this.#announcer = new Announcer(pool, { channel: CHANNEL, clock: options.clock, onFailure });
  }

  /**
   * Calls back soon after every change of the tenant that is committed after this call, until the function that it
   * answers is called. What was committed before does not wake: read the database after this call, not before.
   *
   * @throws ConfigError `E_INVALID_OPTION` when the pool would have no connection left.
   */
  watch(tenant: string, wake: Wake): () => void {
    if (this.#pool.options?.max === 1) throw noRoom();
    const watchers = this.#tenants.get(tenant) ?? new Watchers();
    this.#tenants.set(tenant, watchers);
    const remove = watchers.add(wake);
    if (this.#listener === undefined) this.#start();
    return () => {
      remove();
      if (watchers.size === 0 && this.#tenants.get(tenant) === watchers) this.#tenants.delete(tenant);
      if (this.#tenants.size === 0) this.#stop();
    };
  }

  /**
   * Tells all processes, this one included, that a change of the tenant was committed, whose last event has this number.
   * Never throws.
   */
  announce(tenant: string, sequence: number): void {
    this.#announcer.announce(tenant, sequence);
  }

  #start(): void {
    this.#listener = new Listener(this.#pool, {
      channel: CHANNEL,
      clock: this.#options.clock,
      onPayload: (payload) => {
        const [tenant = '', sequence] = payload.split(' ');
        this.#tenants.get(tenant)?.wakeAll(sequence === undefined ? undefined : Number(sequence));
      },
      onListening: () => this.#wakeAll(),
      onFailure: (error) =>
        this.#report('Changes by other processes are seen late until a connection listens again', error),
    });
    this.#setTimer();
  }

  #stop(): void {
    this.#options.clock.clearTimer(this.#timer);
    this.#listener?.close();
    this.#listener = undefined;
  }

  #poll(): void {
    this.#setTimer();
    this.#listener?.check();
    this.#wakeAll();
  }

  #setTimer(): void {
    this.#timer = setBackgroundTimer(this.#options.clock, () => this.#poll(), this.#options.pollMs);
  }

  #wakeAll(): void {
    for (const watchers of [...this.#tenants.values()]) watchers.wakeAll();
  }

  #report(what: string, cause: unknown): void {
    const error = new ToolcribError('E_STORE_FAILED', `${what}.`, {
      cause,
      context: { reason: 'unreachable' },
    });
    try {
      this.#options.onFault(error);
    } catch {
      // Whoever is told of faults has no one else to tell.
    }
  }
}

/** The one connection would listen, and everything else wait for it for ever. */
function noRoom(): ConfigError {
  const message =
    'The pool needs room for two connections at least, because one of them listens for changes.';
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'pool' } });
}
