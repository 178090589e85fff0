import type { AuditDraft } from '../../packages/server/src/audit/audit-entry.ts';

/** Something that somebody did. */
export function auditDraft(fields: Partial<AuditDraft> = {}): AuditDraft {
  return { tenant: 'acme', action: 'request-done', actor: 'key:ada', outcome: 'ok', ...fields };
}
