import type { AuditEntry } from './audit-entry.ts';
import { canonicalJson } from './canonical-json.ts';

/** One line of an export, without its end: the canonical JSON (RFC 8785) of an entry. `verifyAudit` takes no other form. */
export function toAuditLine(entry: AuditEntry): string {
  return canonicalJson(entry);
}
