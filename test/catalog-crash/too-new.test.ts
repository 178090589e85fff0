import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import type { CrashPlace } from '../crash/crash-place.ts';
import { describeStores } from '../crash/describe-stores.ts';
import { rejectionOf } from '../errors.ts';
import { viewOf } from './catalog-view.ts';
import { openCatalogStore } from './open-catalog-store.ts';
import { runSql } from './run-sql.ts';
import { sampleSpec } from './sample-spec.ts';

describeStores(
  (kind) => `tables of catalogues in ${kind} that a later version has made`,
  ({ createPlace }) => {
    let place: CrashPlace;

    beforeAll(async () => {
      place = await createPlace();
    });

    afterAll(async () => {
      await place.remove();
    });

    it('are refused and left as they are, and those who have opened them before go on', async () => {
      const location = await place.addStore('tools');
      const { store, close } = await openCatalogStore(location);
      const catalog = await openCatalog(store);
      await catalog.register(sampleSpec('a'));
      const { version } = (await runSql(location, readVersion))[0] ?? {};
      await runSql(location, setVersion(99));

      const error = await rejectionOf(openCatalogStore(location));

      expect(error.code).toBe('E_STORE_TOO_NEW');
      expect(error.context).toEqual({ part: 'catalog', storedVersion: 99, knownVersion: version });
      expect(error.message).toMatch(/catalog have version 99, .* up to 1 only\. Update toolcrib\.$/);
      expect(await runSql(location, readVersion)).toEqual([{ version: 99 }]);
      await catalog.register(sampleSpec('b'));
      await runSql(location, setVersion(Number(version)));
      const again = await openCatalogStore(location);
      const other = await openCatalog(again.store);
      expect(await viewOf(other)).toEqual(await viewOf(catalog));
      for (const each of [catalog, other]) each.close();
      for (const end of [close, again.close]) await end();
    });
  },
);

const readVersion = "select version from toolcrib_versions where part = 'catalog'";

function setVersion(version: number): string {
  return `update toolcrib_versions set version = ${version} where part = 'catalog'`;
}
