import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openCatalog, type ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { bundleChild } from '../crash/bundle-child.ts';
import type { CrashPlace } from '../crash/crash-place.ts';
import { describeStores } from '../crash/describe-stores.ts';
import { startTalkingChild, type TalkingChild } from '../crash/talk-to-child.ts';
import type { CatalogChildOptions, CatalogCommand, CatalogReport } from './catalog-child.ts';
import { viewOf } from './catalog-view.ts';
import { openCatalogStore } from './open-catalog-store.ts';
import { runSql } from './run-sql.ts';
import { sampleSpec } from './sample-spec.ts';

/** How long to look for what processes do by themselves. */
const PATIENCE = { timeout: 60_000, interval: 20 };

const ofListeners = "from pg_stat_activity where datname = current_database() and query ilike 'listen %'";

describeStores(
  (kind) => `news of a catalogue in ${kind}`,
  ({ kind, createPlace }) => {
    const ends: (() => Promise<void>)[] = [];
    let place: CrashPlace;
    let script: string;
    let count = 0;

    beforeAll(async () => {
      place = await createPlace();
      script = await bundleChild(new URL('catalog-child.ts', import.meta.url), place.folder);
    });

    afterEach(async () => {
      for (const end of ends.splice(0)) await end();
    });

    afterAll(async () => {
      await place.remove();
    });

    /** A catalogue here, and another process that has it open too and is asked for nothing but what it was told. */
    async function start() {
      const location = await place.addStore(`news_${++count}`);
      const { store, close } = await openCatalogStore(location);
      const catalog = await openCatalog(store);
      const child: TalkingChild<CatalogCommand> = startTalkingChild(script, {
        location,
        by: 'child',
      } satisfies CatalogChildOptions);
      ends.push(
        () => child.end(),
        async () => catalog.close(),
        close,
      );
      await child.tell({ do: 'open' });
      return { location, catalog, child };
    }

    async function expectTold(child: TalkingChild<CatalogCommand>, catalog: ToolCatalog): Promise<void> {
      await child.tell({ do: 'wait', sequence: catalog.sequence });
      // The process answers so.
      const { view } = (await child.tell({ do: 'report' })) as CatalogReport;
      expect(view).toEqual(await viewOf(catalog));
    }

    it('comes to another process that asks for nothing', async () => {
      const { catalog, child } = await start();

      for (const name of ['a', 'b', 'c']) {
        await catalog.register(sampleSpec(name));
        await expectTold(child, catalog);
      }
    });

    it('comes to it after it was stopped for a while', async () => {
      const { catalog, child } = await start();
      child.signal('SIGSTOP');

      for (const name of ['a', 'b', 'c']) await catalog.register(sampleSpec(name));
      child.signal('SIGCONT');

      await expectTold(child, catalog);
    });

    if (kind !== 'PostgreSQL') return;

    it('comes to it after its listening connection was ended', async () => {
      const { location, catalog, child } = await start();

      for (const name of ['a', 'b', 'c']) {
        await vi.waitFor(async () => {
          expect(await runSql(location, `select pid ${ofListeners}`)).toHaveLength(2);
        }, PATIENCE);
        await runSql(location, `select pg_terminate_backend(pid) ${ofListeners}`);
        await catalog.register(sampleSpec(name));
        await expectTold(child, catalog);
      }
    });
  },
);
