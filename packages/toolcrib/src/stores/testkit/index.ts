export { artifactStoreCases, describeArtifactStore } from './describe-artifact-store.ts';
export { catalogStoreCases, describeCatalogStore } from './describe-catalog-store.ts';
export { describeLedger, ledgerCases, type TestRunner } from './describe-ledger.ts';
export type { OpenArtifactStore, OpenCatalogStore, OpenLedger, StoreCase } from './store-case.ts';
