import type { AuditStore } from '../../packages/server/src/audit/audit-chain.ts';
import type { AuditEntry } from '../../packages/server/src/audit/audit-entry.ts';

/**
 * What becomes of a write: it works; its answer is lost before or after it took place; or its answer is lost and it takes
 * place later, if it still can.
 */
export type WriteFate = 'works' | 'lost-before' | 'lost-after' | 'lands-late';

/** A store in memory whose connection breaks on command. */
export interface UnreliableStore extends AuditStore {
  /** The fate of the next writes, the first one first; those after them work. */
  readonly fates: WriteFate[];
  /** While true, nothing is answered but errors, and nothing is done. */
  isDown: boolean;
  /** While true, nothing is answered at all. */
  isSilent: boolean;
  /** How many writes came. */
  readonly writes: number;
  /** What is in the log of a tenant. */
  log(tenant: string): readonly AuditEntry[];
}

/** An empty one. */
export function createUnreliableStore(): UnreliableStore {
  const logs = new Map<string, AuditEntry[]>();
  const late: (() => void)[] = [];
  const logOf = (tenant: string): AuditEntry[] => {
    const log = logs.get(tenant) ?? [];
    logs.set(tenant, log);
    return log;
  };
  /** What was read is on its way for longer than it takes to write: much can happen meanwhile. */
  const answer = async <Value>(work: () => Value, ticks = 10): Promise<Value> => {
    await Promise.resolve();
    if (store.isSilent) return await new Promise<never>(() => undefined);
    if (store.isDown) throw new Error('The connection is lost.');
    const value = work();
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    return value;
  };
  const write = (tenant: string, after: number, entries: readonly AuditEntry[]): boolean => {
    const log = logOf(tenant);
    if (log.length !== after) return false;
    // As a database does it: what comes out is equal to what went in, and another object.
    log.push(...(JSON.parse(JSON.stringify(entries)) as AuditEntry[]));
    return true;
  };
  let writes = 0;
  const store: UnreliableStore = {
    fates: [],
    isDown: false,
    isSilent: false,
    get writes() {
      return writes;
    },
    log: (tenant) => [...logOf(tenant)],
    auditHead: (tenant) =>
      answer(() => {
        const last = logOf(tenant).at(-1);
        return last && { sequence: last.sequence, hash: last.hash };
      }),
    auditEntries: (tenant, after, limit) => answer(() => logOf(tenant).slice(after, after + limit)),
    appendAudit: (tenant, after, entries) =>
      answer(() => {
        writes += 1;
        const fate = store.fates.shift() ?? 'works';
        // What was on its way arrives now, before or after whatever else was asked meanwhile.
        for (const arrive of late.splice(0)) arrive();
        if (fate === 'lands-late') late.push(() => write(tenant, after, entries));
        const isDone = fate === 'works' || fate === 'lost-after' ? write(tenant, after, entries) : false;
        if (fate !== 'works') throw new Error('The connection is lost.');
        return isDone;
      }, 1),
  };
  return store;
}
