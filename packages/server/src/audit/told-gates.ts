import type { AuditHead } from '../store/service-store.ts';
import type { AuditDraft, AuditEntry } from './audit-entry.ts';

/** Reads entries after a number, in order. */
export type ReadEntries = (after: number, limit: number) => Promise<readonly AuditEntry[]>;

const PAGE = 500;
/** How far apart the clocks of those who write to one log may be, with something to spare: as for the leases of calls. */
const CLOCK_MARGIN_MS = 15_000;
/** Of so many gates it is known that they were told; then the log is read for older ones. */
const MAX_KNOWN = 10_000;

/** A gate that an entry is to say is settled. */
export interface SettledGate {
  readonly gateId: string;
  /** When, by whichever clock; in milliseconds since 1970. */
  readonly settledAt: number;
}

/** The gate that an entry says is settled. */
export function gateToldBy({ action, details }: AuditDraft): string | undefined {
  const gateId = action === 'gate-settled' ? details?.gateId : undefined;
  return typeof gateId === 'string' ? gateId : undefined;
}

/**
 * Which gates a log says are settled. Several processes may know of a settlement, and each sees to it that the log has it, so
 * that it is there whichever of them dies.
 */
export class ToldGates {
  readonly #read: ReadEntries;
  readonly #known = new Set<string>();
  /** What is after the head of this time was written by this process. */
  #ownSince = Number.POSITIVE_INFINITY;

  constructor(read: ReadEntries) {
    this.#read = read;
  }

  /** The head of the log is read now: up to there other processes may have written. */
  forget(now: number): void {
    this.#ownSince = now;
  }

  /** Entries of this process are in the log. */
  note(entries: readonly AuditDraft[], now: number): void {
    for (const entry of entries) {
      const gateId = gateToldBy(entry);
      if (gateId === undefined) continue;
      if (this.#known.size === MAX_KNOWN) {
        this.#known.clear();
        this.#ownSince = now;
      }
      this.#known.add(gateId);
    }
  }

  /** Those of some gates that the log tells of up to a head. */
  async find(gates: readonly SettledGate[], { sequence }: AuditHead): Promise<ReadonlySet<string>> {
    const told = new Set(gates.map(({ gateId }) => gateId).filter((gateId) => this.#known.has(gateId)));
    const sought = gates.filter(
      ({ gateId, settledAt }) => !told.has(gateId) && settledAt - CLOCK_MARGIN_MS < this.#ownSince,
    );
    const since = Math.min(...sought.map(({ settledAt }) => settledAt)) - CLOCK_MARGIN_MS;
    const missing = new Set(sought.map(({ gateId }) => gateId));
    // From the newest on: what another process has told, it told a moment ago.
    for (let last = sequence; last > 0 && missing.size > 0; last = Math.max(0, last - PAGE)) {
      const after = Math.max(0, last - PAGE);
      const page = await this.#read(after, last - after);
      for (const entry of page) {
        const gateId = gateToldBy(entry);
        if (gateId !== undefined && missing.delete(gateId)) told.add(gateId);
      }
      // Single entries can be late; nothing was written before the gate was settled.
      if (Math.max(...page.map(({ at }) => Date.parse(at))) < since) break;
    }
    return told;
  }
}
