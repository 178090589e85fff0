import { afterEach, expect, it, vi } from 'vitest';
import { withTempFolder } from '../../scripts/lib/with-temp-folder.ts';
import { bundleChild } from '../crash/bundle-child.ts';
import { startTalkingChild, type TalkingChild } from '../crash/talk-to-child.ts';
import { deferred } from '../runtime.ts';
import type { CatalogChildOptions, CatalogCommand, CatalogReport } from './catalog-child.ts';
import { toLines, viewOf } from './catalog-view.ts';
import { describeOwnPostgres } from './describe-own-postgres.ts';
import { sampleSpec } from './sample-spec.ts';
import { openServerCatalog, type ServerCatalog } from './server-world.ts';
import { startWriting } from './steady-writer.ts';
import { refusalOf } from './store-refusal.ts';

/** How long to look for what processes do by themselves. */
const PATIENCE = { timeout: 60_000, interval: 5 };
const CUTS = 3;
const CHANGES_BETWEEN = 5;

const unreachable = { code: 'E_STORE_FAILED', reason: 'unreachable' };

describeOwnPostgres('catalogues whose server is restarted', (own) => {
  const ends: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function startProcess(): Promise<TalkingChild<CatalogCommand>> {
    return await withTempFolder(async (folder) => {
      const script = await bundleChild(new URL('catalog-child.ts', import.meta.url), folder);
      const options = { location: own().database.url, by: 'child' } satisfies CatalogChildOptions;
      const child = startTalkingChild<CatalogCommand>(script, options);
      ends.push(() => child.end());
      await child.tell({ do: 'open' });
      return child;
    });
  }

  /** One of them gets no connection while its gate is closed. */
  async function openGated() {
    let gate = Promise.resolve();
    const world = await openServerCatalog(own().database.url, (pool) => ({
      query: (text, values) => pool.query(text, values),
      connect: async () => {
        await gate;
        return await pool.connect();
      },
    }));
    ends.push(world.close);
    return {
      ...world,
      closeGate: (): (() => void) => {
        const { promise, resolve } = deferred<void>();
        gate = promise;
        return () => resolve();
      },
    };
  }

  /** Publishes a tool in another process. Its connections may be gone without its knowing. */
  async function publish(child: TalkingChild<CatalogCommand>, name: string): Promise<void> {
    await vi.waitFor(async () => {
      const answer = await child.tell({ do: 'move', moves: [{ do: 'register', spec: sampleSpec(name) }] });
      expect(answer).toMatchObject([{ status: 'ok' }]);
    }, PATIENCE);
  }

  function isTold({ seen }: Pick<ServerCatalog, 'seen'>, tool: string): Promise<void> {
    return vi.waitFor(() => expect(seen.map(({ name }) => name)).toContain(tool), PATIENCE);
  }

  it('can be read meanwhile, go on afterwards, and have missed and doubled nothing', async () => {
    const { power, database } = own();
    const child = await startProcess();
    const writer = await openServerCatalog(database.url);
    ends.push(writer.close);
    const reader = await openGated();
    const steady = startWriting(writer.catalog);
    for (let cut = 1; cut <= CUTS; cut++) {
      await vi.waitFor(() => expect(steady.published).toBeGreaterThan(cut * CHANGES_BETWEEN), PATIENCE);
      await isTold(reader, `steady-${cut * CHANGES_BETWEEN}`);
      const openGate = reader.closeGate();

      await power.cut();
      await vi.waitFor(() => expect(steady.refusals).toHaveLength(cut), PATIENCE);
      expect(steady.refusals.at(-1)).toMatchObject(unreachable);
      expect(await refusalOf(openServerCatalog(database.url))).toEqual(unreachable);
      expect(await refusalOf(writer.catalog.refresh())).toEqual(unreachable);
      expect(await refusalOf(writer.catalog.setEnabled('steady-0', false))).toEqual(unreachable);
      for (const { catalog } of [reader, writer]) {
        expect(catalog.get(`steady-${cut * CHANGES_BETWEEN}`)).toMatchObject({ enabled: true });
        expect(catalog.list()).toHaveLength(catalog.sequence);
      }

      await power.restore();
      await publish(child, `unheard-${cut}`);
      openGate();
      await isTold(reader, `unheard-${cut}`);
      await publish(child, `heard-${cut}`);
      await isTold(reader, `heard-${cut}`);
      steady.goOn();
    }
    await steady.end();

    await reader.catalog.refresh();
    const view = await viewOf(reader.catalog);
    const tools = view.events.map((line) => JSON.parse(line).name);
    const expected = Array.from({ length: steady.published }, (_, index) => `steady-${index}`);
    for (let cut = 1; cut <= CUTS; cut++) expected.push(`unheard-${cut}`, `heard-${cut}`);
    expect(tools.toSorted()).toEqual(expected.sort());
    for (const { catalog, seen } of [reader, writer]) {
      await vi.waitFor(() => expect(toLines(seen)).toEqual(view.events), PATIENCE);
      expect(await viewOf(catalog)).toEqual(view);
    }
    await child.tell({ do: 'wait', sequence: tools.length });
    // The process answers so.
    const report = (await child.tell({ do: 'report' })) as CatalogReport;
    expect(report.view).toEqual(view);
  });
});
