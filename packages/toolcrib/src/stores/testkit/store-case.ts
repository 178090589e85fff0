import type { CatalogStore } from '../../catalog/index.ts';
import type { ArtifactStore, Awaitable, Ledger } from '../../runtime/index.ts';
import { assertThat } from './assert.ts';

/** A ledger that was opened for one case. */
export interface OpenLedger {
  /** Holds nothing yet. */
  readonly ledger: Ledger;
  /**
   * Opens what is stored once more, as another process would, while the first is still open. Required when
   * the ledger says that it is durable.
   */
  reopen?(): Awaitable<Ledger>;
  /** Called once, at the end of the case, whether it passed or not. */
  close?(): Awaitable<void>;
}

/** An artifact store that was opened for one case. */
export interface OpenArtifactStore {
  /** Holds nothing yet, and has room for some megabytes. */
  readonly store: ArtifactStore;
  /**
   * Opens what is stored once more, as another process would, while the first is still open. Given for a
   * store that keeps artifacts beyond the end of a process, which is then tested too.
   */
  reopen?(): Awaitable<ArtifactStore>;
  /** Called once, at the end of the case, whether it passed or not. */
  close?(): Awaitable<void>;
}

/** A catalogue store that was opened for one case. */
export interface OpenCatalogStore {
  /** Holds nothing yet. */
  readonly store: CatalogStore;
  /**
   * Opens what is stored once more, as another process would, while the first is still open. Required when
   * the store says that it is durable. Without it the same store plays the other process.
   */
  reopen?(): Awaitable<CatalogStore>;
  /** Called once, at the end of the case, whether it passed or not. */
  close?(): Awaitable<void>;
}

/** One thing that every implementation does. */
export interface StoreCase<Opened = OpenLedger> {
  /** A sentence whose subject is the store. */
  readonly name: string;
  /** Rejects with what is wrong. Opens at most one store, and closes it. */
  run(open: () => Awaitable<Opened>): Promise<void>;
}

/** A case on an empty ledger, which is closed at the end. */
export function ledgerCase(name: string, check: (opened: OpenLedger) => Promise<void>): StoreCase {
  return storeCase(name, check);
}

/** A case on an empty artifact store, which is closed at the end. */
export function artifactCase(
  name: string,
  check: (opened: OpenArtifactStore) => Promise<void>,
): StoreCase<OpenArtifactStore> {
  return storeCase(name, check);
}

/** What a case on a catalogue store is given. */
export interface CatalogStores {
  readonly store: CatalogStore;
  /** The same tools as another process sees them; the same store where no other can be opened. */
  readonly other: CatalogStore;
}

/** A case on an empty catalogue store, which is closed at the end. */
export function catalogStoreCase(
  name: string,
  check: (stores: CatalogStores) => Promise<void>,
): StoreCase<OpenCatalogStore> {
  return storeCase(name, async (opened) => {
    const { store } = opened;
    const other = await opened.reopen?.();
    assertThat(
      other !== undefined || !store.isDurable,
      'A store that is durable should be tested with `reopen`.',
    );
    await check({ store, other: other ?? store });
  });
}

function storeCase<Opened extends { close?(): Awaitable<void> }>(
  name: string,
  check: (opened: Opened) => Promise<void>,
): StoreCase<Opened> {
  return Object.freeze({
    name,
    run: async (open: () => Awaitable<Opened>) => {
      const opened = await open();
      try {
        await check(opened);
      } finally {
        await opened.close?.();
      }
    },
  });
}
