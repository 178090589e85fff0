export { describeLedger, ledgerCases, type TestRunner } from './describe-ledger.ts';
export type { OpenLedger, StoreCase } from './store-case.ts';
