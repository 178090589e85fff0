export { artifactStoreCases, describeArtifactStore } from './describe-artifact-store.ts';
export { describeLedger, ledgerCases, type TestRunner } from './describe-ledger.ts';
export type { OpenArtifactStore, OpenLedger, StoreCase } from './store-case.ts';
