import type { AuditDraft, AuditEntry } from './audit-entry.ts';

/**
 * The audit logs of all tenants, for this process. Entries of one moment are written together. What cannot be written is kept and
 * tried again, in order, until it can; nothing is dropped while the process lives.
 */
export interface AuditLog {
  /** Resolves when the entry is on the disk; rejects with `E_AUDIT_FAILED` if it could not be written now. */
  append(draft: AuditDraft): Promise<void>;
  /** Resolves when everything that was appended before is on the disk, of a tenant; rejects as `append` does. */
  flush(tenant: string): Promise<void>;
  /** Entries after a number, in order. */
  entries(tenant: string, after: number, limit: number): Promise<readonly AuditEntry[]>;
  /** Called soon after a log may have got longer, by whichever process, until the answer is called. */
  watch(tenant: string, wake: () => void): () => void;
  /** Whether everything is written. */
  readonly isHealthy: boolean;
  close(): Promise<void>;
}
