import type {
  CatalogEvent,
  CatalogStore,
  ChangeRequest,
  DeprecatedUse,
  TenantChanges,
  TenantState,
  UseRecord,
} from '../catalog/index.ts';
import type { CatalogDatabase } from './catalog-steps.ts';
import { loadChanges, loadEvents, loadTenant, makeChange } from './catalog-transactions.ts';
import { checkTenant } from './check-tenant.ts';
import { readUses, toUseRows } from './use-row.ts';
import type { Wake } from './watchers.ts';

const selectUses = `select name, version, consumer, count, first_at, last_at
  from toolcrib_deprecated_uses where tenant = ?`;

/** How those who watch a database learn that it has changed. */
export interface ChangeSignal {
  watch(tenant: string, wake: Wake): () => void;
  /** Called after each change of this store, with the number of its last event. Must not throw. */
  announce(tenant: string, sequence: number): void;
}

/** What a catalogue store in SQL stands on. */
export interface SqlCatalogParts {
  readonly database: CatalogDatabase;
  readonly signal: ChangeSignal;
  readonly isDurable: boolean;
}

/** A catalogue store on the tables of its database. */
export class SqlCatalog implements CatalogStore {
  readonly isDurable: boolean;
  readonly #database: CatalogDatabase;
  readonly #signal: ChangeSignal;

  constructor({ database, signal, isDurable }: SqlCatalogParts) {
    this.#database = database;
    this.#signal = signal;
    this.isDurable = isDurable;
  }

  async load(tenant: string): Promise<TenantState> {
    const scope = { tenant: checkTenant(tenant), mode: 'read' } as const;
    return await this.#database.transact(scope, (feed) => loadTenant(tenant, feed));
  }

  async changes(tenant: string, after: number): Promise<TenantChanges> {
    const scope = { tenant: checkTenant(tenant), mode: 'read' } as const;
    return await this.#database.transact(scope, (feed) => loadChanges({ tenant, after, feed }));
  }

  async change(tenant: string, request: ChangeRequest): Promise<TenantChanges | undefined> {
    const scope = { tenant: checkTenant(tenant), mode: 'change', known: request.known } as const;
    const changes = await this.#database.transact(scope, (feed) => makeChange({ tenant, feed }, request));
    if (changes !== undefined) this.#signal.announce(tenant, changes.sequence);
    return changes;
  }

  async events(tenant: string, after: number, limit: number): Promise<readonly CatalogEvent[]> {
    const scope = { tenant: checkTenant(tenant), mode: 'read' } as const;
    return await this.#database.transact(scope, () => loadEvents({ tenant, after }, limit));
  }

  watch(tenant: string, wake: Wake): () => void {
    return this.#signal.watch(checkTenant(tenant), wake);
  }

  async recordUses(tenant: string, uses: readonly UseRecord[]): Promise<void> {
    const scope = { tenant: checkTenant(tenant), mode: 'count' } as const;
    const rows = toUseRows(uses);
    if (rows.length === 0) return;
    await this.#database.transact(scope, function* () {
      yield { writes: [{ kind: 'count-use', rows }] };
    });
  }

  async uses(tenant: string): Promise<readonly DeprecatedUse[]> {
    const scope = { tenant: checkTenant(tenant), mode: 'read' } as const;
    return await this.#database.transact(scope, function* () {
      return readUses(tenant, yield { sql: selectUses, values: [tenant] });
    });
  }
}
