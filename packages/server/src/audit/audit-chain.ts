import { ToolcribError } from 'toolcrib';
import type { AuditHead, ServiceStore } from '../store/service-store.ts';
import type { AuditDraft, AuditEntry } from './audit-entry.ts';
import { AUDIT_START, hashEntry } from './hash-entry.ts';

/** What is used of a store. */
export type AuditStore = Pick<ServiceStore, 'auditHead' | 'appendAudit' | 'auditEntries'>;

/** An entry that waits for its place. */
export type PlacelessEntry = AuditDraft & Pick<AuditEntry, 'id' | 'at'>;

/** The end of one log. Only one write may be under way at a time; other processes may write as well. It keeps no entries. */
export class AuditChain {
  readonly #store: AuditStore;
  readonly #tenant: string;
  /** Undefined if it has to be read. It may be behind what other processes have written. */
  #head: AuditHead | undefined;
  /** After which entry a write went whose outcome is not known: it may be there, or may still come. */
  #doubt: AuditHead | undefined;

  constructor(store: AuditStore, tenant: string) {
    this.#store = store;
    this.#tenant = tenant;
  }

  async loadHead(): Promise<AuditHead> {
    return (await this.#store.auditHead(this.#tenant)) ?? AUDIT_START;
  }

  /**
   * Writes entries at the end, and answers how many of them, from the first on, are there now: all, unless an earlier write
   * whose outcome was unknown had only some. After a rejection call it again with the same entries, and more behind them.
   */
  async write(drafts: readonly PlacelessEntry[]): Promise<number> {
    for (;;) {
      const landed = this.#doubt === undefined ? 0 : await this.#countLanded(this.#doubt, drafts);
      if (landed > 0) return landed;
      // While there is a doubt nothing goes anywhere else: the same entries could be in two places.
      const head = this.#doubt ?? this.#head ?? (await this.loadHead());
      if (await this.#append(head, toEntries(head, drafts))) return drafts.length;
      this.#head = await this.loadHead();
      // Somebody else was faster, and each time one of them gets on. Otherwise there is nothing to wait for.
      if (this.#head.sequence === head.sequence) throw stuck(this.#tenant);
    }
  }

  /** The number of the last entry, as far as is known here; undefined if nothing is. */
  get sequence(): number | undefined {
    return this.#head?.sequence;
  }

  async #append(head: AuditHead, entries: readonly AuditEntry[]): Promise<boolean> {
    const doubt = this.#doubt;
    this.#doubt = head;
    this.#head = undefined;
    const isDone = await this.#store.appendAudit(this.#tenant, head.sequence, entries);
    // That this write was refused says nothing of one before it.
    this.#doubt = isDone ? undefined : doubt;
    const last = entries.at(-1);
    if (isDone && last !== undefined) this.#head = { sequence: last.sequence, hash: last.hash };
    return isDone;
  }

  /** Settles a doubt, if it can be: how many of these entries are where they were to go. */
  async #countLanded(doubt: AuditHead, drafts: readonly PlacelessEntry[]): Promise<number> {
    const found = await this.#store.auditEntries(this.#tenant, doubt.sequence, drafts.length);
    // With nothing there yet, the write may still come.
    if (found.length === 0) return 0;
    this.#doubt = undefined;
    const other = found.findIndex(({ id }, index) => id !== drafts[index]?.id);
    const landed = other === -1 ? found.length : other;
    const last = found[landed - 1];
    this.#head = last && { sequence: last.sequence, hash: last.hash };
    return landed;
  }
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
