import type { Clock } from 'toolcrib/runtime';
import type { AuditStore } from './audit-chain.ts';

/** A store that rejects when it has not answered in time. What it was asked for may still take place. */
export function timedStore(
  store: AuditStore,
  limit: { readonly clock: Clock; readonly timeoutMs: number },
): AuditStore {
  return {
    auditHead: (tenant) => withTimeout(store.auditHead(tenant), limit),
    appendAudit: (tenant, after, entries) => withTimeout(store.appendAudit(tenant, after, entries), limit),
    auditEntries: (tenant, after, count) => withTimeout(store.auditEntries(tenant, after, count), limit),
  };
}

function withTimeout<Value>(
  work: Promise<Value>,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
    work.then(resolve, reject).finally(() => clock.clearTimer(timer));
  });
}
