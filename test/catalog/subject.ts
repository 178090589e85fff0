import {
  type CatalogStore,
  openCatalog,
  type ToolCatalog,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { isChange, type Occasion, type Operation, toText } from './operation.ts';
import { type ObservedOutcome, performOperation } from './perform-operation.ts';
import type { StoreKind, StorePlace } from './store-place.ts';
import { withoutFindings } from './unheeded-findings.ts';

/** What tells the time to both catalogues, for whoever sets it. */
export interface SetClock {
  time: number;
}

/** Whose tools, and by which clock. */
interface SubjectOptions {
  readonly tenant: string;
  readonly clock: SetClock;
}

/** Two catalogues of one tenant in one place, which do as they are told. Each is opened when it is first needed. */
export class Subject {
  readonly kind: StoreKind;
  readonly #stores: readonly [CatalogStore, CatalogStore];
  readonly #options: SubjectOptions;
  readonly #catalogs: [ToolCatalog | undefined, ToolCatalog | undefined] = [undefined, undefined];

  constructor({ kind, stores }: StorePlace, options: SubjectOptions) {
    this.kind = kind;
    this.#stores = stores;
    this.#options = options;
  }

  async catalog(who: 0 | 1): Promise<ToolCatalog> {
    const catalog = this.#catalogs[who] ?? (await this.#open(who));
    this.#catalogs[who] = catalog;
    return catalog;
  }

  /** A question is answered from what the store has, not from what the catalogue happens to know. */
  async perform(
    who: 0 | 1,
    operation: Operation,
    occasion: Pick<Occasion, 'by' | 'reason'>,
  ): Promise<ObservedOutcome> {
    const catalog = await this.catalog(who);
    if (!isChange(operation)) await catalog.refresh();
    return await performOperation(catalog, operation, occasion);
  }

  /** What a catalogue holds, which may be less than its store. */
  async snapshotText(who: 0 | 1): Promise<string> {
    return toText((await this.catalog(who)).snapshot());
  }

  async refresh(who: 0 | 1): Promise<void> {
    await (await this.catalog(who)).refresh();
  }

  async reopen(who: 0 | 1): Promise<void> {
    this.#catalogs[who]?.close();
    this.#catalogs[who] = await this.#open(who);
  }

  /** What each catalogue holds when it is up to date, and what a new one does. */
  async holdings(): Promise<readonly string[]> {
    const fresh = await this.#open(0);
    const catalogs = [await this.catalog(0), await this.catalog(1), fresh];
    await Promise.all(catalogs.map((catalog) => catalog.refresh()));
    fresh.close();
    return catalogs.map((catalog) => toText({ sequence: catalog.sequence, snapshot: catalog.snapshot() }));
  }

  /** What the store has besides: events and uses. */
  async recordText(who: 0 | 1): Promise<string> {
    const catalog = await this.catalog(who);
    const [events, uses] = await Promise.all([catalog.events(), catalog.deprecatedUses()]);
    return toText({ events: withoutFindings(events), uses });
  }

  close(): void {
    for (const catalog of this.#catalogs) catalog?.close();
  }

  async #open(who: 0 | 1): Promise<ToolCatalog> {
    const { tenant, clock } = this.#options;
    return await openCatalog(this.#stores[who], { tenant, clock: { now: () => clock.time } });
  }
}
