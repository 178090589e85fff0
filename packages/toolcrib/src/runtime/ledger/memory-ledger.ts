import { ConfigError, ToolcribError } from '../../core/errors.ts';
import { isEnded } from './is-ended.ts';
import type { InsertOutcome, Ledger, LedgerQuery } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** Options of {@link memoryLedger}. */
export interface MemoryLedgerOptions {
  /**
   * How many ended calls are kept; the one that ended first is dropped first, and with it what its
   * idempotency key protected. A call that has not ended is never dropped.
   *
   * @default 10_000
   */
  readonly maxEntries?: number;
}

const DEFAULT_MAX_ENTRIES = 10_000;
const INSERTED: InsertOutcome = Object.freeze({ inserted: true });

/**
 * A ledger that lives as long as its process. It answers at once, without promises, and shares the frozen
 * entries that it is given.
 *
 * @throws ConfigError `E_INVALID_OPTION` when `maxEntries` is no whole number of at least 1.
 */
export function memoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  const { maxEntries = DEFAULT_MAX_ENTRIES } = options;
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) {
    throw new ConfigError(
      'E_INVALID_OPTION',
      `The option maxEntries of a memory ledger must be a whole number of at least 1, not ${String(maxEntries)}.`,
      { context: { option: 'maxEntries' } },
    );
  }
  return new MemoryLedger(maxEntries);
}

/** The place of one call; a new revision is put into it without another search. */
interface Slot {
  entry: LedgerEntry;
}

class MemoryLedger implements Ledger {
  readonly isDurable = false;
  readonly #maxEntries: number;
  readonly #slots = new Map<string, Slot>();
  /** Who holds a key. */
  readonly #holders = new Map<string, Slot>();
  /** Ended calls; once the list is full, the first to go is at `#oldest` and the last just before it. */
  #ended: Slot[] = [];
  #oldest = 0;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  insert(entry: LedgerEntry): InsertOutcome {
    if (this.#slots.has(entry.invocationId)) throw refuse(entry, 'it is there already');
    const slot: Slot = { entry };
    if (entry.idempotencyKey !== null) {
      const key = toKey(entry);
      const holder = this.#holders.get(key);
      if (holder !== undefined) return { inserted: false, existing: holder.entry };
      this.#holders.set(key, slot);
    }
    this.#slots.set(entry.invocationId, slot);
    if (isEnded(entry.state)) this.#keepEnded(slot);
    return INSERTED;
  }

  replace(entry: LedgerEntry): boolean {
    const slot = this.#slots.get(entry.invocationId);
    const previous = slot?.entry;
    if (slot === undefined || previous?.revision !== entry.revision - 1) return false;
    if (previous.idempotencyKey !== null || entry.idempotencyKey !== null) this.#moveKey(slot, entry);
    slot.entry = entry;
    if (isEnded(entry.state) && !isEnded(previous.state)) this.#keepEnded(slot);
    return true;
  }

  get(invocationId: string): LedgerEntry | undefined {
    return this.#slots.get(invocationId)?.entry;
  }

  find({ states, tenant, owner, after, limit }: LedgerQuery): readonly LedgerEntry[] {
    const found: LedgerEntry[] = [];
    for (const { entry } of this.#slots.values()) {
      if (!states.includes(entry.state)) continue;
      if (tenant !== undefined && entry.tenant !== tenant) continue;
      if (owner !== undefined && entry.owner !== owner) continue;
      if (after === undefined || entry.invocationId > after) found.push(entry);
    }
    found.sort((a, b) => (a.invocationId < b.invocationId ? -1 : 1));
    return Object.freeze(found.slice(0, limit));
  }

  prune(endedBefore: number): number {
    const ended = [...this.#ended.slice(this.#oldest), ...this.#ended.slice(0, this.#oldest)];
    this.#ended = ended.filter(({ entry }) => !isEndedBefore(entry, endedBefore));
    this.#oldest = 0;
    for (const { entry } of ended) if (isEndedBefore(entry, endedBefore)) this.#drop(entry);
    return ended.length - this.#ended.length;
  }

  /** Gives the key of the previous revision back and takes that of the next, which may be none. */
  #moveKey(slot: Slot, next: LedgerEntry): void {
    const nextKey = next.idempotencyKey === null ? undefined : toKey(next);
    const holder = nextKey === undefined ? undefined : this.#holders.get(nextKey);
    if (holder !== undefined && holder !== slot) throw refuse(next, 'another call holds its idempotency key');
    if (slot.entry.idempotencyKey !== null) this.#holders.delete(toKey(slot.entry));
    if (nextKey !== undefined) this.#holders.set(nextKey, slot);
  }

  #keepEnded(slot: Slot): void {
    const oldest = this.#ended[this.#oldest];
    if (oldest === undefined || this.#ended.length < this.#maxEntries) {
      this.#ended.push(slot);
      return;
    }
    if (isEnded(oldest.entry.state)) this.#drop(oldest.entry);
    this.#ended[this.#oldest] = slot;
    this.#oldest = (this.#oldest + 1) % this.#maxEntries;
  }

  #drop(entry: LedgerEntry): void {
    this.#slots.delete(entry.invocationId);
    if (entry.idempotencyKey !== null) this.#holders.delete(toKey(entry));
  }
}

function isEndedBefore({ state, outcome }: LedgerEntry, time: number): boolean {
  return isEnded(state) && outcome !== null && outcome.endedAt < time;
}

/** The lengths in front keep apart what could be split in two ways. */
function toKey({ tenant, callerId, idempotencyKey }: LedgerEntry): string {
  return `${tenant.length} ${callerId.length} ${tenant}${callerId}${idempotencyKey}`;
}

function refuse({ invocationId }: LedgerEntry, reason: string): ToolcribError {
  return new ToolcribError(
    'E_LEDGER_FAILED',
    `The ledger cannot take the entry of call "${invocationId}": ${reason}.`,
    { context: { invocationId } },
  );
}
