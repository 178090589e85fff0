import type { CatalogOptions } from './catalog-options.ts';
import type { CatalogStore } from './catalog-store.ts';
import { CatalogSync } from './catalog-sync.ts';
import { CatalogWriter } from './catalog-writer.ts';
import { CheckedAnswers } from './checks/spec-answers.ts';
import { assertStore, readCatalogOptions } from './read-catalog-options.ts';
import { ToolCatalog } from './tool-catalog.ts';

/**
 * Opens the catalogue of a tenant: reads all its tools from the store, and follows their changes until `close()`. Any
 * number of catalogues, in any number of processes, may be open on one store.
 *
 * It rejects with a ConfigError `E_INVALID_OPTION` if an option is wrong, and with whatever the store says when it cannot be
 * read.
 *
 * @example
 * ```ts
 * const catalog = await openCatalog(memoryStore());
 * await catalog.register({ name: 'add', inputSchema: { type: 'object' }, outputSchema: {} });
 * ```
 */
export async function openCatalog(store: CatalogStore, options: CatalogOptions = {}): Promise<ToolCatalog> {
  assertStore(store);
  const { tenant, clock, rules, checks, onFault = ignore } = readCatalogOptions(options);
  const answers = new CheckedAnswers(checks);
  const sync = await CatalogSync.open({ store, tenant, onFault, pause: answers.pause });
  const now = clock === undefined ? Date.now : () => clock.now();
  return new ToolCatalog({ writer: new CatalogWriter({ sync, now, rules, answers }), store, tenant });
}

function ignore(): void {
  // Nobody has asked to be told.
}
