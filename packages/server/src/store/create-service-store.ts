import type { SqlRow, StoreSession } from 'toolcrib/stores/sqlite';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { searchAuditLog } from './search-audit.ts';
import {
  fromColumn,
  type KeyCore,
  type Revocation,
  readKey,
  readMark,
  readObject,
  readTenant,
  toColumn,
  toMarkRow,
  toWhole,
} from './service-row.ts';
import * as statements from './service-statements.ts';
import {
  type AuditFindings,
  type AuditHead,
  type AuditMark,
  type AuditSearch,
  type KeyRecord,
  type Removal,
  type ServiceStore,
  type StorePage,
  type TakenUses,
  type TenantChanges,
  type TenantRecord,
  USE_PARTS,
  type UseOfMinute,
} from './service-store.ts';

const FORGET_RATES_EVERY_MS = 60_000;

/** A service store on the tables of its session, which are there already. */
export function createServiceStore(session: StoreSession, dialect: statements.ServiceDialect): ServiceStore {
  return new SqlServiceStore(session, dialect);
}

class SqlServiceStore implements ServiceStore {
  readonly #session: StoreSession;
  readonly #dialect: statements.ServiceDialect;
  /** The newest window that was counted in. */
  #window = '';
  #ratesForgottenAt = 0;

  constructor(session: StoreSession, dialect: statements.ServiceDialect) {
    this.#session = session;
    this.#dialect = dialect;
  }

  async insertTenant(tenant: TenantRecord): Promise<boolean> {
    const values = [toColumn(tenant.name), JSON.stringify(tenant)];
    return (await this.#session.run(statements.insertTenant, values)) === 1;
  }

  async getTenant(name: string): Promise<TenantRecord | undefined> {
    const [row] = await this.#session.all(statements.selectTenant, [toColumn(name)]);
    return row && readTenant(row);
  }

  async updateTenant(name: string, changes: TenantChanges): Promise<TenantRecord | undefined> {
    for (;;) {
      const [row] = await this.#session.all(statements.selectTenant, [toColumn(name)]);
      if (row === undefined) return undefined;
      const tenant = readTenant(row);
      const { title = tenant.title, hasHostTools = tenant.hasHostTools } = changes;
      const changed = Object.freeze({ ...tenant, title, hasHostTools });
      const values = [JSON.stringify(changed), toColumn(name), String(row.record)];
      // Another process may have changed it meanwhile: then this change is made to what that one has left.
      if ((await this.#session.run(statements.updateTenant, values)) === 1) return changed;
    }
  }

  async removeTenant(name: string, { at, by }: Removal): Promise<boolean> {
    const values = [JSON.stringify({ at, by }), toColumn(name)];
    return (await this.#session.run(statements.removeTenant, values)) === 1;
  }

  async getRemovedTenant(name: string): Promise<(TenantRecord & { readonly removal: Removal }) | undefined> {
    const [row] = await this.#session.all(statements.selectRemovedTenant, [toColumn(name)]);
    return row && Object.freeze({ ...readTenant(row), removal: readObject<Removal>(row, 'removal') });
  }

  async listTenants({ after = '', limit }: StorePage): Promise<readonly TenantRecord[]> {
    const rows = await this.#session.all(statements.selectTenants, [toColumn(after), toWhole(limit)]);
    return rows.map(readTenant);
  }

  async insertKey(key: KeyRecord): Promise<void> {
    const { revokedAt: _at, revokedBy: _by, lastUsedAt: _used, ...core } = key;
    // Before the key itself, so that no key is ever missing in a list; without the key, these are nothing.
    for (const tenant of new Set(key.grants.map((grant) => grant.tenant))) {
      await this.#session.run(statements.insertKeyTenant, [toColumn(tenant), key.id]);
    }
    await this.#session.run(statements.insertKey, [key.id, JSON.stringify(core satisfies KeyCore)]);
  }

  async getKey(id: string): Promise<KeyRecord | undefined> {
    const [row] = await this.#session.all(statements.selectKey, [toColumn(id)]);
    return row && readKey(row);
  }

  async listKeys(page: StorePage & { readonly tenant?: string | undefined }): Promise<readonly KeyRecord[]> {
    const { tenant, after = '', limit } = page;
    const place = [toColumn(after), toWhole(limit)];
    const rows =
      tenant === undefined
        ? await this.#session.all(statements.selectKeys, place)
        : await this.#session.all(statements.selectKeysOfTenant, [toColumn(tenant), ...place]);
    return rows.map(readKey);
  }

  async revokeKey(id: string, mark: Revocation): Promise<boolean> {
    const values = [JSON.stringify({ at: mark.at, by: mark.by }), toColumn(id)];
    return (await this.#session.run(statements.revokeKey, values)) === 1;
  }

  async touchKeys(uses: readonly { readonly id: string; readonly at: string }[]): Promise<void> {
    if (uses.length > 0) await this.#session.run(this.#dialect.touchKeys, [JSON.stringify(uses)]);
  }

  async auditHead(tenant: string): Promise<AuditHead | undefined> {
    const [row] = await this.#session.all(statements.selectAuditHead, [toColumn(tenant)]);
    return row && { sequence: Number(row.sequence), hash: readObject<AuditEntry>(row, 'entry').hash };
  }

  async appendAudit(tenant: string, after: number, entries: readonly AuditEntry[]): Promise<boolean> {
    // One value for all of them, so that the statement is the same for any number.
    const texts = JSON.stringify(entries.map((entry) => JSON.stringify(entry)));
    const values = [toColumn(tenant), toWhole(after), texts];
    if (entries.length === 0) return ((await this.auditHead(tenant))?.sequence ?? 0) === after;
    return (await this.#session.write(this.#dialect.appendAudit, values)).length > 0;
  }

  async auditEntries(tenant: string, after: number, limit: number): Promise<readonly AuditEntry[]> {
    const values = [toColumn(tenant), toWhole(after), toWhole(limit)];
    const rows = await this.#session.all(statements.selectAudit, values);
    return rows.map((row) => readObject<AuditEntry>(row, 'entry'));
  }

  async searchAudit(tenant: string, search: AuditSearch): Promise<AuditFindings> {
    const log = { session: this.#session, fields: this.#dialect.auditFields, tenant: toColumn(tenant) };
    return await searchAuditLog(log, search);
  }

  async putAuditMark(mark: AuditMark): Promise<void> {
    await this.#session.run(statements.putAuditMark, toMarkRow(mark));
  }

  async listAuditMarks(): Promise<readonly AuditMark[]> {
    const rows = await this.#session.all(statements.selectAuditMarks, []);
    return rows.map(readMark);
  }

  async removeAuditMark(mark: AuditMark): Promise<void> {
    await this.#session.run(statements.deleteAuditMark, toMarkRow(mark));
  }

  async putCancelRequest(invocationId: string, askedAt: string): Promise<void> {
    await this.#session.run(statements.putCancelRequest, [toColumn(invocationId), toColumn(askedAt)]);
  }

  async listCancelRequests(): Promise<readonly string[]> {
    const rows = await this.#session.all(statements.selectCancelRequests, []);
    return rows.map(({ invocation_id: id }) => fromColumn(String(id)));
  }

  async removeCancelRequest(invocationId: string, askedBefore: string): Promise<void> {
    await this.#session.run(statements.deleteCancelRequests, [toColumn(invocationId), toColumn(askedBefore)]);
  }

  async countUse(
    counter: string,
    { window, amount }: { readonly window: string; readonly amount: number },
  ): Promise<number> {
    if (window > this.#window) {
      this.#window = window;
      await this.#session.run(statements.forgetUses, [toColumn(window)]);
    }
    const values = [toColumn(counter), toColumn(window), toWhole(amount)];
    const [row] = await this.#session.write(statements.countUse, values);
    return Number(row?.count);
  }

  async takeUses(counter: string, { perMinute, needed, wanted, now }: UseOfMinute): Promise<TakenUses> {
    const time = this.#dialect.hasClock ? [] : [toWhole(now)];
    if (Math.abs(now - this.#ratesForgottenAt) >= FORGET_RATES_EVERY_MS) {
      this.#ratesForgottenAt = now;
      await this.#session.run(this.#dialect.forgetRates, time);
    }
    const level = (perMinute - wanted) * USE_PARTS;
    const values = [toColumn(counter), ...[perMinute, level, wanted].map(toWhole), ...time];
    const [row] = await this.#session.write(this.#dialect.takeUses, [
      ...values,
      ...[needed, needed].map(toWhole),
    ]);
    return { taken: Number(row?.taken), level: Number(row?.level) };
  }

  async getOrPutSetting(name: string, made: string): Promise<string> {
    const column = toColumn(name);
    const known = await this.#session.all(statements.selectSetting, [column]);
    if (known.length > 0) return readSetting(known);
    await this.#session.run(statements.insertSetting, [column, JSON.stringify({ value: made })]);
    return readSetting(await this.#session.all(statements.selectSetting, [column]));
  }
}

function readSetting([row]: readonly SqlRow[]): string {
  return readObject<{ readonly value: string }>(row ?? {}, 'value').value;
}
