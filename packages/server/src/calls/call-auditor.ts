import { ToolcribError } from 'toolcrib';
import type { CallEvent, CallRecord, Clock, Ledger, LedgerEntry, Runtime } from 'toolcrib/runtime';
import type { AuditDraft } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import {
  auditEnd,
  auditEvent,
  auditFoundGates,
  auditResumedEnd,
  auditSettledGate,
  auditWrittenEnd,
  type SettledGateDraft,
} from './call-audit.ts';
import type { CallOrder } from './call-desk.ts';

/** What the auditor needs. */
export interface CallAuditorParts {
  readonly runtime: Pick<Runtime, 'host'>;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

/** An end that is told before the ledger is known to have it. */
class EarlyEnd {
  readonly writing: Promise<void>;
  #isWanted = true;
  #isLeftOut = false;

  constructor(write: (isWanted: () => boolean) => Promise<void>) {
    this.writing = write(() => {
      this.#isLeftOut = !this.#isWanted;
      return this.#isWanted;
    });
    this.writing.catch(() => undefined);
  }

  /** Resolves with whether it is not told. */
  withdraw(): Promise<boolean> {
    this.#isWanted = false;
    return this.writing.then(
      () => this.#isLeftOut,
      () => true,
    );
  }
}

/** Writes down what happens to calls: each event of this process once. */
export class CallAuditor {
  readonly #parts: CallAuditorParts;
  /** Calls that were made here, whose end is written by whoever made them. */
  readonly #own = new Map<string, CallOrder>();
  /** Calls that have ended here, as an event said, until that is written: whatever else is answered is no end. */
  readonly #ended = new Set<string>();
  /** Ends that are being written together with their entries in the ledger. */
  readonly #early = new Map<string, EarlyEnd>();
  readonly #writing = new Set<Promise<void>>();
  /** Those whose logs were written to. */
  readonly #tenants = new Set<string>();
  #lostAt = Number.NEGATIVE_INFINITY;

  constructor(parts: CallAuditorParts) {
    this.#parts = parts;
  }

  /** Says that the end of a call is told by `end`. To be called as soon as the call was begun. */
  own(invocationId: string, order: CallOrder): void {
    this.#own.set(invocationId, order);
  }

  /** Writes the end of a call while the ledger writes it, so that both can be one commit. `end` is to be called all the same. */
  endWith(entry: LedgerEntry): void {
    const { invocationId } = entry;
    // A call without I/O ends before whoever makes it knows its id.
    queueMicrotask(() => {
      // What could not be written to the ledger is tried again; the log keeps what it is told.
      if (this.#early.has(invocationId)) return;
      const order = this.#own.get(invocationId);
      // The entry has no arguments any more, and in memory no digest: then the record tells of both.
      const isWhole = order !== undefined && !order.auditArguments && entry.contentDigest !== null;
      const draft = isWhole ? auditWrittenEnd(entry, order) : undefined;
      if (draft === undefined) return;
      const write = (isWanted: () => boolean) =>
        this.#track(this.#keep(draft, this.#parts.audit.appendWhile(draft, isWanted)));
      this.#early.set(invocationId, new EarlyEnd(write));
    });
  }

  /**
   * Resolves when the end of a call is written. Of one that has not ended nothing is; what the ledger may still turn out to
   * have of its end is looked for later.
   */
  async end(record: CallRecord, order: CallOrder): Promise<void> {
    const { invocationId } = record;
    try {
      if (!this.#ended.delete(invocationId)) {
        this.#lostAt = this.#parts.clock.now();
        return;
      }
      await (this.#early.get(invocationId)?.writing ??
        this.#append(auditEnd(record, order, this.#parts.runtime.host.redact)));
    } finally {
      this.#own.delete(invocationId);
      this.#early.delete(invocationId);
    }
  }

  /**
   * Says that no end of a call is told, because the ledger could not be written: one that was to be told with its entry is
   * not written any more. Resolves with false if it is written already.
   */
  async withdraw({ invocationId }: CallRecord): Promise<boolean> {
    // The ledger may turn out to have the end all the same; then it is looked for later.
    this.#lostAt = this.#parts.clock.now();
    const early = this.#early.get(invocationId);
    this.#own.delete(invocationId);
    this.#early.delete(invocationId);
    return (await early?.withdraw()) ?? true;
  }

  /** Says that a call which was begun here was none, and that nothing is to be written. */
  skip({ invocationId }: CallRecord): void {
    this.#own.delete(invocationId);
    this.#ended.delete(invocationId);
  }

  /** Resolves when an event is written, if it is to be. */
  async hear(event: CallEvent): Promise<void> {
    switch (event.type) {
      case 'gate-open':
        await this.#append(auditEvent(event));
        return;
      case 'gate-settled':
        await this.#track(this.#writeSettled(auditSettledGate(event)));
        return;
      case 'tool-call-interrupted':
        await this.#track(this.#writeFound(event.invocationId, () => auditEvent(event)));
        return;
      case 'tool-call-end':
        await this.#hearEnd(event);
        return;
      default:
    }
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.allSettled(this.#writing);
  }

  /** Resolves when everything that was told before is on the disk, but for what was lost; rejects as `AuditLog.append` does. */
  async flush(): Promise<void> {
    await Promise.all([...this.#tenants].map((tenant) => this.#parts.audit.flush(tenant)));
  }

  /** When the log last took no entry, and did not keep it either, or what became of a call was not known. */
  get lostAt(): number {
    return this.#lostAt;
  }

  async #hearEnd(event: Extract<CallEvent, { type: 'tool-call-end' }>): Promise<void> {
    const { invocationId } = event;
    this.#ended.add(invocationId);
    // A call without I/O ends before whoever makes it knows its id.
    await Promise.resolve();
    if (this.#own.has(invocationId)) return;
    this.#ended.delete(invocationId);
    await this.#track(this.#writeFound(invocationId, (entry) => auditResumedEnd(event, entry)));
  }

  /** Writes what became of a call that another process had begun, behind what was decided about it there. */
  async #writeFound(
    invocationId: string,
    toDraft: (entry: LedgerEntry | undefined) => AuditDraft,
  ): Promise<void> {
    const entry = await this.#load(invocationId);
    const gates = entry === undefined ? [] : auditFoundGates(entry);
    await Promise.all([...gates.map((gate) => this.#writeSettled(gate)), this.#write(toDraft(entry))]);
  }

  /** What is not known of it is left out, and looked for later; that it ended is written all the same. */
  async #load(invocationId: string): Promise<LedgerEntry | undefined> {
    try {
      return await this.#parts.ledger.get(invocationId);
    } catch (error) {
      this.#parts.onFault(error);
      this.#lostAt = this.#parts.clock.now();
      return undefined;
    }
  }

  #append(draft: AuditDraft): Promise<void> {
    return this.#track(this.#write(draft));
  }

  #writeSettled({ draft, ...gate }: SettledGateDraft): Promise<void> {
    return this.#keep(draft, this.#parts.audit.appendSettled(draft, gate));
  }

  #write(draft: AuditDraft): Promise<void> {
    return this.#keep(draft, this.#parts.audit.append(draft));
  }

  async #keep({ tenant }: AuditDraft, writing: Promise<void>): Promise<void> {
    this.#tenants.add(tenant);
    try {
      await writing;
    } catch (error) {
      if (error instanceof ToolcribError && error.context.isKept === false) {
        this.#lostAt = this.#parts.clock.now();
      }
      throw error;
    }
  }

  #track(writing: Promise<void>): Promise<void> {
    this.#writing.add(writing);
    const forget = () => {
      this.#writing.delete(writing);
    };
    writing.then(forget, forget);
    return writing;
  }
}
