import { describe, expect, it } from 'vitest';
import { errorOf, rejectionOf } from '../errors.ts';
import { openSupportCatalog, spec, support } from './support-catalog.ts';

describe('a toolset', () => {
  it('is applied as a revision that says what, when, by whom and why', async () => {
    const { toolsets } = await openSupportCatalog();

    const applied = await toolsets.apply(toolsets.plan(support), { by: 'ann', reason: 'First.' });

    expect(applied).toMatchObject({
      name: 'support',
      revision: 1,
      definition: { name: 'support', tools: [{ tool: 'refund', range: '^1' }, { tool: 'search' }] },
      pins: [
        { tool: 'refund', version: '1.0.0' },
        { tool: 'search', version: '1.0.0' },
      ],
      by: 'ann',
      reason: 'First.',
    });
    expect(applied.appliedAt).toMatch(/^2026-01-01T00:00:\d\d\.000Z$/);
    expect(toolsets.get('support')).toEqual(applied);
    expect(toolsets.list()).toEqual([applied]);
  });

  it('is deeply frozen, and so is what makes it', async () => {
    const { toolsets } = await openSupportCatalog();
    const plan = toolsets.plan({
      name: 'support',
      tools: [{ tool: 'search', policy: { requires: ['search:read'] } }],
    });
    const applied = await toolsets.apply(plan);

    for (const value of [plan, applied, toolsets.list(), toolsets.revisions('support')]) {
      expect(findUnfrozen(value)).toBeUndefined();
    }
    expect(Object.isFrozen(toolsets)).toBe(true);
    expect(Object.isFrozen(Object.getPrototypeOf(toolsets))).toBe(true);
  });

  it('is the same whatever the order of its tools, scopes and fields', async () => {
    const { toolsets } = await openSupportCatalog();
    const requires = ['b', 'a'];
    await toolsets.apply(
      toolsets.plan({ name: 's', tools: [{ tool: 'search', policy: { requires } }, { tool: 'refund' }] }),
    );

    const turned = {
      tools: [
        { tool: 'refund', policy: {} },
        { policy: { requires: ['a', 'b'] }, tool: 'search' },
      ],
      name: 's',
    };

    expect(toolsets.plan(turned).isEmpty).toBe(true);
  });

  it('has a set digest of what models and policies see, and of nothing else', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    const digestOf = (entry: object, more: object = {}) =>
      toolsets.plan({ name: 's', tools: [{ tool: 'search', ...entry }], ...more }).to.setDigest;
    const plain = digestOf({});
    const changed = [
      digestOf({ wireName: 'find' }),
      digestOf({ description: 'Finds.' }),
      digestOf({ policy: { autonomy: 'ask' } }),
      digestOf({ policy: { autonomy: 'deny' } }),
      digestOf({ policy: { requires: ['a'] } }),
    ];

    expect(new Set([plain, ...changed]).size).toBe(6);
    expect(digestOf({ range: '*' }, { title: 'Other', name: 't' })).toBe(plain);
    await catalog.register(spec('search', '1.0.1'));
    expect(digestOf({})).toBe(plain);
    await catalog.register(spec('search', '1.0.2', { title: 'Search' }));
    expect(digestOf({})).not.toBe(plain);
  });

  it('keeps its versions when others are published, until it is applied again', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    await toolsets.apply(toolsets.plan(support));
    await catalog.registerAll([spec('search', '2.0.0'), spec('refund', '2.0.0')]);

    expect(toolsets.get('support')?.pins).toMatchObject([{ version: '1.0.0' }, { version: '1.0.0' }]);
    const second = await toolsets.apply(toolsets.plan(support));

    expect(second).toMatchObject({
      revision: 2,
      pins: [{ version: '1.0.0' }, { tool: 'search', version: '2.0.0' }],
    });
    expect(toolsets.get('support', { revision: 1 })?.pins).toMatchObject([{}, { version: '1.0.0' }]);
    expect(toolsets.get('support', { revision: 3 })).toBeUndefined();
    expect(toolsets.revisions('support').map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it('tells of each change, with both set digests and revisions', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    const { sequence } = catalog;
    const first = await toolsets.apply(toolsets.plan(support), { by: 'ann' });
    const second = await toolsets.apply(toolsets.plan({ name: 'support', tools: [] }));
    await toolsets.rollback('support', { by: 'bob', reason: 'Needed.' });
    await toolsets.remove('support');

    const marks = [first.setDigest, second.setDigest, first.setDigest].map((digest, index) => ({
      version: String(index + 1),
      digest,
    }));
    expect(await catalog.events(sequence)).toMatchObject([
      { type: 'toolset-applied', name: 'support', by: 'ann', to: marks[0] },
      { type: 'toolset-applied', from: marks[0], to: marks[1] },
      { type: 'toolset-rolled-back', from: marks[1], to: marks[2], by: 'bob', reason: 'Needed.' },
      { type: 'toolset-removed', name: 'support', from: marks[2] },
    ]);
    expect((await catalog.events(sequence)).at(-1)).not.toHaveProperty('to');
  });

  it('is gone with its revisions when it is removed, and begins anew', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    await toolsets.apply(toolsets.plan(support));
    await toolsets.apply(toolsets.plan({ ...support, title: 'Support' }));
    await toolsets.apply(toolsets.plan({ ...support, name: 'support.eu' }));

    expect(await toolsets.remove('support', { by: 'ann' })).toBe(true);
    const { sequence } = catalog;
    expect(await toolsets.remove('support')).toBe(false);

    expect(catalog.sequence).toBe(sequence);
    expect(toolsets.revisions('support')).toEqual([]);
    expect(toolsets.list().map(({ name }) => name)).toEqual(['support.eu']);
    expect(catalog.snapshot().documents.map(({ key }) => key)).toEqual(['toolset/support.eu/1']);
    expect(await toolsets.apply(toolsets.plan(support))).toMatchObject({ revision: 1 });
  });

  it('keeps its last hundred revisions', async () => {
    const { toolsets } = await openSupportCatalog();
    for (let index = 1; index <= 103; index++) {
      await toolsets.apply(toolsets.plan({ ...support, title: `No. ${index}` }));
    }

    const revisions = toolsets.revisions('support');

    expect(revisions).toHaveLength(100);
    expect([revisions[0]?.revision, revisions.at(-1)?.revision]).toEqual([4, 103]);
    expect(toolsets.get('support')?.definition.title).toBe('No. 103');
  });

  it('is not found by a name that none has', async () => {
    const { toolsets } = await openSupportCatalog();
    await toolsets.apply(toolsets.plan(support));

    for (const name of ['', 'suppor', 'support/1', 'support~11', '__proto__']) {
      expect([toolsets.get(name), toolsets.revisions(name), await toolsets.remove(name)]).toEqual([
        undefined,
        [],
        false,
      ]);
      expect(errorOf(() => toolsets.export(name)).code).toBe('E_TOOLSET_NOT_FOUND');
      expect((await rejectionOf(toolsets.rollback(name))).code).toBe('E_TOOLSET_NOT_FOUND');
    }
    expect(errorOf(() => toolsets.get(7 as never)).code).toBe('E_INVALID_OPTION');
    expect(errorOf(() => toolsets.get('support', { revision: 0 })).code).toBe('E_INVALID_OPTION');
  });

  it('cannot be changed by a catalogue that was closed', async () => {
    const catalog = await openSupportCatalog();
    const plan = catalog.toolsets.plan(support);
    catalog.close();

    expect((await rejectionOf(catalog.toolsets.apply(plan))).code).toBe('E_CATALOG_CLOSED');
    expect(catalog.toolsets.list()).toEqual([]);
  });
});

describe('a rollback', () => {
  it('goes to the revision before, or to any other', async () => {
    const { toolsets } = await openSupportCatalog();
    for (const title of ['A', 'B', 'C']) await toolsets.apply(toolsets.plan({ ...support, title }));

    expect(await toolsets.rollback('support')).toMatchObject({
      revision: 4,
      rolledBackTo: 2,
      definition: { title: 'B' },
    });
    expect(await toolsets.rollback('support', { to: 1 })).toMatchObject({ revision: 5, rolledBackTo: 1 });
    expect(await toolsets.rollback('support', { to: 1 })).toMatchObject({ revision: 5 });
    expect((await rejectionOf(toolsets.rollback('support', { to: 6 }))).context).toEqual({
      toolset: 'support',
      revision: 6,
    });
    expect((await rejectionOf(toolsets.rollback('support', { to: 1.5 }))).code).toBe('E_INVALID_OPTION');
  });

  it('needs an earlier revision', async () => {
    const { toolsets } = await openSupportCatalog();
    await toolsets.apply(toolsets.plan(support));

    expect((await rejectionOf(toolsets.rollback('support'))).code).toBe('E_TOOLSET_NOT_FOUND');
  });

  it('is refused if a version is gone, or there with other content', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    await toolsets.apply(toolsets.plan(support));
    await toolsets.apply(toolsets.plan({ name: 'support', tools: [] }));
    await catalog.remove('refund');
    await catalog.remove('search');
    await catalog.register(spec('search', '1.0.0', { description: 'Finds other things.' }));
    const { sequence } = catalog;

    const error = await rejectionOf(toolsets.rollback('support'));

    expect(error.code).toBe('E_INVALID_TOOLSET');
    expect(error.context.problems).toMatchObject([
      { tool: 'refund', kind: 'tool-not-found' },
      { tool: 'search', kind: 'version-changed' },
    ]);
    expect(catalog.sequence).toBe(sequence);
  });

  it('brings back tools that must not be used now, which a seal leaves out', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    await toolsets.apply(toolsets.plan(support));
    await toolsets.apply(toolsets.plan({ name: 'support', tools: [] }));
    await catalog.quarantine('refund', { reason: 'Leaks.' });

    expect(await toolsets.rollback('support')).toMatchObject({
      pins: [{ tool: 'refund' }, { tool: 'search' }],
    });
  });
});

/** The first value inside that is not frozen. */
function findUnfrozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) {
    const found = findUnfrozen(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
