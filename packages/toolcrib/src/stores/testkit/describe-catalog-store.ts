import type { Awaitable } from '../../runtime/index.ts';
import { changeCases } from './change-cases.ts';
import type { TestRunner } from './describe-ledger.ts';
import { documentCases } from './document-cases.ts';
import { feedCases } from './feed-cases.ts';
import { followCases } from './follow-cases.ts';
import { historyCases } from './history-cases.ts';
import { listCases } from './list-cases.ts';
import { orderCases } from './order-cases.ts';
import { quarantineCases } from './quarantine-cases.ts';
import { registerCases } from './register-cases.ts';
import { rivalCases } from './rival-cases.ts';
import { snapshotCases } from './snapshot-cases.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';
import { tenantCases } from './tenant-cases.ts';
import { toolCases } from './tool-cases.ts';
import { useCases } from './use-cases.ts';
import { versionCases } from './version-cases.ts';
import { watchCases } from './watch-cases.ts';

/**
 * What every catalogue store does: at least one case for each sentence of its contract, then what a catalogue on it
 * does.
 */
export const catalogStoreCases: readonly StoreCase<OpenCatalogStore>[] = Object.freeze([
  ...changeCases,
  ...orderCases,
  ...toolCases,
  ...documentCases,
  ...feedCases,
  ...watchCases,
  ...tenantCases,
  ...useCases,
  ...registerCases,
  ...historyCases,
  ...listCases,
  ...snapshotCases,
  ...versionCases,
  ...quarantineCases,
  ...followCases,
  ...rivalCases,
]);

/**
 * Tests an implementation of `CatalogStore`, one test for each of {@link catalogStoreCases}. `open` gives an empty
 * store each time; the tests run one after another.
 *
 * @example
 * ```ts
 * import { describe, it } from 'vitest';
 *
 * describeCatalogStore('my store', () => ({ store: myStore() }), { describe, it });
 * ```
 */
export function describeCatalogStore(
  name: string,
  open: () => Awaitable<OpenCatalogStore>,
  runner: TestRunner,
): void {
  runner.describe(name, () => {
    for (const storeCase of catalogStoreCases) runner.it(storeCase.name, () => storeCase.run(open));
  });
}
