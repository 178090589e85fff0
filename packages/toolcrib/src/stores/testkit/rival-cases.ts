import { assertEqual, assertThat } from './assert.ts';
import { catalogCase, portraitOf } from './catalog-case.ts';
import { sampleSpec } from './sample-tool.ts';
import { settleAll } from './settle-all.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';

const ROUNDS = 10;

/** What becomes of changes that several catalogues make at once. */
export const rivalCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogCase('[C3] reports each conflict of two who register at once to one of them', async (world) => {
    const { catalog, other, open } = world;
    const elsewhere = await open(other);

    for (let round = 0; round < ROUNDS; round++) {
      const version = `${round}`;
      const rivals = [catalog, elsewhere].map((each, index) =>
        each.register(sampleSpec({ version, description: `Of catalogue ${index}.` })),
      );
      const outcomes = await Promise.allSettled(rivals);

      const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      const lost = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason?.code] : [],
      );
      assertEqual(lost, ['E_VERSION_CONFLICT'], 'What is told to the one who lost');
      for (const each of [catalog, elsewhere]) {
        await each.refresh();
        assertEqual(each.get('refund_order'), won[0], 'The tool');
        assertEqual(
          [each.sequence, each.versions('refund_order').length],
          [round + 1, round + 1],
          'The versions',
        );
      }
    }
  }),

  catalogCase(
    '[C3] takes identical specs of two who register at once for one',
    async ({ catalog, other, open }) => {
      const elsewhere = await open(other);

      for (let round = 0; round < ROUNDS; round++) {
        const spec = sampleSpec({ version: `${round}` });
        const [here, there] = await settleAll([catalog.register(spec), elsewhere.register(spec)]);
        assertEqual(there, here, 'The registration');
      }

      const versions = (await catalog.events()).map(({ to }) => to?.version);
      assertEqual(
        versions,
        Array.from({ length: ROUNDS }, (_, round) => `${round}`),
        'The versions of the events',
      );
    },
  ),

  catalogCase('[C9] loses nothing of what several change at once', async ({ catalog, other, open }) => {
    const catalogs = [catalog, await open(other), await open(), await open(other)];

    await settleAll(
      catalogs.flatMap((each, index) =>
        Array.from({ length: ROUNDS }, async (_, round) => {
          await each.register(sampleSpec({ name: 'shared', version: `${index}.${round}.0` }));
          await each.register(sampleSpec({ name: `tool-${index}-${round}` }));
          await each.setEnabled(`tool-${index}-${round}`, round % 2 === 0);
        }),
      ),
    );

    for (const each of catalogs) await each.refresh();
    const portraits = new Set(await Promise.all(catalogs.map(portraitOf)));
    assertEqual(portraits.size, 1, 'The number of different opinions');
    const total = catalogs.length * ROUNDS;
    assertEqual(catalog.versions('shared').length, total, 'The number of versions');
    assertEqual(catalog.list({ prefix: 'tool-' }).length, total / 2, 'The number of tools that are on');
    const events = await catalog.events(0, { limit: 1_000 });
    const expected = Array.from({ length: 2.5 * total }, (_, index) => index + 1);
    assertEqual(
      events.map(({ sequence }) => sequence),
      expected,
      'The numbers of the events',
    );
    assertThat(catalog.sequence === events.length, 'The sequence should be that of the last event.');
  }),
];
