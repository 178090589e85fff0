import { ToolcribError } from 'toolcrib';
import { type Clock, systemClock } from 'toolcrib/runtime';
import type { AuditHead } from '../store/service-store.ts';
import { AuditChain, type AuditStore, type NewEntry, type PlacelessEntry, toEntries } from './audit-chain.ts';
import type { AuditDraft, AuditEntry } from './audit-entry.ts';
import type { AuditLog } from './audit-log.ts';
import { AuditWatch } from './audit-watch.ts';
import { AuditWriter, auditFailed, auditUnavailable } from './audit-writer.ts';
import { DenialCounter } from './denial-counter.ts';
import { AUDIT_START } from './hash-entry.ts';
import { timedStore } from './timed-store.ts';
import { toPlainDraft } from './to-plain-draft.ts';
import type { SettledGate } from './told-gates.ts';

/** What {@link createAuditLog} is given. */
export interface AuditLogOptions {
  readonly store: AuditStore;
  /** Makes the ids of entries: unique for ever. */
  readonly randomId: () => string;
  /** Told when a log begins to fail, of what watchers throw, and of entries that are lost at the end. Must not throw. */
  readonly onFault: (error: unknown) => void;
  /** @default the time of this machine */
  readonly clock?: Clock | undefined;
  /** How often a log is looked at for entries of other processes while somebody watches, in milliseconds. @default 250 */
  readonly pollMs?: number | undefined;
  /** After how many milliseconds a store that does not answer has failed. @default 10_000 */
  readonly timeoutMs?: number | undefined;
  /**
   * How many entries of one tenant may wait for the disk. From half of them on nothing new is to begin there, so that there is
   * room for what is under way. @default 10_000
   */
  readonly maxWaiting?: number | undefined;
}

/** Above so many logs, those that nobody uses are forgotten. That costs one read when they are used again. */
const MAX_IDLE_LOGS = 1_000;

interface TenantLog {
  readonly chain: AuditChain;
  readonly writer: AuditWriter;
  readonly watch: AuditWatch;
}

/** The audit logs of a service, over a store that other processes may use too. */
export function createAuditLog(options: AuditLogOptions): AuditLog {
  return new StoredAuditLog(options);
}

class StoredAuditLog implements AuditLog {
  readonly #store: AuditStore;
  readonly #clock: Clock;
  readonly #options: AuditLogOptions;
  readonly #maxWaiting: number;
  readonly #logs = new Map<string, TenantLog>();
  readonly #denials: DenialCounter;
  #waiting = 0;
  #isClosed = false;

  constructor(options: AuditLogOptions) {
    const { clock = systemClock, timeoutMs = 10_000 } = options;
    this.#options = options;
    this.#clock = clock;
    this.#store = timedStore(options.store, { clock, timeoutMs });
    this.#maxWaiting = options.maxWaiting ?? 10_000;
    this.#denials = new DenialCounter({ clock, write: (draft) => this.#appendUnasked(draft) });
  }

  get isHealthy(): boolean {
    if (this.#isClosed) return false;
    for (const { writer } of this.#logs.values()) {
      if (writer.isFailing || writer.waiting >= this.#maxWaiting) return false;
    }
    return true;
  }

  get failure(): unknown {
    for (const { writer } of this.#logs.values()) if (writer.isFailing) return writer.cause;
    return undefined;
  }

  get waiting(): number {
    return this.#waiting;
  }

  async append(draft: AuditDraft): Promise<void> {
    await this.#enqueue(draft);
  }

  async appendSettled(draft: AuditDraft, gate: SettledGate): Promise<void> {
    await this.#enqueue(draft, { once: gate });
  }

  async appendWhile(draft: AuditDraft, isWanted: () => boolean): Promise<void> {
    await this.#enqueue(draft, { isWanted });
  }

  async appendDenial(draft: AuditDraft): Promise<void> {
    if (this.#denials.isFirst(draft)) await this.append(draft);
  }

  async appendAfter(head: AuditHead, drafts: readonly AuditDraft[]): Promise<boolean> {
    const [first] = drafts;
    if (first === undefined) return true;
    if (this.#isClosed) throw logClosed(first.tenant);
    const entries = toEntries(
      head,
      drafts.map((draft) => this.#toPlaceless(draft)),
    );
    return await this.#store.appendAudit(first.tenant, head.sequence, entries);
  }

  assertWritable(tenant: string): void {
    if (this.#isClosed) throw auditUnavailable('the audit log is closed.', { tenant });
    const writer = this.#logs.get(tenant)?.writer;
    if (writer === undefined) return;
    const { isFailing, waiting, cause } = writer;
    if (isFailing) throw auditUnavailable('the audit log cannot be written now.', { tenant, cause });
    if (waiting >= this.#maxWaiting / 2) {
      throw auditUnavailable('too many entries wait for the audit log.', { tenant });
    }
  }

  async flush(tenant: string): Promise<void> {
    await this.#logs.get(tenant)?.writer.flush();
  }

  async entries(tenant: string, after: number, limit: number): Promise<readonly AuditEntry[]> {
    return await this.#store.auditEntries(tenant, after, limit);
  }

  async head(tenant: string): Promise<AuditHead> {
    return (await this.#store.auditHead(tenant)) ?? AUDIT_START;
  }

  watch(tenant: string, wake: () => void): () => void {
    if (this.#isClosed) return () => undefined;
    const stop = this.#logOf(tenant).watch.watch(wake);
    return () => {
      stop();
      this.#forgetIdle(tenant);
    };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#denials.close();
    this.#isClosed = true;
    const closing = [...this.#logs].map(async ([tenant, { writer, watch }]) => {
      watch.close();
      const lost = await writer.finish();
      if (lost === 0) return;
      const message = `${lost} entries of the audit log could not be written.`;
      this.#options.onFault(auditFailed(message, { tenant, isKept: false }));
    });
    await Promise.all(closing);
  }

  #enqueue(draft: AuditDraft, when: Omit<NewEntry, 'entry'> = {}): Promise<void> {
    const { tenant } = draft;
    if (this.#isClosed) throw logClosed(tenant);
    const { writer } = this.#logOf(tenant);
    if (writer.waiting >= this.#maxWaiting) throw tooManyWait(tenant);
    this.#waiting += 1;
    return writer.append({ entry: this.#toPlaceless(draft), ...when });
  }

  /** What cannot be written now is kept and tried again; what cannot be kept is told. */
  #appendUnasked(draft: AuditDraft): void {
    this.append(draft).catch((error: unknown) => {
      if (error instanceof ToolcribError && error.context.isKept === true) return;
      this.#options.onFault(error);
    });
  }

  #toPlaceless(draft: AuditDraft): PlacelessEntry {
    const at = new Date(this.#clock.now()).toISOString();
    return { ...toPlainDraft(draft), id: this.#options.randomId(), at };
  }

  #logOf(tenant: string): TenantLog {
    const known = this.#logs.get(tenant);
    if (known !== undefined) return known;
    const { onFault, pollMs = 250 } = this.#options;
    const clock = this.#clock;
    const chain = new AuditChain(this.#store, tenant, clock);
    const loadSequence = async () => (await chain.loadHead()).sequence;
    const watch = new AuditWatch({ clock, pollMs, loadSequence, onFault });
    const onWritten = (count: number) => {
      this.#waiting -= count;
      if (chain.sequence !== undefined) watch.see(chain.sequence);
      this.#forgetIdle(tenant);
    };
    const writer = new AuditWriter({ chain, tenant, clock, onFault, onWritten });
    const log = { chain, writer, watch };
    this.#logs.set(tenant, log);
    return log;
  }

  #forgetIdle(tenant: string): void {
    const log = this.#logs.get(tenant);
    if (log === undefined || this.#logs.size <= MAX_IDLE_LOGS) return;
    if (log.writer.waiting === 0 && !log.watch.isWatched) this.#logs.delete(tenant);
  }
}

function logClosed(tenant: string): ToolcribError {
  return auditFailed('The audit log is closed.', { tenant, isKept: false });
}

function tooManyWait(tenant: string): ToolcribError {
  return auditFailed('Too many entries wait for the audit log.', { tenant, isKept: false });
}
