import { canonicalJson } from '../../core/canonical-json.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Awaitable } from '../awaitable.ts';
import type { RuntimeParts } from '../parts.ts';
import type { InsertOutcome, Ledger } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';

type WriteParts = Pick<RuntimeParts, 'ledger' | 'clock'>;

/** For how long a write that failed is tried again, in milliseconds. */
const RETRY_FOR_MS = 3_000;
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 800;

/**
 * As `ledger.insert`, tried again if it fails. What it rejects with may have been written all the same, then or later.
 */
export function insertNew({ ledger, clock }: WriteParts, entry: LedgerEntry): Awaitable<InsertOutcome> {
  const again = () => tryAgain(clock, () => insertAgain(ledger, entry));
  try {
    const inserting = ledger.insert(entry);
    return inserting instanceof Promise ? inserting.catch(again) : inserting;
  } catch {
    return again();
  }
}

/**
 * As `ledger.replace`, tried again if it fails; also true if the ledger turns out to have the very entry. What it rejects
 * with may have been written all the same, then or later. `onFailure` is told when the first attempt has failed.
 */
export function replaceEntry(
  { ledger, clock }: WriteParts,
  entry: LedgerEntry,
  onFailure?: () => void,
): Awaitable<boolean> {
  const again = () => {
    onFailure?.();
    return tryAgain(clock, () => replaceAgain(ledger, entry));
  };
  try {
    const replacing = ledger.replace(entry);
    return replacing instanceof Promise ? replacing.catch(again) : replacing;
  } catch {
    return again();
  }
}

/** Tries again what has failed: at once, and then after longer and longer pauses. Rejects with the last failure. */
export async function tryAgain<Value>(
  clock: WriteParts['clock'],
  attempt: () => Awaitable<Value>,
): Promise<Value> {
  const startedAt = clock.elapsed();
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(MAX_DELAY_MS, 2 * delayMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (clock.elapsed() - startedAt + delayMs > RETRY_FOR_MS) throw error;
      await new Promise<void>((resolve) => clock.setTimer(resolve, delayMs));
    }
  }
}

/** Nobody but its process inserts a call: if it is there, the insertion that failed was carried out. */
async function insertAgain(ledger: Ledger, entry: LedgerEntry): Promise<InsertOutcome> {
  const current = await ledger.get(entry.invocationId);
  return current === undefined ? await ledger.insert(entry) : { inserted: true };
}

async function replaceAgain(ledger: Ledger, entry: LedgerEntry): Promise<boolean> {
  for (;;) {
    const current = await ledger.get(entry.invocationId);
    if (current?.revision !== entry.revision - 1) return current !== undefined && isSame(current, entry);
    // False if the write that failed was carried out just now.
    if (await ledger.replace(entry)) return true;
  }
}

/** An entry comes back equal to what was written, and two writers never write the same. */
function isSame(one: LedgerEntry, other: LedgerEntry): boolean {
  const [a, b] = [one, other].map((entry) => canonicalJson(entry as unknown as JsonValue));
  return a === b;
}
