import type { ToolCatalog } from '../../catalog/index.ts';
import { assertEqual, assertFailsWith, assertSameText } from './assert.ts';
import { catalogCase, portraitOf, SampleClock } from './catalog-case.ts';
import { sampleSpec, unversionedSpec } from './sample-tool.ts';
import type { OpenCatalogStore, StoreCase } from './store-case.ts';

const name = 'refund_order';
const sunset = '2027-01-01T00:00:00.000Z';

/** Which version is found, and who still uses an old one. */
export const versionCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogCase('[C10] finds versions by range', async ({ catalog, other, open }) => {
    for (const version of ['1.0.0', '1.10.0', '1.9.0', '2.0.0-beta.1', '2.0.0', 'v9', '1.2.0']) {
      await catalog.register(sampleSpec({ version }));
    }
    await catalog.deprecate(name, { version: '1.10.0', message: 'It is slow.' });

    for (const each of [catalog, await open(other)]) {
      assertFinds(each, {
        '^1.0.0': '1.9.0',
        '1.10.x': undefined,
        '>=1': '2.0.0',
        '*': '2.0.0',
        '~1.2': '1.2.0',
      });
      assertFinds(each, {
        '^3': undefined,
        '2.0.0-beta.1': '2.0.0-beta.1',
        latest: '1.2.0',
        '1.0.0 - 1.5.0': '1.2.0',
      });
      assertEqual(each.get('other', { range: '*' }), undefined, 'A version of a tool that there is not');
    }
    await assertFailsWith(
      'E_INVALID_OPTION',
      () => catalog.get(name, { range: 'no range' }),
      'What is no range',
    );
  }),

  catalogCase('[C10] deprecates one version, which is then found by its exact name only', async (world) => {
    const { catalog, clock, other, open } = world;
    await catalog.register(sampleSpec({ version: '1.0.0' }));
    const second = await catalog.register(sampleSpec({ version: '1.1.0' }));
    clock.second = 10;

    const deprecation = { message: 'Use refund.', replacement: 'refund', sunset };
    const answer = await catalog.deprecate(name, { ...deprecation, by: 'ann' });
    const again = await catalog.deprecate(name, { ...deprecation, by: 'bob' });

    for (const each of [catalog, await open(other)]) {
      const expected = { ...second, deprecation };
      assertEqual(each.get(name), expected, 'The current version');
      assertEqual(each.get(name, { version: '1.1.0' }), expected, 'The version that is asked for exactly');
      assertFinds(each, { '*': '1.0.0', latest: undefined, '1.1.0': undefined });
      assertEqual(each.list(), [expected], 'The list');
    }
    assertEqual(again, answer, 'The answer to the same deprecation again');
    const told = (await catalog.events(2)).map(({ type, at, by, to }) => [type, at, by, to?.version]);
    assertEqual(told, [['tool-deprecated', SampleClock.at(10), 'ann', '1.1.0']], 'The events');
    assertEqual(await catalog.undeprecate(name), second, 'The version that is not deprecated any more');
    assertFinds(catalog, { '*': '1.1.0', latest: '1.1.0' });
  }),

  catalogCase('[C10] deprecates nothing that there is not', async ({ catalog }) => {
    await catalog.register(sampleSpec());
    const before = await portraitOf(catalog);

    const unknown = () => catalog.deprecate('other', { message: 'x' });
    await assertFailsWith('E_TOOL_NOT_FOUND', unknown, 'An unknown tool');
    const version = () => catalog.deprecate(name, { version: '9', message: 'x' });
    await assertFailsWith('E_VERSION_NOT_FOUND', version, 'An unknown version');
    const none = () => catalog.undeprecate(name, { version: null });
    await assertFailsWith('E_VERSION_NOT_FOUND', none, 'The version without a name, where there is none');
    await assertFailsWith('E_INVALID_OPTION', () => catalog.deprecate(name, { message: '' }), 'No message');
    await catalog.undeprecate(name);

    assertSameText(await portraitOf(catalog), before, 'The catalogue');
  }),

  catalogCase('[C10] resolves what may be used, and says why it does not', async ({ catalog }) => {
    const consumer = 'app';
    const first = await catalog.register(sampleSpec({ version: '1.0.0' }));
    const second = await catalog.register(sampleSpec({ version: '2.0.0' }));

    assertEqual(await catalog.resolve(name, { consumer }), second, 'The current version');
    assertEqual(await catalog.resolve(name, { consumer, range: '^1' }), first, 'The version in a range');
    assertEqual(await catalog.resolve(name, { consumer, version: '1.0.0' }), first, 'An exact version');
    await assertFailsWith('E_TOOL_NOT_FOUND', () => catalog.resolve('other', { consumer }), 'Another tool');
    for (const options of [{ version: '3' }, { version: null }, { range: '^3' }]) {
      const resolve = () => catalog.resolve(name, { consumer, ...options });
      await assertFailsWith('E_VERSION_NOT_FOUND', resolve, 'Another version');
    }
    await catalog.deprecate(name, { message: 'Old.' });
    const latest = () => catalog.resolve(name, { consumer });
    await assertFailsWith(
      'E_VERSION_NOT_FOUND',
      latest,
      'A deprecated version that is not asked for exactly',
    );
    await catalog.setEnabled(name, false);
    const resolve = () => catalog.resolve(name, { consumer, version: '1.0.0' });
    await assertFailsWith('E_TOOL_DISABLED', resolve, 'A tool that is switched off');
    await catalog.quarantine(name, { reason: 'A test.' });
    await assertFailsWith('E_TOOL_QUARANTINED', resolve, 'A tool in quarantine');
    assertEqual(await catalog.deprecatedUses(), [], 'The uses of deprecated versions');
  }),

  catalogCase(
    '[C10] tells who still resolves deprecated versions',
    async ({ catalog, clock, other, open }) => {
      await catalog.register(unversionedSpec());
      await catalog.register(sampleSpec({ version: '1.0.0' }));
      await catalog.register(sampleSpec({ version: '2.0.0' }));
      for (const version of [null, '1.0.0']) await catalog.deprecate(name, { version, message: 'Old.' });
      const elsewhere = await open(other);

      for (const [second, each, version, consumer] of [
        [1, catalog, '1.0.0', 'app'],
        [2, elsewhere, '1.0.0', 'app'],
        [3, catalog, null, 'worker'],
        [4, catalog, '2.0.0', 'app'],
        [5, elsewhere, '1.0.0', 'App'],
      ] as const) {
        clock.second = second;
        const { spec } = await each.resolve(name, { version, consumer });
        assertEqual(spec.version ?? null, version, 'The version that is resolved');
      }

      await catalog.remove(name);
      const at = SampleClock.at;
      for (const each of [catalog, elsewhere]) {
        const uses = (await each.deprecatedUses()).map((use) => {
          return [use.name, use.version, use.consumer, use.count, use.firstAt, use.lastAt];
        });
        assertEqual(
          uses,
          [
            [name, undefined, 'worker', 1, at(3), at(3)],
            [name, '1.0.0', 'App', 1, at(5), at(5)],
            [name, '1.0.0', 'app', 2, at(1), at(2)],
          ],
          'The uses of deprecated versions',
        );
      }
    },
  ),
];

/** Compares the versions of the sample tool that are found by ranges. */
function assertFinds(catalog: ToolCatalog, expected: Readonly<Record<string, string | undefined>>): void {
  for (const [range, version] of Object.entries(expected)) {
    const found = catalog.get(name, { range });
    assertEqual(found?.spec.version, version, `The version in the range ${range}`);
  }
}
