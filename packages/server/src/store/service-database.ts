import type { CatalogStore } from 'toolcrib/catalog';
import type { ArtifactStore, Ledger } from 'toolcrib/runtime';
import type { ServiceStore } from './service-store.ts';

/** Where everything is kept. */
export interface ServiceDatabase {
  readonly kind: 'sqlite' | 'postgres';
  /** For people, without a password: a path or a host and a name. */
  readonly place: string;
  readonly catalogs: CatalogStore;
  readonly ledger: Ledger;
  readonly store: ServiceStore;
  readonly artifacts: ArtifactStore;
  /** Whether it answers now. */
  ping(): Promise<void>;
  /** To be called when all catalogues are closed; one that is open keeps a connection, and this waiting. */
  close(): Promise<void>;
}
