import type { CatalogEvent, ToolCatalog } from '../../catalog/index.ts';
import { assertEqual, assertFailsWith, assertSameText } from './assert.ts';
import { assertSame } from './assert-same.ts';
import { catalogCase, deaf, portraitOf, untilSeen } from './catalog-case.ts';
import { sampleSpec } from './sample-tool.ts';
import { settleAll } from './settle-all.ts';
import { soon } from './soon.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';

const ROUNDS = 10;

/** What several catalogues on the same tools know of one another. */
export const followCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogCase('[C9] lets the one who writes read it at once', async ({ store, other, open }) => {
    const writers = [await open(deaf(store)), await open(deaf(other))];

    for (let round = 0; round < ROUNDS; round++) {
      const writer = writers[round % 2];
      const registration = await writer?.register(sampleSpec({ version: `${round}` }));
      assertEqual(writer?.get('refund_order'), registration, 'What was just written');
      assertEqual(writer?.versions('refund_order').length, round + 1, 'The number of versions');
      assertEqual(writer?.sequence, round + 1, 'The sequence');
    }
  }),

  catalogCase(
    '[C3] decides by what others have done, though it was not told',
    async ({ catalog, other, open }) => {
      const unaware = await open(deaf(other));
      const first = await catalog.register(sampleSpec());

      const register = () => unaware.register(sampleSpec({ description: 'Other.' }));
      await assertFailsWith('E_VERSION_CONFLICT', register, 'Other content of a version from elsewhere');
      assertEqual(unaware.get('refund_order'), first, 'The tool, once it was needed for a decision');
      await catalog.setEnabled('refund_order', false);
      const same = await unaware.register(sampleSpec());
      assertEqual(same, { ...first, enabled: false }, 'The registration of an identical spec');
      await catalog.remove('refund_order');
      const change = () => unaware.setEnabled('refund_order', true);
      await assertFailsWith('E_TOOL_NOT_FOUND', change, 'Switching a tool on that was removed elsewhere');
      assertEqual(
        (await catalog.events()).map(({ sequence }) => sequence),
        [1, 2, 3],
        'The numbers of the events',
      );
    },
  ),

  catalogCase('[C9] shows changes to catalogues elsewhere', async ({ catalog, other, open }) => {
    const elsewhere = [await open(other), await open(other), await open()];

    for (let round = 1; round <= ROUNDS; round++) {
      await catalog.register(sampleSpec({ name: `tool-${round % 3}`, version: `${round}` }));
      if (round === ROUNDS / 2) for (const each of elsewhere) await untilSeen(each, round);
    }
    for (const each of elsewhere) {
      await each.remove('tool-0');
      await untilSeen(catalog, each.sequence);
      await catalog.register(sampleSpec({ name: 'tool-0' }));
    }

    for (const each of elsewhere) await untilSeen(each, catalog.sequence);
    const expected = await portraitOf(catalog);
    for (const each of elsewhere) assertSameText(await portraitOf(each), expected, 'The catalogue elsewhere');
  }),

  catalogCase('[C9] catches up when it is asked to', async ({ catalog, other, open }) => {
    const elsewhere = await open(deaf(other));
    await catalog.register(sampleSpec());

    await elsewhere.refresh();

    assertEqual(elsewhere.get('refund_order'), catalog.get('refund_order'), 'The tool elsewhere');
    assertEqual(elsewhere.sequence, 1, 'The sequence elsewhere');
  }),

  catalogCase(
    '[C9] tells every event once and in order, here and elsewhere',
    async ({ catalog, other, open }) => {
      const elsewhere = await open(other);
      await catalog.register(sampleSpec({ version: 'before' }));
      await elsewhere.refresh();
      const heard = [catalog, elsewhere].flatMap((each) => [
        listen(each, undefined),
        listen(each, 0),
        listen(each, 1),
      ]);

      await settleAll(
        Array.from({ length: ROUNDS }, async (_, round) => {
          await (round % 2 === 0 ? catalog : elsewhere).register(sampleSpec({ version: `${round}` }));
        }),
      );
      const late = [listen(catalog, 0), listen(elsewhere, 5)];
      const ended = listen(catalog, undefined);
      ended.stop();
      await catalog.setEnabled('refund_order', false);

      const events = await catalog.events();
      assertEqual(events.length, ROUNDS + 2, 'The number of events');
      for (const each of [catalog, elsewhere]) await untilSeen(each, events.length);
      for (const { heard: told, after, stop } of [...heard, ...late]) {
        assertSame(told, events.slice(after), `What one hears who knows ${after}`);
        stop();
      }
      assertEqual(ended.heard, [], 'What one hears who has stopped');
    },
  ),

  catalogCase('[C9] knows what it tells its listeners', async ({ catalog, other, open }) => {
    const unaware = await open(deaf(other));
    await catalog.register(sampleSpec({ version: '1' }));
    await unaware.refresh();
    for (const version of ['2', '3']) await catalog.register(sampleSpec({ version }));
    const told: unknown[] = [];
    const hears = (each: ToolCatalog, last: number) =>
      new Promise<void>((resolve) => {
        const listener = ({ sequence, to }: CatalogEvent) => {
          const isKnown = each.get('refund_order', { version: to?.version ?? null }) !== undefined;
          told.push([sequence, isKnown && each.sequence >= sequence]);
          if (sequence === last) resolve();
        };
        each.subscribe(listener, { after: 0 });
      });

    await soon(hears(unaware, 1), 'That a listener hears of event 1');
    assertEqual(told.splice(0), [[1, true]], 'What is told of what is known');
    await unaware.refresh();
    assertEqual(told.splice(0).at(-1), [3, true], 'The last that is told after catching up');
    await soon(hears(catalog, 3), 'That a listener hears of event 3');
    assertEqual(
      told,
      [1, 2, 3].map((sequence) => [sequence, true]),
      'What is told of what is known',
    );
  }),

  catalogCase('[C9] pages through events', async ({ catalog, other, open }) => {
    await catalog.registerAll(
      Array.from({ length: 25 }, (_, index) => sampleSpec({ name: `tool-${index}` })),
    );
    const elsewhere = await open(other);

    const pages = [];
    for (let after = 0; after < 25; after += 10) pages.push(await elsewhere.events(after, { limit: 10 }));

    assertEqual(
      pages.map(({ length }) => length),
      [10, 10, 5],
      'The sizes of the pages',
    );
    const numbers = pages.flat().map(({ sequence }) => sequence);
    assertEqual(
      numbers,
      Array.from({ length: 25 }, (_, index) => index + 1),
      'The numbers of the events',
    );
    assertSame(pages.flat(), await catalog.events(), 'The events');
    assertEqual(await catalog.events(25), [], 'The events after the last');
  }),
];

/** Collects what a listener hears. */
function listen(
  catalog: ToolCatalog,
  after: number | undefined,
): { readonly heard: readonly CatalogEvent[]; readonly after: number; stop(): void } {
  const heard: CatalogEvent[] = [];
  const stop = catalog.subscribe((event) => heard.push(event), { after });
  return { heard, after: after ?? catalog.sequence, stop };
}
