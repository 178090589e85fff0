import type {
  CatalogEvent,
  CatalogStore,
  ChangeRequest,
  DeprecatedUse,
  TenantChanges,
  TenantState,
  UseRecord,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { createSeededRandom, type SeededRandom } from '../../packages/toolcrib/src/testing/index.ts';

/** How a store misbehaves: how often, from 0 to 1. */
export interface Flakiness {
  /** Answers late, so that what was asked later may be answered sooner. */
  readonly delays: number;
  /** Fails before it has done anything. */
  readonly failures: number;
  /** Of changes that fail: how many were made, or may have been. */
  readonly losses: number;
  /** Does not wake. */
  readonly lostWakes: number;
}

/** Never waits longer than so many turns of the event loop. */
const MAX_TURNS = 4;

/** Another store, behind a connection that cannot be trusted while it is in trouble. */
export class FlakyStore implements CatalogStore {
  readonly isDurable: boolean;
  readonly #store: CatalogStore;
  readonly #flakiness: Flakiness;
  readonly #random: SeededRandom;
  /** Whether it misbehaves. */
  isInTrouble = false;

  constructor(store: CatalogStore, flakiness: Flakiness, seed: number) {
    this.isDurable = store.isDurable;
    this.#store = store;
    this.#flakiness = flakiness;
    this.#random = createSeededRandom(seed);
  }

  async load(tenant: string): Promise<TenantState> {
    await this.#delay();
    return await this.#store.load(tenant);
  }

  async changes(tenant: string, after: number): Promise<TenantChanges> {
    return await this.#around(() => this.#store.changes(tenant, after));
  }

  async change(tenant: string, request: ChangeRequest): Promise<TenantChanges | undefined> {
    if (this.#happens('failures') && this.#happens('losses')) {
      const isMade = this.#random.number() < 0.5;
      await this.#delay();
      if (isMade) await this.#store.change(tenant, request);
      await this.#delay();
      throw failed({ isOutcomeUnknown: true });
    }
    return await this.#around(() => this.#store.change(tenant, request));
  }

  async events(tenant: string, after: number, limit: number): Promise<readonly CatalogEvent[]> {
    // One at a time, sometimes, so that whoever reads has to go on.
    const most = this.#happens('delays') ? 1 : limit;
    return await this.#around(() => this.#store.events(tenant, after, most));
  }

  watch(tenant: string, wake: () => void): () => void {
    return this.#store.watch(tenant, () => {
      if (!this.#happens('lostWakes')) wake();
      if (this.#happens('delays')) wake();
    });
  }

  async recordUses(tenant: string, uses: readonly UseRecord[]): Promise<void> {
    await this.#around(() => this.#store.recordUses(tenant, uses));
  }

  async uses(tenant: string): Promise<readonly DeprecatedUse[]> {
    return await this.#around(() => this.#store.uses(tenant));
  }

  async #around<Value>(ask: () => Promise<Value>): Promise<Value> {
    await this.#delay();
    if (this.#happens('failures')) throw failed({});
    const value = await ask();
    await this.#delay();
    return value;
  }

  async #delay(): Promise<void> {
    if (!this.#happens('delays')) return;
    const turns = Math.ceil(this.#random.number() * MAX_TURNS);
    for (let turn = 0; turn < turns; turn++) await nextTurn();
  }

  #happens(what: keyof Flakiness): boolean {
    return this.isInTrouble && this.#random.number() < this.#flakiness[what];
  }
}

/** Lets everything else go on that can. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function failed(context: { readonly isOutcomeUnknown?: true }): ToolcribError {
  return new ToolcribError('E_STORE_FAILED', 'The database cannot be reached.', {
    context: { reason: 'unreachable', ...context },
  });
}
