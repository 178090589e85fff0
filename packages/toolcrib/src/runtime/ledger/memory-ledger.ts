import { ConfigError, ToolcribError } from '../../core/errors.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import { Ring } from '../ring.ts';
import { isEnded } from './is-ended.ts';
import type {
  EntrySummary,
  InsertOutcome,
  LedgerFindings,
  LedgerQuery,
  LedgerSearch,
  SearchableLedger,
} from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** Options of {@link memoryLedger}. */
export interface MemoryLedgerOptions {
  /**
   * How many ended calls are kept that hold no idempotency key; the one that ended first is dropped first.
   * A call that has not ended is never dropped.
   *
   * @default 1_000
   */
  readonly maxEntries?: number;
  /**
   * How many ended calls are kept that hold one; with a call goes what its key protected.
   *
   * @default 10_000
   */
  readonly maxKeyedEntries?: number;
}

const optionNames: ReadonlySet<string> = new Set<keyof MemoryLedgerOptions>([
  'maxEntries',
  'maxKeyedEntries',
]);

const DEFAULT_MAX_ENTRIES = 1_000;
const DEFAULT_MAX_KEYED_ENTRIES = 10_000;
const INSERTED: InsertOutcome = Object.freeze({ inserted: true });

/**
 * A ledger that lives as long as its process. It answers at once, without promises, and shares the frozen
 * entries that it is given.
 *
 * @throws ConfigError `E_INVALID_OPTION` when a number is not whole and at least 1.
 */
export function memoryLedger(options: MemoryLedgerOptions = {}): SearchableLedger {
  requireKnownOptions(options, optionNames);
  const { maxEntries = DEFAULT_MAX_ENTRIES, maxKeyedEntries = DEFAULT_MAX_KEYED_ENTRIES } = options;
  for (const [option, value] of Object.entries({ maxEntries, maxKeyedEntries })) {
    if (Number.isSafeInteger(value) && value >= 1) continue;
    const message = `The option ${option} of a memory ledger must be a whole number of at least 1, not ${value}.`;
    throw new ConfigError('E_INVALID_OPTION', message, { context: { option } });
  }
  return new MemoryLedger({ maxEntries, maxKeyedEntries });
}

/** The place of one call; a new revision is put into it without another search. */
interface Slot {
  entry: LedgerEntry;
}

class MemoryLedger implements SearchableLedger {
  readonly isDurable = false;
  readonly #slots = new Map<string, Slot>();
  /** Who holds a key. */
  readonly #holders = new Map<string, Slot>();
  readonly #ended: Ring<Slot>;
  readonly #endedKeyed: Ring<Slot>;

  constructor({ maxEntries, maxKeyedEntries }: Required<MemoryLedgerOptions>) {
    this.#ended = new Ring(maxEntries);
    this.#endedKeyed = new Ring(maxKeyedEntries);
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

  find(query: LedgerQuery): readonly LedgerEntry[] {
    const { states, tenant, callerId, owner, endedFrom, newestFirst = false, after, limit } = query;
    const found: LedgerEntry[] = [];
    for (const { entry } of this.#slots.values()) {
      if (!states.includes(entry.state)) continue;
      if (tenant !== undefined && entry.tenant !== tenant) continue;
      if (callerId !== undefined && entry.callerId !== callerId) continue;
      if (owner !== undefined && entry.owner !== owner) continue;
      if (endedFrom !== undefined && !(isEnded(entry.state) && !isEndedBefore(entry, endedFrom))) continue;
      const isNext = after === undefined || entry.invocationId > after !== newestFirst;
      if (isNext && entry.invocationId !== after) found.push(entry);
    }
    found.sort((a, b) => (a.invocationId < b.invocationId !== newestFirst ? -1 : 1));
    return Object.freeze(found.slice(0, limit));
  }

  findSummaries(query: LedgerQuery): readonly EntrySummary[] {
    const found = this.find(query);
    return Object.freeze(
      found.map(({ invocationId, revision, state }) =>
        Object.freeze({ invocationId, revision, state, bytes: 0 }),
      ),
    );
  }

  search({ limit, before, from, toolName, ...query }: LedgerSearch): LedgerFindings {
    const { tenant, states, callerId } = query;
    const found = this.find({
      ...{ tenant, states, callerId, after: before, newestFirst: true, limit: this.#slots.size },
    }).filter(
      ({ toolName: tool, invocationId: id }) =>
        (toolName === undefined || tool === toolName) && (from === undefined || id >= from),
    );
    const entries = Object.freeze(found.slice(0, limit));
    return Object.freeze({
      entries,
      bytes: 0,
      next: found.length > entries.length ? entries.at(-1)?.invocationId : undefined,
    });
  }

  countWaiting(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { entry } of this.#slots.values()) {
      if (entry.state === 'waiting') counts.set(entry.tenant, (counts.get(entry.tenant) ?? 0) + 1);
    }
    return counts;
  }

  prune(endedBefore: number, limit?: number): number {
    const ended = [...this.#slots.values()].filter(({ entry }) => isEndedBefore(entry, endedBefore));
    const old = new Set(ended.slice(0, limit));
    const isOld = (slot: Slot) => old.has(slot);
    const dropped = [...this.#ended.removeAll(isOld), ...this.#endedKeyed.removeAll(isOld)];
    for (const { entry } of dropped) this.#drop(entry);
    return dropped.length;
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
    const ring = slot.entry.idempotencyKey === null ? this.#ended : this.#endedKeyed;
    const dropped = ring.push(slot);
    if (dropped !== undefined) this.#drop(dropped.entry);
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
