import type { CatalogStore } from 'toolcrib/catalog';
import type { ArtifactStore, SearchableLedger } from 'toolcrib/runtime';
import type { ServiceStore } from './service-store.ts';

/** Where everything is kept. */
export interface ServiceDatabase {
  readonly kind: 'sqlite' | 'postgres';
  /** For people, without a password: a path or a host and a name. */
  readonly place: string;
  readonly catalogs: CatalogStore;
  readonly ledger: SearchableLedger;
  readonly store: ServiceStore;
  /** In PostgreSQL every process of the service can read what one has put. */
  readonly artifacts: ArtifactStore;
  /**
   * Drops large results that were put before a time, in milliseconds since 1970, at most so many of them; answers how many.
   * Files go by their number of bytes only, so that none is dropped.
   */
  pruneArtifacts(putBefore: number, limit: number): Promise<number>;
  /** Whether it answers now. */
  ping(): Promise<void>;
  /**
   * Whether it can be written now: writes a row. Rejects with a ToolcribError `E_STORE_…` if not, such as `E_STORE_FULL` or
   * `E_STORE_READ_ONLY`.
   */
  checkWrites(): Promise<void>;
  /** To be called when all catalogues are closed; one that is open keeps a connection, and this waiting. */
  close(): Promise<void>;
}
