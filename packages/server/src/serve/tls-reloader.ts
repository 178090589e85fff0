import { createHash } from 'node:crypto';
import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { TlsPair } from '../node/tls-pair.ts';
import type { Log } from '../operations/log.ts';
import { findValidityProblem, type ValidityProblem } from './find-validity-problem.ts';

/** What a {@link TlsReloader} is given. */
export interface TlsReloaderOptions {
  /** The pair that is in use. */
  readonly current: TlsPair;
  /** Reads the pair that there is now, and need not look into it: that is done once for each. */
  readonly load: () => Promise<TlsPair>;
  /** Uses another pair, or throws and keeps the one before. */
  readonly replace: (pair: TlsPair) => void;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly clock: Clock;
}

/** How often the files are read. Their names may be links, or be given to other files: only what is in them counts. */
const POLL_MS = 10_000;

/**
 * Replaces the certificate of a listener when its files have changed. A pair that cannot be used is logged once, and the one
 * before stays in use. Warns of a certificate that is used although it expired, or expires soon.
 */
export class TlsReloader {
  readonly #options: TlsReloaderOptions;
  #digest: string;
  #cert: string;
  /** What was wrong with the time of the certificate in use when it was last looked at. */
  #validity: ValidityProblem['kind'] | undefined;
  /** What was wrong the last time, and whether it was logged. */
  #failure: Failure | undefined;
  #timer: unknown;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: TlsReloaderOptions) {
    this.#options = options;
    this.#digest = digestOf(options.current);
    this.#cert = options.current.cert;
    this.#checkValidity();
    this.#schedule();
  }

  /** Looks at the files now. Never rejects. */
  reload(): Promise<void> {
    return this.#look({ isAsked: true });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.clock.clearTimer(this.#timer);
    await this.#work;
  }

  #schedule(): void {
    this.#timer = this.#options.clock.setTimer(() => {
      void this.#look({ isAsked: false }).then(() => {
        if (!this.#isClosed) this.#schedule();
      });
    }, POLL_MS);
  }

  #look(how: { readonly isAsked: boolean }): Promise<void> {
    this.#work = this.#work.then(() => this.#tryOnce(how));
    return this.#work;
  }

  async #tryOnce({ isAsked }: { readonly isAsked: boolean }): Promise<void> {
    const { load, replace, log } = this.#options;
    let digest = 'unread';
    try {
      const pair = await load();
      digest = digestOf(pair);
      // It takes time to decrypt a key, in which no request is answered.
      if (digest === this.#failure?.digest) throw this.#failure.error;
      if (digest !== this.#digest) {
        replace(pair);
        this.#digest = digest;
        this.#cert = pair.cert;
        this.#validity = undefined;
        log.info('the TLS certificate was replaced');
      } else if (this.#failure?.isLogged) {
        log.info('the files have the TLS certificate again that is in use');
      }
      this.#failure = undefined;
    } catch (error) {
      this.#fail(error, { digest, isAsked });
    }
    this.#checkValidity();
  }

  /** A certificate expires while it is in use, so this is looked at each time, and logged once. */
  #checkValidity(): void {
    const { log, clock } = this.#options;
    const problem = findValidityProblem(this.#cert, clock.now());
    if (problem !== undefined && problem.kind !== this.#validity) {
      const { kind, message, validFrom, validTo } = problem;
      log.warn(message, { problem: kind, validFrom, validTo });
    }
    this.#validity = problem?.kind;
  }

  /** A pair is written in two steps, so that what is wrong for once may be right the next time. */
  #fail(error: unknown, { digest, isAsked }: { readonly digest: string; readonly isAsked: boolean }): void {
    const before = this.#failure?.digest === digest ? this.#failure : undefined;
    const isDue = isAsked || before?.isLogged === false;
    this.#failure = { digest, error, isLogged: isDue || before?.isLogged === true };
    if (!isDue) return;
    const problem = error instanceof ToolcribError ? error.message : undefined;
    this.#options.log.error('the TLS certificate was not replaced; the one before stays in use', error, {
      problem,
    });
  }
}

interface Failure {
  readonly digest: string;
  readonly error: unknown;
  readonly isLogged: boolean;
}

function digestOf({ cert, key, passphrase = '' }: TlsPair): string {
  return createHash('sha256')
    .update(JSON.stringify([cert, key, passphrase]))
    .digest('base64url');
}
