import { ToolcribError } from 'toolcrib';
import {
  type EntrySummary,
  type InsertOutcome,
  isEnded,
  type LedgerEntry,
  type LedgerFindings,
  type LedgerQuery,
  type LedgerSearch,
  type SearchableLedger,
} from 'toolcrib/runtime';
import { canonicalJson } from '../audit/canonical-json.ts';
import { ledgerUnread } from './call-error.ts';

/** So many calls are kept at most whose end could not be written. */
const MAX_KEPT = 10_000;

/** Calls back when the process has handled the events that are at hand. */
export type Schedule = (callback: () => void) => void;

/** A call whose beginning is not written yet, or is being written. */
interface Begun {
  readonly entry: LedgerEntry;
  /** Its end, once there is one; it is written in the place of the beginning, until the call is forgotten. */
  ended: LedgerEntry | undefined;
  /** Resolves with whether the ledger has what is being written. */
  writing: Promise<boolean> | undefined;
  /** Whether a write of the open call has failed: the ledger may have it all the same, so that its end is not the first entry. */
  mayBeOpen: boolean;
}

/**
 * A ledger that writes a call which only reads once, with its end, if it ends before other events are handled; and as any
 * other if it takes longer. Nothing can be lost by that: nobody has been told anything of such a call, and to make it again
 * does no harm. Every other call is written before it runs.
 *
 * Reads reject with a ToolcribError: what another ledger throws becomes `E_LEDGER_FAILED`.
 *
 * INVARIANT: what {@link written} has resolved for survives the end of the process, as everything does that the other methods
 * have answered, but for the insertion of such a call.
 */
export class ReadBehindLedger implements SearchableLedger {
  readonly isDurable: boolean;
  readonly #ledger: SearchableLedger;
  readonly #schedule: Schedule;
  readonly #begun = new Map<string, Begun>();
  #isScheduled = false;
  #onWhole: ((entry: LedgerEntry) => void) | undefined;

  constructor(ledger: SearchableLedger, schedule: Schedule = setImmediate) {
    this.#ledger = ledger;
    this.#schedule = schedule;
    this.isDurable = ledger.isDurable;
  }

  /**
   * Says who is told of calls whose end is being written as the first that is written of them, each time that is tried: the
   * ledger then has this end or nothing. Must not throw.
   */
  tellWhole(listener: (entry: LedgerEntry) => void): void {
    this.#onWhole = listener;
  }

  insert(entry: LedgerEntry): InsertOutcome | Promise<InsertOutcome> {
    if (!canWait(entry)) return this.#insert(entry);
    this.#begun.set(entry.invocationId, { entry, ended: undefined, writing: undefined, mayBeOpen: false });
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#schedule(() => void Promise.allSettled(this.#writeAll()));
    }
    return { inserted: true };
  }

  async replace(entry: LedgerEntry): Promise<boolean> {
    const { invocationId } = entry;
    const begun = this.#begun.get(invocationId);
    // Once a write has failed, another one may begin at once.
    while (begun?.writing !== undefined) await begun.writing.catch(ignore);
    // Written by now, unless that has failed.
    if (begun === undefined || !this.#begun.has(invocationId)) return await this.#ledger.replace(entry);
    if (entry.revision !== begun.entry.revision + 1) return false;
    if (isEnded(entry.state)) {
      begun.ended = entry;
      if (!begun.mayBeOpen) this.#onWhole?.(entry);
    }
    return await this.#write(begun, entry);
  }

  async get(invocationId: string): Promise<LedgerEntry | undefined> {
    await this.#begun.get(invocationId)?.writing?.catch(ignore);
    return this.#begun.get(invocationId)?.entry ?? (await read(() => this.#ledger.get(invocationId)));
  }

  async find(query: LedgerQuery): Promise<readonly LedgerEntry[]> {
    await Promise.allSettled(this.#writeAll());
    return await read(() => this.#ledger.find(query));
  }

  async findSummaries(query: LedgerQuery): Promise<readonly EntrySummary[]> {
    await Promise.allSettled(this.#writeAll());
    return await read(() => this.#ledger.findSummaries(query));
  }

  async search(search: LedgerSearch): Promise<LedgerFindings> {
    await Promise.allSettled(this.#writeAll());
    return await read(() => this.#ledger.search(search));
  }

  /** Calls that wait are written at once. */
  async countWaiting(): Promise<ReadonlyMap<string, number>> {
    return await this.#ledger.countWaiting();
  }

  async prune(endedBefore: number, limit?: number): Promise<number> {
    return await this.#ledger.prune(endedBefore, limit);
  }

  /** Resolves when a call that was inserted survives the end of the process. */
  async written(invocationId: string): Promise<void> {
    const begun = this.#begun.get(invocationId);
    if (begun !== undefined) await this.#write(begun, begun.ended ?? begun.entry);
  }

  /**
   * Says that a call is told not to be recorded: what was not written of it is not written later. What is being written, or
   * may have been, stays.
   */
  forget(invocationId: string): void {
    this.#begun.delete(invocationId);
  }

  #writeAll(): readonly Promise<unknown>[] {
    this.#isScheduled = false;
    return [...this.#begun.values()].map((begun) => this.#write(begun, begun.ended ?? begun.entry));
  }

  /** Writes what is first written of a call. If it fails, the next write tries it again. */
  #write(begun: Begun, entry: LedgerEntry): Promise<boolean> {
    begun.writing ??= this.#store(entry).then(
      (isStored) => {
        begun.writing = undefined;
        this.#begun.delete(entry.invocationId);
        return isStored;
      },
      (error: unknown) => {
        begun.writing = undefined;
        begun.mayBeOpen ||= !isEnded(entry.state);
        // Whoever ended it was told; nothing is lost that somebody counts on.
        if (begun.ended !== undefined && this.#begun.size > MAX_KEPT) this.#begun.delete(entry.invocationId);
        throw error;
      },
    );
    return begun.writing;
  }

  /** Resolves with false if the ledger has another entry in its place. */
  async #store(entry: LedgerEntry): Promise<boolean> {
    const { invocationId, revision } = entry;
    try {
      await this.#insert(entry);
      return true;
    } catch (error) {
      // What has failed, now or before, may have been written all the same; then it is a call as any other.
      const stored = await this.#ledger.get(invocationId);
      if (stored === undefined) throw error;
      this.#begun.delete(invocationId);
      if (stored.revision < revision) return await this.#ledger.replace(entry);
      return canonicalJson(stored) === canonicalJson(entry);
    }
  }

  /** Never throws at once. */
  async #insert(entry: LedgerEntry): Promise<InsertOutcome> {
    return await this.#ledger.insert(entry);
  }
}

/** What reads the ledger, so that its failure is told as one. */
async function read<Value>(work: () => Value | PromiseLike<Value>): Promise<Awaited<Value>> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ToolcribError ? error : ledgerUnread(error);
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

function ignore(): void {
  // Whoever writes next is told, if it fails again.
}
