import type { AuditHead } from '../store/service-store.ts';
import type { AuditDraft, AuditEntry } from './audit-entry.ts';
import type { SettledGate } from './told-gates.ts';

/**
 * The audit logs of all tenants, for this process. Entries of one moment are written together. What cannot be written is
 * kept and tried again, in order, until it can; nothing that was taken is dropped while the process lives.
 */
export interface AuditLog {
  /**
   * Resolves when the entry is on the disk; rejects with `E_AUDIT_FAILED` if it could not be written now. It is kept then,
   * and tried again, unless `context.isKept` is false: too many wait already, or the log is closed.
   */
  append(draft: AuditDraft): Promise<void>;
  /**
   * As `append`, of a gate that was settled. Nothing is written if the log tells of the gate already: every process that learns
   * of a settlement may say so, and the log has it once.
   */
  appendSettled(draft: AuditDraft, gate: SettledGate): Promise<void>;
  /**
   * As `append`, of something that may turn out not to have happened. `isWanted` is asked each time the entry is to be
   * written, and must not throw; once it answers false, the entry is not written and nobody is told that it could not be.
   */
  appendWhile(draft: AuditDraft, isWanted: () => boolean): Promise<void>;
  /**
   * As `append`, for somebody who was not allowed to. Of denials that an actor gets again and again for one reason the first
   * is written, and then one entry a minute with their number: those that are counted resolve at once.
   */
  appendDenial(draft: AuditDraft): Promise<void>;
  /**
   * Appends entries to the log of a tenant if it ends with `head`; answers false, and has written nothing, if somebody else
   * has got on since. Who has read a log up to there can so append what it lacks once, however many try. Entries of one
   * tenant only. What it rejects with may have taken place; nothing is tried again.
   */
  appendAfter(head: AuditHead, drafts: readonly AuditDraft[]): Promise<boolean>;
  /**
   * To be asked before anything is done that has to be in the log of a tenant, so that nothing is done of which nobody would
   * know. It does no I/O: the first entry that cannot be written is known only once that was tried.
   *
   * @throws ToolcribError `E_AUDIT_UNAVAILABLE` while the log of the tenant cannot be written, while so many of its entries wait
   * that those of what is under way may soon have no room, and once the log is closed.
   */
  assertWritable(tenant: string): void;
  /** Resolves when everything that was appended before is on the disk, of a tenant; rejects as `append` does. */
  flush(tenant: string): Promise<void>;
  /** Entries after a number, in order. */
  entries(tenant: string, after: number, limit: number): Promise<readonly AuditEntry[]>;
  /** The last entry that is on the disk, by whichever process; of an empty log the number 0 and a hash of zeros. */
  head(tenant: string): Promise<AuditHead>;
  /** Called soon after a log may have got longer, by whichever process, until the answer is called. */
  watch(tenant: string, wake: () => void): () => void;
  /** Whether everything is written that could not be at once, and there is room for more, of every tenant. */
  readonly isHealthy: boolean;
  /** What the last attempt to write a log failed with that cannot be written now; undefined if all can. */
  readonly failure: unknown;
  /** How many entries are not on the disk yet. */
  readonly waiting: number;
  /** Tries once more to write what is left; afterwards nothing is taken. Never rejects: what is lost is told to `onFault`. */
  close(): Promise<void>;
}
