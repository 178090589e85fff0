import {
  type InsertOutcome,
  isEnded,
  type Ledger,
  type LedgerEntry,
  type LedgerQuery,
} from 'toolcrib/runtime';

/** Calls back when the process has handled the events that are at hand. */
export type Schedule = (callback: () => void) => void;

/** A call whose beginning is not written yet, or is being written. */
interface Begun {
  readonly entry: LedgerEntry;
  writing: Promise<unknown> | undefined;
}

/**
 * A ledger that writes a call which only reads once, with its end, if it ends before other events are handled; and as any
 * other if it takes longer. Nothing can be lost by that: nobody has been told anything of such a call, and to make it again
 * does no harm. Every other call is written before it runs.
 *
 * INVARIANT: what {@link written} has resolved for survives the end of the process, as everything does that the other methods
 * have answered, but for the insertion of such a call.
 */
export class ReadBehindLedger implements Ledger {
  readonly isDurable: boolean;
  readonly #ledger: Ledger;
  readonly #schedule: Schedule;
  readonly #begun = new Map<string, Begun>();
  #isScheduled = false;
  #onWhole: ((entry: LedgerEntry) => void) | undefined;

  constructor(ledger: Ledger, schedule: Schedule = setImmediate) {
    this.#ledger = ledger;
    this.#schedule = schedule;
    this.isDurable = ledger.isDurable;
  }

  /** Says who is told of calls whose end is being written as the first that is written of them. Must not throw. */
  tellWhole(listener: (entry: LedgerEntry) => void): void {
    this.#onWhole = listener;
  }

  insert(entry: LedgerEntry): InsertOutcome | Promise<InsertOutcome> {
    if (!canWait(entry)) return toPromise(this.#ledger.insert(entry));
    this.#begun.set(entry.invocationId, { entry, writing: undefined });
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#schedule(() => this.#writeAll());
    }
    return { inserted: true };
  }

  async replace(entry: LedgerEntry): Promise<boolean> {
    const { invocationId } = entry;
    const begun = this.#begun.get(invocationId);
    if (begun === undefined) return await this.#ledger.replace(entry);
    const isFirst = begun.writing === undefined;
    if (isFirst && entry.revision !== begun.entry.revision + 1) return false;
    if (isFirst && isEnded(entry.state)) this.#onWhole?.(entry);
    try {
      await this.#write(begun, entry);
    } finally {
      this.#begun.delete(invocationId);
    }
    return isFirst || (await this.#ledger.replace(entry));
  }

  async get(invocationId: string): Promise<LedgerEntry | undefined> {
    await this.#begun.get(invocationId)?.writing;
    return this.#begun.get(invocationId)?.entry ?? (await this.#ledger.get(invocationId));
  }

  async find(query: LedgerQuery): Promise<readonly LedgerEntry[]> {
    await Promise.allSettled(this.#writeAll());
    return await this.#ledger.find(query);
  }

  async prune(endedBefore: number, limit?: number): Promise<number> {
    return await this.#ledger.prune(endedBefore, limit);
  }

  /** Resolves when a call that was inserted survives the end of the process. */
  async written(invocationId: string): Promise<void> {
    const begun = this.#begun.get(invocationId);
    if (begun !== undefined) await this.#write(begun, begun.entry);
  }

  #writeAll(): readonly Promise<unknown>[] {
    this.#isScheduled = false;
    return [...this.#begun.values()].map((begun) => this.#write(begun, begun.entry));
  }

  /** Writes what is first written of a call, once. If it fails, whoever writes its end is told. */
  #write(begun: Begun, entry: LedgerEntry): Promise<unknown> {
    if (begun.writing !== undefined) return begun.writing;
    begun.writing = toPromise(this.#ledger.insert(entry));
    begun.writing.then(
      () => this.#begun.delete(entry.invocationId),
      () => undefined,
    );
    return begun.writing;
  }
}

/** What has neither an effect nor a key that others may use at the same time, and asks nobody. */
function canWait({ effect, idempotencyKey, state, gates, reverts }: LedgerEntry): boolean {
  return (
    effect === 'read' &&
    state === 'running' &&
    idempotencyKey === null &&
    reverts === null &&
    gates.length === 0
  );
}

async function toPromise<Value>(value: Value | Promise<Value>): Promise<Value> {
  return await value;
}
