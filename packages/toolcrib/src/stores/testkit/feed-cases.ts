import type { CatalogEventDraft, CatalogEventType } from '../../catalog/index.ts';
import { assertEqual, assertFrozen } from './assert.ts';
import { assertChanges, assertSame } from './assert-same.ts';
import { sampleTool } from './sample-tool.ts';
import { catalogStoreCase, type OpenCatalogStore, type StoreCase } from './store-case.ts';
import { draftOf, TenantWriter } from './tenant-writer.ts';

const EVENTS = 250;
const PAGE = 100;

const types: readonly CatalogEventType[] = [
  ...(['tool-created', 'tool-updated', 'tool-reactivated', 'tool-enabled', 'tool-disabled'] as const),
  ...(['tool-deprecated', 'tool-undeprecated', 'tool-quarantined', 'tool-released'] as const),
  ...(['tool-removed', 'tool-restored', 'draft-proposed', 'draft-discarded'] as const),
  ...(['publication-refused', 'source-flagged', 'toolset-applied', 'toolset-rolled-back'] as const),
  ...(['toolset-removed', 'policy-changed'] as const),
];

/** What is known of what has happened. */
export const feedCases: readonly StoreCase<OpenCatalogStore>[] = [
  catalogStoreCase('numbers events without a gap, in the order they were given', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const tools = ['z', 'a', 'm'].map((name) => sampleTool({ name }));

    await writer.put(...tools);
    await writer.write({
      tools: tools.slice(1).map((tool) => [tool.name, undefined]),
      drafts: ['m', 'a', 'm', 'm', 'a'].map((name, index) => draftOf(name, { reason: `${index}` })),
    });
    writer.store = other;
    await writer.put(...tools.toReversed());

    await writer.assertHeldBy(store, other);
    const numbers = (await store.events('acme', 0, 100)).map(({ sequence }) => sequence);
    assertEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'The numbers of the events');
  }),

  catalogStoreCase('gives events back as they were given', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const tool = sampleTool();
    const digest = tool.versions[0]?.digest ?? 'sha256/v1:';
    const finding = { rule: 'a-rule', severity: 'error', pointer: '/a~1b', message: 'No.' } as const;
    const parts: readonly Partial<CatalogEventDraft>[] = [
      {},
      { by: 'ann' },
      { reason: 'Because.' },
      { to: { digest } },
      { to: { version: '2', digest }, from: { version: '1', digest } },
      { from: { digest }, by: 'ann', reason: 'Because.' },
      { findings: [finding, { ...finding, severity: 'info', waiver: 'It is meant so.' }] },
      { findings: [] },
    ];
    const at = (index: number) => `2026-01-01T00:00:00.${String(index).padStart(3, '0')}Z`;
    const drafts = types.flatMap((type) => parts.map((part) => ({ type, ...part })));

    await writer.write({
      tools: [[tool.name, tool]],
      drafts: drafts.map((draft, index) => draftOf(tool.name, { ...draft, at: at(index) })),
    });

    await writer.assertHeldBy(store, other);
  }),

  catalogStoreCase('gives every event on one page, and once', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    const names = Array.from({ length: EVENTS }, (_, index) => `tool-${index}`);
    await writer.put(...names.slice(0, 120).map((name) => sampleTool({ name })));
    await writer.put(...names.slice(120).map((name) => sampleTool({ name })));

    for (const each of [store, other]) {
      const pages = [];
      for (let after = 0; after < EVENTS; after += PAGE) pages.push(await each.events('acme', after, PAGE));

      assertEqual(
        pages.map(({ length }) => length),
        [PAGE, PAGE, EVENTS - 2 * PAGE],
        'The sizes of the pages',
      );
      assertSame(pages.flat(), writer.events, 'The events of all pages');
      assertFrozen(pages.flat()[0], 'An event');
      const one = await each.events('acme', 119, 1);
      assertSame(one, writer.events.slice(119, 120), 'One event after another');
      for (const after of [EVENTS, EVENTS + 1, EVENTS * 2]) {
        assertEqual(await each.events('acme', after, PAGE), [], `The events after ${after}`);
      }
    }
  }),

  catalogStoreCase('answers what has happened after any event', async ({ store, other }) => {
    const writer = new TenantWriter(store);
    await writer.put(sampleTool({ name: 'a' }), sampleTool({ name: 'b' }), sampleTool({ name: 'c' }));
    await writer.put(sampleTool({ name: 'b', version: '2' }));
    await writer.remove('a', 'c');
    await writer.put(sampleTool({ name: 'c', version: '3' }), sampleTool({ name: 'd' }));
    await writer.remove('d');

    for (let after = 0; after <= writer.events.length; after++) {
      for (const each of [store, other]) {
        const changes = await each.changes('acme', after);
        assertChanges(changes, writer.since(after), `What has happened after event ${after}`);
      }
    }
  }),
];
