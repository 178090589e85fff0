import { ToolcribError } from 'toolcrib';
import type { Clock } from 'toolcrib/runtime';
import type { AuditHead, ServiceStore } from '../store/service-store.ts';
import type { AuditDraft, AuditEntry } from './audit-entry.ts';
import { AUDIT_START, hashEntry } from './hash-entry.ts';
import { type SettledGate, ToldGates } from './told-gates.ts';

/** What is used of a store. */
export type AuditStore = Pick<ServiceStore, 'auditHead' | 'appendAudit' | 'auditEntries'>;

/** An entry that waits for its place. */
export type PlacelessEntry = AuditDraft & Pick<AuditEntry, 'id' | 'at'>;

/** An entry on its way. */
export interface NewEntry {
  readonly entry: PlacelessEntry;
  /** The gate that it is about, if it is not to be written where the log tells of the gate already. */
  readonly once?: SettledGate | undefined;
  /** Asked each time it is to be written; it is left out once this answers false. */
  readonly isWanted?: (() => boolean) | undefined;
}

/** The end of one log. Only one write may be under way at a time; other processes may write as well. It keeps no entries. */
export class AuditChain {
  readonly #store: AuditStore;
  readonly #tenant: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #toldGates: ToldGates;
  /** Undefined if it has to be read. It may be behind what other processes have written. */
  #head: AuditHead | undefined;
  /** After which entry a write went whose outcome is not known: it may be there, or may still come. */
  #doubt: AuditHead | undefined;

  constructor(store: AuditStore, tenant: string, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#tenant = tenant;
    this.#clock = clock;
    this.#toldGates = new ToldGates((after, limit) => store.auditEntries(tenant, after, limit));
  }

  async loadHead(): Promise<AuditHead> {
    return (await this.#store.auditHead(this.#tenant)) ?? AUDIT_START;
  }

  /**
   * Writes entries at the end, and answers how many of them, from the first on, are there now: all, unless an earlier write
   * whose outcome was unknown had only some. Those about gates that the log tells of already, and those that are not wanted any more, count and are
   * not written.
   * After a rejection call it again with the same entries, and more behind them.
   */
  async write(batch: readonly NewEntry[]): Promise<number> {
    for (;;) {
      const landed = this.#doubt === undefined ? 0 : await this.#countLanded(this.#doubt, batch);
      if (landed > 0) return landed;
      // While there is a doubt nothing goes anywhere else: the same entries could be in two places.
      const head = this.#doubt ?? this.#head ?? (await this.#readHead());
      const wanted = batch.filter(isWanted);
      const drafts = wanted.some(isOnce) ? await this.#leaveOutTold(wanted, head) : wanted.map(entryOf);
      if (drafts.length === 0 || (await this.#append(head, toEntries(head, drafts)))) return batch.length;
      this.#head = await this.#readHead();
      // Somebody else was faster, and each time one of them gets on. Otherwise there is nothing to wait for.
      if (this.#head.sequence === head.sequence) throw stuck(this.#tenant);
    }
  }

  /** The number of the last entry, as far as is known here; undefined if nothing is. */
  get sequence(): number | undefined {
    return this.#head?.sequence;
  }

  async #readHead(): Promise<AuditHead> {
    this.#toldGates.forget(this.#clock.now());
    return await this.loadHead();
  }

  /**
   * The entries without those about gates that the log tells of. What is appended after this very head is then there once,
   * whichever processes append the same.
   */
  async #leaveOutTold(batch: readonly NewEntry[], head: AuditHead): Promise<readonly PlacelessEntry[]> {
    const told = new Set(
      await this.#toldGates.find(
        batch.flatMap(({ once }) => once ?? []),
        head,
      ),
    );
    return batch.flatMap(({ entry, once }) => {
      if (once === undefined) return entry;
      if (told.has(once.gateId)) return [];
      told.add(once.gateId);
      return entry;
    });
  }

  async #append(head: AuditHead, entries: readonly AuditEntry[]): Promise<boolean> {
    const doubt = this.#doubt;
    this.#doubt = head;
    this.#head = undefined;
    const isDone = await this.#store.appendAudit(this.#tenant, head.sequence, entries);
    // That this write was refused says nothing of one before it.
    this.#doubt = isDone ? undefined : doubt;
    const last = entries.at(-1);
    if (isDone && last !== undefined) {
      this.#head = { sequence: last.sequence, hash: last.hash };
      this.#toldGates.note(entries, this.#clock.now());
    }
    return isDone;
  }

  /** Settles a doubt, if it can be: how many of these entries are where they were to go, or need not go there. */
  async #countLanded(doubt: AuditHead, batch: readonly NewEntry[]): Promise<number> {
    const found = await this.#store.auditEntries(this.#tenant, doubt.sequence, batch.length);
    // With nothing there yet, the write may still come.
    if (found.length === 0) return 0;
    this.#doubt = undefined;
    const places = new Map(batch.map(({ entry }, index) => [entry.id, index]));
    const other = found.findIndex(({ id }) => !places.has(id));
    const landed = other === -1 ? found : found.slice(0, other);
    const last = landed.at(-1);
    this.#head = last && { sequence: last.sequence, hash: last.hash };
    this.#toldGates.note(landed, this.#clock.now());
    return last === undefined ? 0 : (places.get(last.id) ?? 0) + 1;
  }
}

function isOnce({ once }: NewEntry): boolean {
  return once !== undefined;
}

function isWanted({ isWanted: ask }: NewEntry): boolean {
  return ask?.() ?? true;
}

function entryOf({ entry }: NewEntry): PlacelessEntry {
  return entry;
}

/** Gives entries their places after another one. */
export function toEntries(head: AuditHead, drafts: readonly PlacelessEntry[]): readonly AuditEntry[] {
  let { sequence, hash: previous } = head;
  return drafts.map((draft) => {
    sequence += 1;
    const fields = { ...draft, sequence, previous };
    const hash = hashEntry(fields);
    previous = hash;
    return Object.freeze({ ...fields, hash });
  });
}

function stuck(tenant: string): ToolcribError {
  return new ToolcribError('E_STORE_FAILED', 'The audit log takes no entry after its last one.', {
    context: { tenant },
  });
}
