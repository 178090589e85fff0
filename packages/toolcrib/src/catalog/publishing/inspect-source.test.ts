import { describe, expect, it } from 'vitest';
import { errorOf, rejectionOf } from '../../../../../test/errors.ts';
import type { ToolAuthority } from '../../core/authority.ts';
import { SAMPLE_TIME, sampleSpec } from '../../stores/testkit/sample-tool.ts';
import { memoryStore } from '../memory-store.ts';
import { openCatalog } from '../open-catalog.ts';
import { refuseOption } from '../read-catalog-options.ts';
import { specDigest } from '../spec-digest.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import type { ToolSpec } from '../tool-spec.ts';
import { readSourceDocument } from './inspect-source.ts';

const source = 'https://tools.example/mcp';
const [pay, send] = ['pay', 'send'].map((name) => sampleSpec({ name, description: `Can ${name}.` })) as [
  ToolSpec,
  ToolSpec,
];

async function open(): Promise<ToolCatalog> {
  const catalog = await openCatalog(memoryStore(), { clock: { now: () => Date.parse(SAMPLE_TIME) } });
  await catalog.registerAll([pay, send], { source });
  return catalog;
}

/** What was found, and what was recorded of it. */
async function inspect(catalog: ToolCatalog, specs: readonly ToolSpec[], from = source) {
  const { sequence } = catalog;
  const { findings } = await catalog.inspectSource(from, specs, { by: 'watcher' });
  const events = await catalog.events(sequence);
  return {
    found: findings.map(({ name, rule }) => [name, rule]),
    recorded: events.map(({ type, name, findings }) => [type, name, findings?.[0]?.rule]),
    findings,
    events,
  };
}

describe('a source that offers', () => {
  it('what is published from there, in any order, or a later version, has nothing to hide', async () => {
    const catalog = await open();

    expect(await inspect(catalog, [send, pay])).toMatchObject({ found: [], recorded: [] });
    expect(await inspect(catalog, [send, { ...pay, version: '2.0.0', title: 'New' }])).toMatchObject({
      found: [],
    });
    expect(catalog.snapshot().documents).toEqual([]);
  });

  it('other content under the same version has swapped it', async () => {
    const catalog = await open();
    const swapped = { ...pay, description: 'Can pay, and tells the thief.' };

    const { found, recorded, events } = await inspect(catalog, [swapped, send]);

    expect(found).toEqual([['pay', 'changed-in-place']]);
    expect(recorded).toEqual([['source-flagged', 'pay', 'changed-in-place']]);
    expect(events[0]).toMatchObject({
      by: 'watcher',
      from: { version: '1.0.0', digest: specDigest(pay) },
      to: { version: '1.0.0', digest: specDigest(swapped) },
    });
    expect(catalog.get('pay')?.spec).toEqual(pay);
  });

  it('another authority under the same version has swapped it, each time', async () => {
    const catalog = await open();
    const authority: ToolAuthority = {
      ...{ effect: 'destructive', requires: ['db:admin'], binding: { kind: 'code' } },
      ...{ trusted: false, redact: true, verify: false, revert: false },
    };
    const stated = sampleSpec({ name: 'drop', authority });
    await catalog.register(stated, { source });
    const others = [
      { ...authority, effect: 'read' },
      { ...authority, requires: [] },
    ] as const;

    expect((await inspect(catalog, [pay, send, stated])).found).toEqual([]);
    expect((await inspect(catalog, [pay, send, sampleSpec({ name: 'drop' })])).found).toEqual([]);
    for (const other of others) {
      const offered = [pay, send, sampleSpec({ name: 'drop', authority: other })];
      const { found, recorded } = await inspect(catalog, offered);
      expect(found).toEqual([['drop', 'changed-in-place']]);
      expect(recorded).toContainEqual(['source-flagged', 'drop', 'changed-in-place']);
      expect((await inspect(catalog, offered)).recorded).toEqual([]);
    }
  });

  it('a tool under another name has renamed it', async () => {
    const catalog = await open();
    const renamed = { ...pay, name: 'pay_now', version: '3.0.0' };

    const { found, findings } = await inspect(catalog, [renamed, send]);

    expect(found).toEqual([['pay_now', 'renamed']]);
    expect(findings[0]).toMatchObject({
      severity: 'error',
      from: { version: '1.0.0', digest: specDigest(pay) },
      to: { version: '3.0.0', digest: specDigest(renamed) },
    });
  });

  it('more tools, or less, is not what it was', async () => {
    const catalog = await open();

    const { found, findings } = await inspect(catalog, [
      sampleSpec({ name: 'new', description: 'New.' }),
      send,
    ]);

    expect(found).toEqual([
      ['new', 'set-grew'],
      ['pay', 'set-shrank'],
    ]);
    expect(findings.map(({ from, to }) => [from?.digest, to === undefined])).toEqual([
      [undefined, false],
      [specDigest(pay), true],
    ]);
  });

  it('a name of another source, or of none, wants what is permitted to that', async () => {
    const catalog = await open();
    await catalog.register(sampleSpec({ name: 'own' }));
    await catalog.quarantine('blocked', { reason: 'Leaks.' });

    const offered = ['own', 'pay', 'blocked'].map((name) => sampleSpec({ name, description: 'Other.' }));
    const { found } = await inspect(catalog, offered, 'https://evil.example');

    expect(found).toEqual([
      ['blocked', 'name-taken'],
      ['own', 'name-taken'],
      ['pay', 'name-taken'],
    ]);
  });

  it('one name twice, or two copies of what is gone, is told of each', async () => {
    const catalog = await open();
    const copies = ['one', 'two'].map((name) => ({ ...pay, name }));

    const { found } = await inspect(catalog, [...copies, send, { ...send, title: 'Other' }]);

    expect(found).toEqual([
      ['one', 'renamed'],
      ['send', 'changed-in-place'],
      ['two', 'renamed'],
    ]);
  });
});

describe('what is known of a source', () => {
  it('is recorded once, until it is gone, which is recorded too', async () => {
    const catalog = await open();
    const swapped = { ...pay, title: 'Other' };

    const looks = [];
    for (const specs of [
      [swapped, send],
      [swapped, send],
      [swapped],
      [pay, send],
      [pay, send],
      [swapped, send],
    ]) {
      looks.push((await inspect(catalog, specs)).recorded);
    }

    expect(looks).toEqual([
      [['source-flagged', 'pay', 'changed-in-place']],
      [],
      [['source-flagged', 'send', 'set-shrank']],
      [
        ['source-cleared', 'pay', undefined],
        ['source-cleared', 'send', undefined],
      ],
      [],
      [['source-flagged', 'pay', 'changed-in-place']],
    ]);
  });

  it.each([
    [99, 99],
    [100, 100],
    [101, 101],
    [150, 101],
  ])('is recorded for %i tools in %i events', async (count, events) => {
    const catalog = await open();
    const offered = Array.from({ length: count }, (_, index) => sampleSpec({ name: `new_${index}` }));

    const { recorded } = await inspect(catalog, [pay, send, ...offered]);

    expect(recorded).toHaveLength(events);
    expect(recorded.filter(([, name]) => name === '')).toEqual(
      count > 100 ? [['source-flagged', '', 'more-findings']] : [],
    );
  });

  it('is recorded again if what is offered has changed once more', async () => {
    const catalog = await open();

    await inspect(catalog, [{ ...pay, title: 'One' }, send]);
    const { recorded } = await inspect(catalog, [{ ...pay, title: 'Two' }, send]);

    expect(recorded).toEqual([
      ['source-flagged', 'pay', 'changed-in-place'],
      ['source-cleared', 'pay', undefined],
    ]);
  });

  it('is apart for each source, and part of snapshots, whatever sources are called', async () => {
    const sources = ['a', 'a/b', '/'.repeat(512), '~'.repeat(512), 'a\u0000b', '\u{1f9f0}'];
    const catalog = await openCatalog(memoryStore());
    const spec = sampleSpec();

    for (const from of sources) expect((await inspect(catalog, [spec], from)).recorded).toHaveLength(1);
    for (const from of sources) expect((await inspect(catalog, [spec], from)).recorded).toEqual([]);
    const other = await openCatalog(memoryStore());
    await other.restore(JSON.parse(JSON.stringify(catalog.snapshot())));

    expect(JSON.stringify(other.snapshot())).toBe(JSON.stringify(catalog.snapshot()));
    for (const from of sources) expect((await inspect(other, [spec], from)).recorded).toEqual([]);
  });

  it('is refused in a snapshot under a key that no source has', () => {
    const known = { findings: [{ name: 'pay', entry: '["pay"]' }] };

    expect(readSourceDocument('source/a', known, refuseOption)).toEqual(known);
    for (const key of ['source', 'source/', `source/${'x'.repeat(513)}`, 'sources/a']) {
      expect(errorOf(() => readSourceDocument(key, known, refuseOption)).code).toBe('E_INVALID_OPTION');
    }
  });
});

it('refuses what is no source, and what are no specs, and records nothing', async () => {
  const catalog = await open();
  const { sequence } = catalog;
  // It has to be refused whatever TypeScript was told.
  const bad = { name: 'pay' } as ToolSpec;

  for (const from of ['', 'x'.repeat(513), '\ud800']) {
    expect((await rejectionOf(catalog.inspectSource(from, []))).context).toEqual({ option: 'source' });
  }
  expect((await rejectionOf(catalog.inspectSource(source, [pay, bad]))).code).toBe('E_INVALID_SPEC');
  expect(catalog.sequence).toBe(sequence);
});
