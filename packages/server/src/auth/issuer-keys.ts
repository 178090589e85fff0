import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { CheckedIssuer } from './check-issuer.ts';
import { fetchJson } from './fetch-json.ts';
import { loadJwksUri } from './load-jwks-uri.ts';

/** How long an issuer that could not be reached is not asked again. */
const PAUSE_MS = 5_000;
/** From when on keys are fetched again, so that those which the issuer has withdrawn are refused. */
const FRESH_MS = 600_000;
/** How long keys count whose issuer cannot be reached. */
const MAX_AGE_MS = 86_400_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** What the keys of an issuer stand on. */
interface IssuerKeysParts {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/**
 * The public keys of an issuer, fetched when they are first needed, when they have become old, and when a token names one that
 * is not known. An issuer that cannot be reached keeps nobody out whose key is known: only asking for keys pauses then.
 */
export class IssuerKeys {
  readonly #issuer: CheckedIssuer;
  readonly #parts: IssuerKeysParts;
  #jwksUri: string | undefined;
  #known: { readonly set: KeySet; readonly fetchedAt: number } | undefined;
  /** How the last attempt to fetch them ended. */
  #last: { readonly at: number; readonly failure: ToolcribError | undefined } | undefined;
  #fetching: Promise<void> | undefined;

  constructor(issuer: CheckedIssuer, parts: IssuerKeysParts) {
    this.#issuer = issuer;
    this.#parts = parts;
    this.#jwksUri = issuer.jwksUri;
  }

  /** @throws ToolcribError `E_ISSUER_UNAVAILABLE` if the issuer cannot be asked; errors of `jose` if it has no such key. */
  async find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const set = await this.#currentSet();
    try {
      return await set(header, token);
    } catch (error) {
      if (!isAboutToken(error)) throw this.#broken(error);
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || !(await this.#fetchFor(error))) throw error;
    }
    return await (this.#known?.set ?? set)(header, token);
  }

  /** The keys that count now, fetched if need be. */
  async #currentSet(): Promise<KeySet> {
    const known = this.#known;
    const age = known === undefined ? Number.POSITIVE_INFINITY : this.#since(known.fetchedAt);
    if (known === undefined || age >= MAX_AGE_MS) {
      if (this.#isPausing()) throw this.#unavailable(this.#last?.failure?.cause);
      await this.#fetch();
    } else if (age >= FRESH_MS && !this.#isPausing()) {
      const fetching = this.#fetch();
      // Once it has failed, nobody waits for it any more.
      if (this.#last?.failure !== undefined) fetching.catch(() => undefined);
      else await fetching.catch(() => undefined);
    }
    const current = this.#known;
    if (current === undefined || this.#since(current.fetchedAt) >= MAX_AGE_MS) {
      throw this.#unavailable(this.#last?.failure?.cause);
    }
    return current.set;
  }

  /**
   * Fetches the keys once more for one that is not among them; false if that was done a moment ago. Whoever makes up names of
   * keys can have them fetched only so often.
   */
  async #fetchFor(reason: unknown): Promise<boolean> {
    if (this.#isPausing()) throw this.#unavailable(this.#last?.failure?.cause ?? reason);
    const isCooling = this.#last !== undefined && this.#since(this.#last.at) < this.#issuer.cooldownMs;
    if (isCooling && this.#fetching === undefined) return false;
    await this.#fetch();
    return true;
  }

  /** One at a time, whoever asks. @throws ToolcribError `E_ISSUER_UNAVAILABLE`. */
  #fetch(): Promise<void> {
    this.#fetching ??= this.#load().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #load(): Promise<void> {
    const { clock, onFault } = this.#parts;
    try {
      this.#jwksUri ??= await loadJwksUri(this.#issuer.issuer);
      const set = toKeySet(await fetchJson(this.#jwksUri), this.#jwksUri);
      this.#known = { set, fetchedAt: clock.elapsed() };
      this.#last = { at: clock.elapsed(), failure: undefined };
    } catch (error) {
      const failure = this.#unavailable(error);
      this.#last = { at: clock.elapsed(), failure };
      onFault(failure);
      throw failure;
    }
  }

  #isPausing(): boolean {
    return this.#last?.failure !== undefined && this.#since(this.#last.at) < PAUSE_MS;
  }

  #since(time: number): number {
    return this.#parts.clock.elapsed() - time;
  }

  #broken(error: unknown): ToolcribError {
    const failure = this.#unavailable(error);
    this.#parts.onFault(failure);
    return failure;
  }

  /** The context is for the log; of it, no caller is told. */
  #unavailable(cause: unknown): ToolcribError {
    const message = 'The signing keys of the issuer of this token cannot be fetched now. Try again later.';
    const problem = cause instanceof Error ? cause.message : 'unknown';
    const context = { issuer: this.#issuer.issuer, problem };
    return new ToolcribError('E_ISSUER_UNAVAILABLE', message, { cause, context });
  }
}

function toKeySet(document: unknown, url: string): KeySet {
  try {
    // It is looked at when it is read.
    return createLocalJWKSet(document as JSONWebKeySet);
  } catch (cause) {
    throw new Error(`${url} has no list of keys`, { cause });
  }
}

/** Whether the issuer was asked, and has no one key for the token. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
