import type { KeyRecord } from '../store/service-store.ts';
import type { KeyView } from './api-keys.ts';
import { ALL_TENANTS } from './grant.ts';

/** A key as somebody in a tenant may see it: of its grants only those that count there. */
export function toKeyView(
  record: KeyRecord,
  { now, tenant }: { readonly now: number; readonly tenant: string },
): KeyView {
  const { secretHash: _, grants, ...rest } = record;
  const isVisible = (of: string) => tenant === ALL_TENANTS || of === ALL_TENANTS || of === tenant;
  const visible = grants.filter((grant) => isVisible(grant.tenant));
  return Object.freeze({ ...rest, grants: visible, status: statusOf(record, now) });
}

/** Whether a key can be used, and if not, why. */
export function statusOf({ revokedAt, expiresAt }: KeyRecord, now: number): KeyView['status'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}
