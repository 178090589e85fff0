import type { Awaitable, Clock, Ledger } from 'toolcrib/runtime';
import type { ServiceStore } from '../store/service-store.ts';
import { pause } from './pause.ts';

/** What calls are forgotten with. */
export interface OldCallsParts {
  readonly ledger: Ledger;
  readonly store: Pick<ServiceStore, 'listAuditMarks'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /** How many days an ended call is kept; 0 for ever. */
  readonly keepCallsDays: number;
  /** Drops large results that were put before a time, at most so many. @default they are kept as long as their store does */
  readonly pruneArtifacts?: ((putBefore: number, limit: number) => Promise<number>) | undefined;
}

const DAY_MS = 86_400_000;
const PRUNE_EVERY_MS = 3_600_000;
/** So many at once, and a pause, so that calls of this moment do not have to wait. */
const STEP = 500;
const PAUSE_MS = 100;

/** Large results go in smaller steps, because each has many blocks. */
const ARTIFACT_STEP = 50;

/** Forgets calls that ended long ago, every hour, with their large results. Those that may not be in the audit log yet are kept. */
export class OldCalls {
  readonly #parts: OldCallsParts;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: OldCallsParts) {
    this.#parts = parts;
  }

  /** Begins, now and from then on; a second time does nothing. */
  start(): void {
    if (this.#parts.keepCallsDays > 0) this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#prune().catch(this.#parts.onFault);
      await pause(this.#parts.clock, PRUNE_EVERY_MS, signal);
    }
  }

  async #prune(): Promise<void> {
    const { ledger, pruneArtifacts } = this.#parts;
    const endedBefore = await this.#findLimit();
    await this.#repeat(STEP, (limit) => ledger.prune(endedBefore, limit));
    // A result is put before its call ends.
    if (pruneArtifacts !== undefined) {
      await this.#repeat(ARTIFACT_STEP, (limit) => pruneArtifacts(endedBefore, limit));
    }
  }

  /** Until a step finds less than it may take. */
  async #repeat(step: number, take: (limit: number) => Awaitable<number>): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if ((await take(step)) < step) return;
      await pause(this.#parts.clock, PAUSE_MS, signal);
    }
  }

  /** Nothing that some process may still have to write into the audit log is older. */
  async #findLimit(): Promise<number> {
    const { store, clock, keepCallsDays } = this.#parts;
    const marks = await store.listAuditMarks();
    const audited = marks.map(({ auditedUntil }) => Date.parse(auditedUntil));
    return Math.min(clock.now() - keepCallsDays * DAY_MS, ...audited);
  }
}
