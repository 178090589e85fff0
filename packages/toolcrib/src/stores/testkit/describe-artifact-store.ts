import type { Awaitable } from '../../runtime/index.ts';
import { artifactCases } from './artifact-cases.ts';
import type { TestRunner } from './describe-ledger.ts';
import { readerCases } from './reader-cases.ts';
import { sourceCases } from './source-cases.ts';
import type { OpenArtifactStore, StoreCase } from './store-case.ts';

/** What every artifact store does: at least one case for each sentence of its contract. */
export const artifactStoreCases: readonly StoreCase<OpenArtifactStore>[] = Object.freeze([
  ...artifactCases,
  ...sourceCases,
  ...readerCases,
]);

/**
 * Tests an implementation of `ArtifactStore`, one test for each of {@link artifactStoreCases}. `open` gives
 * an empty store each time; the tests run one after another.
 *
 * @example
 * ```ts
 * import { describe, it } from 'vitest';
 *
 * describeArtifactStore('my store', () => ({ store: myStore() }), { describe, it });
 * ```
 */
export function describeArtifactStore(
  name: string,
  open: () => Awaitable<OpenArtifactStore>,
  runner: TestRunner,
): void {
  runner.describe(name, () => {
    for (const storeCase of artifactStoreCases) runner.it(storeCase.name, () => storeCase.run(open));
  });
}
