import type { CallEvent, CallRecord, Ledger, LedgerEntry, Runtime } from 'toolcrib/runtime';
import type { AuditDraft } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { auditEnd, auditEvent, auditResumedEnd } from './call-audit.ts';
import type { CallOrder } from './call-desk.ts';

/** What the auditor needs. */
export interface CallAuditorParts {
  readonly runtime: Pick<Runtime, 'host'>;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  readonly onFault: (error: unknown) => void;
}

/** Writes down what happens to calls: each event of this process once. */
export class CallAuditor {
  readonly #parts: CallAuditorParts;
  /** Calls that were made here, whose end is written by whoever made them. */
  readonly #own = new Set<string>();
  readonly #writing = new Set<Promise<void>>();

  constructor(parts: CallAuditorParts) {
    this.#parts = parts;
  }

  /** Says that the end of a call is told by `end`. To be called as soon as the call was begun. */
  own(invocationId: string): void {
    this.#own.add(invocationId);
  }

  /** Resolves when the end of a call is written. */
  async end(record: CallRecord, order: CallOrder): Promise<void> {
    try {
      // Another process goes on with it, and tells of its end.
      if (isLeft(record.status, record.problem?.code)) return;
      await this.#append(auditEnd(record, order, this.#parts.runtime.host.redact));
    } finally {
      this.#own.delete(record.invocationId);
    }
  }

  /** Resolves when an event is written, if it is to be. */
  async hear(event: CallEvent): Promise<void> {
    switch (event.type) {
      case 'gate-open':
      case 'gate-settled':
      case 'tool-call-interrupted':
        await this.#append(auditEvent(event));
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

  async #hearEnd(event: Extract<CallEvent, { type: 'tool-call-end' }>): Promise<void> {
    // A call without I/O ends before whoever makes it knows its id.
    await Promise.resolve();
    if (this.#own.has(event.invocationId) || isLeft(event.status, event.code)) return;
    await this.#track(
      this.#load(event.invocationId).then((entry) => this.#parts.audit.append(auditResumedEnd(event, entry))),
    );
  }

  /** What is not known of it is left out; that it ended is written all the same. */
  async #load(invocationId: string): Promise<LedgerEntry | undefined> {
    try {
      return await this.#parts.ledger.get(invocationId);
    } catch (error) {
      this.#parts.onFault(error);
      return undefined;
    }
  }

  #append(draft: AuditDraft): Promise<void> {
    return this.#track(this.#parts.audit.append(draft));
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

/** Whether a call goes on elsewhere, because this process was closed while it waited. */
function isLeft(status: string, code: string | undefined): boolean {
  return status === 'aborted' && code === 'E_CALL_IN_PROGRESS';
}
