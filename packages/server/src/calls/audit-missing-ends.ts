import type { Ledger } from 'toolcrib/runtime';
import type { AuditDraft, AuditEntry } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { gateToldBy } from '../audit/told-gates.ts';
import type { AuditHead } from '../store/service-store.ts';
import { auditFoundEnd, auditFoundGates } from './call-audit.ts';
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
 * it there, and how their gates were settled: once, however many processes do so at the same time. Only for calls that
 * their own process does not tell of any more.
 */
export async function auditMissingEnds(parts: EndParts, calls: EndedCalls): Promise<void> {
  for (const [tenant, { ids, since }] of await findEnded(parts, calls)) {
    const gap = new LogGap(parts, tenant, ids);
    await gap.fill(since - CLOCK_MARGIN_MS);
  }
}

/** Calls of one tenant that ended. */
interface TenantCalls {
  /** Of the calls, each with the gates that were settled. */
  readonly ids: Map<string, Set<string>>;
  /** When the first of their gates was settled, or the earliest time that they are looked for in. */
  since: number;
}

/** By tenant. */
async function findEnded(
  { ledger }: EndParts,
  { owner, from, before = Number.POSITIVE_INFINITY }: EndedCalls,
): Promise<ReadonlyMap<string, TenantCalls>> {
  const found = new Map<string, TenantCalls>();
  let after: string | undefined;
  for (;;) {
    const query = { states: endedStates, owner, endedFrom: from, after, limit: PAGE };
    const page = await ledger.find(query);
    for (const { tenant, invocationId, outcome, gates } of page) {
      if (outcome === null || outcome.endedAt >= before) continue;
      const calls = found.get(tenant) ?? { ids: new Map(), since: from };
      const settled = gates.flatMap(({ gateId, settlement }) => (settlement ? [{ gateId, settlement }] : []));
      calls.ids.set(invocationId, new Set(settled.map(({ gateId }) => gateId)));
      calls.since = Math.min(calls.since, ...settled.map(({ settlement }) => settlement.at));
      found.set(tenant, calls);
    }
    if (page.length < PAGE) return found;
    after = page.at(-1)?.invocationId;
  }
}

/** What the audit log of a tenant may lack. */
class LogGap {
  readonly #parts: EndParts;
  readonly #tenant: string;
  /** Calls, each with the gates that may be missing. */
  readonly #calls: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of calls whose end is missing. */
  readonly #ends: Set<string>;
  /** Ids of gates whose settlement is missing. */
  readonly #gates: Set<string>;

  constructor(parts: EndParts, tenant: string, calls: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#parts = parts;
    this.#tenant = tenant;
    this.#calls = calls;
    this.#ends = new Set(calls.keys());
    this.#gates = new Set([...calls.values()].flatMap((gates) => [...gates]));
  }

  /** Entries before a time are not looked at. */
  async fill(since: number): Promise<void> {
    let head = await this.#parts.audit.head(this.#tenant);
    await this.#readBack(head, since);
    for (let attempt = 0; this.#isOpen; attempt++) {
      if (attempt === MAX_ATTEMPTS) throw new Error('Others write to the audit log all the time.');
      await this.#parts.audit.appendAfter(head, await this.#drafts());
      // Whoever has written there: what is there is not missing.
      head = await this.#readOn(head);
    }
  }

  get #isOpen(): boolean {
    return this.#ends.size > 0 || this.#gates.size > 0;
  }

  /** From the newest on: most of what is looked for is among the last. */
  async #readBack({ sequence }: AuditHead, since: number): Promise<void> {
    let last = sequence;
    while (last > 0 && this.#isOpen) {
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
      if (entry.invocationId !== undefined && tellsEnd(entry)) this.#ends.delete(entry.invocationId);
      const gateId = gateToldBy(entry);
      if (gateId !== undefined) this.#gates.delete(gateId);
    }
  }

  async #drafts(): Promise<readonly AuditDraft[]> {
    const drafts: AuditDraft[] = [];
    for (const [id, gates] of this.#calls) {
      const hasEnd = !this.#ends.has(id);
      if (hasEnd && [...gates].every((gateId) => !this.#gates.has(gateId))) continue;
      if (drafts.length >= MAX_BATCH) break;
      const entry = await this.#parts.ledger.get(id);
      const found = entry === undefined ? [] : auditFoundGates(entry);
      drafts.push(...found.filter(({ gateId }) => this.#gates.has(gateId)).map(({ draft }) => draft));
      const end = hasEnd ? undefined : entry && auditFoundEnd(entry);
      if (end !== undefined) drafts.push(end);
      // Forgotten by the ledger meanwhile.
      else this.#ends.delete(id);
      if (entry === undefined) for (const gateId of gates) this.#gates.delete(gateId);
    }
    return drafts;
  }
}

/** A call that was interrupted has no other end, unless nobody could tell which. */
function tellsEnd({ action, details }: AuditEntry): boolean {
  return action === 'tool-call-end' || (action === 'tool-call-interrupted' && details?.state !== 'unknown');
}
