import type { Ledger } from 'toolcrib/runtime';
import type { AuditDraft, AuditEntry } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditHead } from '../store/service-store.ts';
import { auditFoundEnd } from './call-audit.ts';
import { endedStates } from './call-states.ts';

/** Where ends are looked for, and where they are missed. */
export interface EndParts {
  readonly ledger: Ledger;
  readonly audit: AuditLog;
}

/** Calls of one process that ended in a time, in milliseconds since 1970. */
export interface EndedCalls {
  readonly owner: string;
  readonly from: number;
  /** @default no end */
  readonly before?: number | undefined;
}

const PAGE = 1_000;
const MAX_BATCH = 500;
/** The clocks of those who write to one log may be so far apart. */
const CLOCK_MARGIN_MS = 300_000;
/** Every time that somebody else was faster, a log has got longer. */
const MAX_ATTEMPTS = 100;

/**
 * Looks for calls whose end is in the ledger and not in the audit log, because their process died in between, and writes
 * it there: once, however many processes do so at the same time. Only for calls that their own process does not tell of
 * any more.
 */
export async function auditMissingEnds(parts: EndParts, calls: EndedCalls): Promise<void> {
  for (const [tenant, missing] of await findEnded(parts, calls)) {
    const gap = new LogGap(parts, tenant, missing);
    await gap.fill(calls.from - CLOCK_MARGIN_MS);
  }
}

/** The ids of calls, by tenant. */
async function findEnded(
  { ledger }: EndParts,
  { owner, from, before = Number.POSITIVE_INFINITY }: EndedCalls,
): Promise<ReadonlyMap<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  let after: string | undefined;
  for (;;) {
    const query = { states: endedStates, owner, endedFrom: from, after, limit: PAGE };
    const page = await ledger.find(query);
    for (const { tenant, invocationId, outcome } of page) {
      if (outcome === null || outcome.endedAt >= before) continue;
      found.set(tenant, (found.get(tenant) ?? new Set()).add(invocationId));
    }
    if (page.length < PAGE) return found;
    after = page.at(-1)?.invocationId;
  }
}

/** What the audit log of a tenant may lack. */
class LogGap {
  readonly #parts: EndParts;
  readonly #tenant: string;
  readonly #missing: Set<string>;

  constructor(parts: EndParts, tenant: string, missing: Set<string>) {
    this.#parts = parts;
    this.#tenant = tenant;
    this.#missing = missing;
  }

  /** Entries before a time are not looked at. */
  async fill(since: number): Promise<void> {
    let head = await this.#parts.audit.head(this.#tenant);
    await this.#readBack(head, since);
    for (let attempt = 0; this.#missing.size > 0; attempt++) {
      if (attempt === MAX_ATTEMPTS) throw new Error('Others write to the audit log all the time.');
      await this.#parts.audit.appendAfter(head, await this.#drafts());
      // Whoever has written there: what is there is not missing.
      head = await this.#readOn(head);
    }
  }

  /** From the newest on: most of what is looked for is among the last. */
  async #readBack({ sequence }: AuditHead, since: number): Promise<void> {
    let last = sequence;
    while (last > 0 && this.#missing.size > 0) {
      const after = Math.max(0, last - PAGE);
      const page = await this.#parts.audit.entries(this.#tenant, after, last - after);
      this.#forget(page);
      const [oldest] = page;
      if (oldest === undefined || Date.parse(oldest.at) < since) return;
      last = after;
    }
  }

  async #readOn(head: AuditHead): Promise<AuditHead> {
    let last = head;
    for (;;) {
      const page = await this.#parts.audit.entries(this.#tenant, last.sequence, PAGE);
      this.#forget(page);
      last = page.at(-1) ?? last;
      if (page.length < PAGE) return last;
    }
  }

  #forget(entries: readonly AuditEntry[]): void {
    for (const entry of entries) {
      if (entry.invocationId !== undefined && tellsEnd(entry)) this.#missing.delete(entry.invocationId);
    }
  }

  async #drafts(): Promise<readonly AuditDraft[]> {
    const drafts: AuditDraft[] = [];
    for (const id of [...this.#missing].slice(0, MAX_BATCH)) {
      const entry = await this.#parts.ledger.get(id);
      const draft = entry && auditFoundEnd(entry);
      if (draft !== undefined) drafts.push(draft);
      // Forgotten by the ledger meanwhile.
      else this.#missing.delete(id);
    }
    return drafts;
  }
}

/** A call that was interrupted has no other end, unless nobody could tell which. */
function tellsEnd({ action, details }: AuditEntry): boolean {
  return action === 'tool-call-end' || (action === 'tool-call-interrupted' && details?.state !== 'unknown');
}
