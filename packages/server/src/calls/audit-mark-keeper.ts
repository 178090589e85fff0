import type { Clock, Ledger } from 'toolcrib/runtime';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditMark, ServiceStore } from '../store/service-store.ts';
import { auditMissingEnds } from './audit-missing-ends.ts';
import type { CallAuditor } from './call-auditor.ts';
import { toTime } from './call-view.ts';

/** What marks are kept with. */
export interface AuditMarkParts {
  readonly store: Pick<ServiceStore, 'putAuditMark' | 'listAuditMarks' | 'removeAuditMark'>;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  readonly auditor: Pick<CallAuditor, 'flush' | 'lostAt'>;
  readonly clock: Clock;
  /** The name of this process among the owners of calls. Who bears it after another one has taken its place. */
  readonly owner: string;
  readonly onFault: (error: unknown) => void;
}

const BEAT_EVERY_MS = 30_000;
/** Longer than it takes from the end of a call to its entry, with every deadline on the way. */
const SETTLE_MS = 60_000;
/** A process that was silent for so long has gone. */
const GONE_AFTER_MS = 120_000;

/** When another process of the same name ended calls, in milliseconds since 1970. */
interface Predecessor {
  readonly from: number;
  readonly before: number;
}

/**
 * Sees to it that every call which ended is in the audit log, also if its process dies between the two. Each process that
 * makes calls has a mark in the store: until when everything of it is in the log. Where a process has died, only what ended
 * since its mark is looked for. While nobody dies, that costs one small write now and then.
 */
export class AuditMarkKeeper {
  readonly #parts: AuditMarkParts;
  #beginning: Promise<void> | undefined;
  #mark: AuditMark | undefined;
  #predecessor: Predecessor | undefined;
  #beating: Promise<void> | undefined;
  #timer: unknown;
  #isClosed = false;

  constructor(parts: AuditMarkParts) {
    this.#parts = parts;
  }

  /** Resolves when this process has a mark. To be waited for before it makes its first call. */
  begin(): Promise<void> {
    this.#beginning ??= this.#begin().catch((error: unknown) => {
      this.#beginning = undefined;
      throw error;
    });
    return this.#beginning;
  }

  /** Writes down what processes that are gone have not: one of the same name, and all that have been silent for long. */
  async repair(): Promise<void> {
    await this.begin();
    if (this.#predecessor !== undefined) await this.#beat();
    const { store, clock, owner } = this.#parts;
    const goneBefore = clock.now() - GONE_AFTER_MS;
    for (const mark of await store.listAuditMarks()) {
      if (mark.owner === owner || Date.parse(mark.seenAt) >= goneBefore) continue;
      await this.#repairAfter(mark).catch(this.#parts.onFault);
    }
  }

  /** Takes the mark away if everything is in the log; otherwise it is left for whoever comes next. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#parts.clock.clearTimer(this.#timer);
    await this.#beating;
    const mark = this.#mark;
    if (mark === undefined || this.#predecessor !== undefined || this.#hasLost(mark)) return;
    try {
      await this.#parts.auditor.flush();
      await this.#parts.store.removeAuditMark(mark);
    } catch (error) {
      this.#parts.onFault(error);
    }
  }

  async #repairAfter(mark: AuditMark): Promise<void> {
    await auditMissingEnds(this.#parts, { owner: mark.owner, from: Date.parse(mark.auditedUntil) });
    await this.#parts.store.removeAuditMark(mark);
  }

  async #begin(): Promise<void> {
    const { store, clock, owner } = this.#parts;
    const now = clock.now();
    const left = (await store.listAuditMarks()).find((mark) => mark.owner === owner);
    const mark = { owner, auditedUntil: left?.auditedUntil ?? toTime(now), seenAt: toTime(now) };
    await store.putAuditMark(mark);
    this.#mark = mark;
    this.#predecessor = left && { from: Date.parse(left.auditedUntil), before: now };
    this.#schedule();
  }

  #schedule(): void {
    const { clock } = this.#parts;
    clock.clearTimer(this.#timer);
    if (!this.#isClosed) this.#timer = clock.setTimer(() => void this.#beat(), BEAT_EVERY_MS);
  }

  /** Says that this process lives, and how far its part of the log is complete. Never rejects. */
  #beat(): Promise<void> {
    this.#beating ??= this.#move()
      .catch(this.#parts.onFault)
      .finally(() => {
        this.#beating = undefined;
        this.#schedule();
      });
    return this.#beating;
  }

  async #move(): Promise<void> {
    const mark = this.#mark;
    if (mark === undefined) return;
    const { store, clock, onFault } = this.#parts;
    // That is known even if the log cannot be written now.
    const auditedUntil = await this.#completeLog(mark).catch((error: unknown) => {
      onFault(error);
      return mark.auditedUntil;
    });
    const next = { ...mark, auditedUntil, seenAt: toTime(clock.now()) };
    await store.putAuditMark(next);
    this.#mark = next;
  }

  /** Writes what is missing of this process, and answers until when nothing is. */
  async #completeLog(mark: AuditMark): Promise<string> {
    const { clock, owner, auditor } = this.#parts;
    const from = Date.parse(mark.auditedUntil);
    const until = clock.now() - SETTLE_MS;
    if (this.#predecessor !== undefined) {
      const { before } = this.#predecessor;
      await auditMissingEnds(this.#parts, { owner, ...this.#predecessor });
      this.#predecessor = undefined;
      return toTime(before);
    }
    await auditor.flush();
    if (until <= from) return mark.auditedUntil;
    if (this.#hasLost(mark)) await auditMissingEnds(this.#parts, { owner, from, before: until });
    return toTime(until);
  }

  #hasLost({ auditedUntil }: AuditMark): boolean {
    return this.#parts.auditor.lostAt >= Date.parse(auditedUntil);
  }
}
