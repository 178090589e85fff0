import { hash } from 'node:crypto';
import type { AuditHead } from '../store/service-store.ts';
import type { AuditEntry } from './audit-entry.ts';
import { canonicalJson } from './canonical-json.ts';

/** What the first entry of a log follows. */
export const AUDIT_START: AuditHead = Object.freeze({ sequence: 0, hash: `sha256:${'0'.repeat(64)}` });

/** The hash that an entry with these fields must have. */
export function hashEntry(fields: Omit<AuditEntry, 'hash'>): string {
  return `sha256:${hash('sha256', canonicalJson(fields), 'hex')}`;
}
