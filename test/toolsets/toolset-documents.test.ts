import { describe, expect, it } from 'vitest';
import { memoryStore, openCatalog, type ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import type { JsonObject } from '../../packages/toolcrib/src/index.ts';
import { errorOf, rejectionOf } from '../errors.ts';
import { openSupportCatalog, spec, support } from './support-catalog.ts';

async function openApplied(): Promise<ToolCatalog> {
  const catalog = await openSupportCatalog();
  const { toolsets } = catalog;
  await toolsets.apply(toolsets.plan(support), { by: 'ann', reason: 'First.' });
  await toolsets.apply(toolsets.plan({ name: 'support', tools: [] }));
  await toolsets.rollback('support');
  return catalog;
}

describe('the documents of a toolset', () => {
  it('are one for each revision, under its name and number', async () => {
    const catalog = await openApplied();

    const { documents } = catalog.snapshot();

    expect(documents.map(({ key }) => key)).toEqual(
      [1, 2, 3].map((revision) => `toolset/support/${revision}`),
    );
    expect(documents.map(({ document }) => document)).toEqual(catalog.toolsets.revisions('support'));
  });

  it('are refused in a snapshot if they were changed', async () => {
    const catalog = await openApplied();
    const snapshot = JSON.parse(JSON.stringify(catalog.snapshot()));
    const restoring = async (changes: object, key?: string) => {
      const last = snapshot.documents[2];
      const changed = { key: key ?? last.key, document: { ...last.document, ...changes } };
      const documents = [...snapshot.documents.slice(0, 2), changed];
      return (await rejectionOf(catalog.restore({ ...snapshot, documents }))).context.path;
    };

    expect(await restoring({}, 'toolset/support/4')).toBe('/documents/2/document/revision');
    expect(await restoring({}, 'toolset/t/3')).toBe('/documents/2/document/name');
    expect(await restoring({}, 'toolset/support/x')).toBe('/documents/2/document');
    expect(await restoring({ name: 'other' })).toBe('/documents/2/document/name');
    expect(await restoring({ revision: 2 })).toBe('/documents/2/document/revision');
    expect(await restoring({ rolledBackTo: 3 })).toBe('/documents/2/document/rolledBackTo');
    expect(await restoring({ appliedAt: 'now' })).toBe('/documents/2/document/appliedAt');
    expect(await restoring({ by: '' })).toBe('/documents/2/document/by');
    expect(await restoring({ extra: 1 })).toBe('/documents/2/document/extra');
    expect(await restoring({ pins: [] })).toBe('/documents/2/document/pins');
    expect(await restoring({ definition: { name: 'support', tools: [{ tool: 7 }] } })).toBe(
      '/documents/2/document/definition',
    );
    expect(
      await restoring({
        definition: {
          ...support,
          tools: [{ tool: 'refund', wireName: 'x', range: '^1' }, { tool: 'search' }],
        },
      }),
    ).toBe('/documents/2/document/setDigest');
  });

  it('are not believed if somebody has changed them in the database', async () => {
    const store = memoryStore();
    const catalog = await openCatalog(store);
    await catalog.register(spec('search', '1.0.0'));
    await catalog.toolsets.apply(catalog.toolsets.plan({ name: 'support', tools: [{ tool: 'search' }] }));
    const applied = catalog.toolsets.get('support');
    const forged = {
      ...applied,
      definition: { name: 'support', tools: [{ tool: 'search', description: 'Sends.' }] },
    };
    await store.change('default', {
      known: catalog.sequence,
      decide: () => ({
        tools: [],
        documents: [{ key: 'toolset/support/1', after: forged as unknown as JsonObject }],
        events: [{ type: 'toolset-applied', name: 'support', at: '2026-01-01T00:00:00.000Z' }],
      }),
    });
    await catalog.refresh();

    const error = errorOf(() => catalog.toolsets.get('support'));

    expect(error).toMatchObject({ code: 'E_STORE_CORRUPT', context: { key: 'toolset/support/1' } });
    expect(error.message).toBe(
      'The document "toolset/support/1" is no toolset: setDigest is not that of the tools.',
    );
  });
});
