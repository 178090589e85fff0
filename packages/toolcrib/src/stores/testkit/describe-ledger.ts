import type { Awaitable } from '../../runtime/index.ts';
import { entryCases } from './entry-cases.ts';
import { keyCases } from './key-cases.ts';
import { queryCases } from './query-cases.ts';
import type { OpenLedger, StoreCase } from './store-case.ts';

/** The functions of a test runner: those of vitest, of `node:test`, of Jest. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** What every ledger does: at least one case for each sentence of its contract. */
export const ledgerCases: readonly StoreCase[] = Object.freeze([...entryCases, ...keyCases, ...queryCases]);

/**
 * Tests an implementation of `Ledger`, one test for each of {@link ledgerCases}. `open` gives an empty
 * ledger each time; the tests run one after another.
 *
 * @example
 * ```ts
 * import { describe, it } from 'vitest';
 *
 * describeLedger('my ledger', () => ({ ledger: myLedger() }), { describe, it });
 * ```
 */
export function describeLedger(name: string, open: () => Awaitable<OpenLedger>, runner: TestRunner): void {
  runner.describe(name, () => {
    for (const storeCase of ledgerCases) runner.it(storeCase.name, () => storeCase.run(open));
  });
}
