import { ToolcribError } from 'toolcrib';
import { defaultMaxPerKey, type LimitedKind, type MaxPerKey } from './max-per-key.ts';
import type { Principal } from './principal.ts';

/** For people: what is counted, and how there is room again. */
const texts: Readonly<Record<LimitedKind, { readonly what: string; readonly remedy: string }>> = {
  requests: { what: 'requests at once', remedy: 'Wait for answers before you send more.' },
  calls: { what: 'calls that have not ended', remedy: 'Wait until some of them have ended, or cancel them.' },
  streams: { what: 'open event streams', remedy: 'Close some of them.' },
  subscriptions: { what: 'open MCP subscriptions', remedy: 'Close some of them.' },
  longPolls: { what: 'requests that wait for a call', remedy: 'Wait for answers, or follow the events.' },
};

const RETRY_AFTER_MS = 1_000;

/** What {@link OpenCounts} is given. */
export interface OpenCountsOptions {
  readonly maxPerKey?: MaxPerKey | undefined;
  /** Told of each refusal. Must not throw. @default nobody is told */
  readonly onLimited?: ((kind: LimitedKind) => void) | undefined;
}

/** Counts what each key has open. */
export class OpenCounts {
  readonly #maxPerKey: MaxPerKey;
  readonly #onLimited: ((kind: LimitedKind) => void) | undefined;
  readonly #counts: Readonly<Record<LimitedKind, Map<string, number>>> = {
    requests: new Map(),
    calls: new Map(),
    streams: new Map(),
    subscriptions: new Map(),
    longPolls: new Map(),
  };

  constructor({ maxPerKey = defaultMaxPerKey, onLimited }: OpenCountsOptions) {
    this.#maxPerKey = maxPerKey;
    this.#onLimited = onLimited;
  }

  /** @throws ToolcribError `E_CONCURRENCY_LIMITED`. */
  acquire(kind: LimitedKind, { id, kind: principalKind }: Principal): () => void {
    // Whoever has the database is held to nothing.
    if (principalKind === 'operator') return ignore;
    const counts = this.#counts[kind];
    const open = counts.get(id) ?? 0;
    if (open >= this.#maxPerKey[kind]) throw this.#refuse(kind);
    counts.set(id, open + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    };
  }

  #refuse(kind: LimitedKind): ToolcribError {
    this.#onLimited?.(kind);
    const limit = this.#maxPerKey[kind];
    const { what, remedy } = texts[kind];
    const message = `The limit of ${limit} ${what} of one key is reached. ${remedy}`;
    return new ToolcribError('E_CONCURRENCY_LIMITED', message, {
      context: { kind, limit, retryAfterMs: RETRY_AFTER_MS },
    });
  }
}

function ignore(): void {
  // Nothing was counted.
}
