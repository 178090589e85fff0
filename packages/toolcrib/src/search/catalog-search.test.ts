import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { memoryStore, openCatalog, type ToolCatalog, type ToolSpec } from '../catalog/index.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import { createCatalogSearch } from './catalog-search.ts';

const spec = (name: string, description: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: {},
  ...more,
});

async function openBilling(): Promise<ToolCatalog> {
  const catalog = await openCatalog(memoryStore(), { clock: { now: () => 0 } });
  await catalog.registerAll([
    spec('refund_payment', 'Gives money back to a customer.', { tags: ['billing'] }),
    spec('list_payments', 'Lists what customers have paid.', { tags: ['billing'] }),
    spec('send_email', 'Sends a message.'),
  ]);
  return catalog;
}

describe('a search of a catalogue', () => {
  it('finds registrations, the best first, and says why if it is asked', async () => {
    const catalog = await openBilling();
    const search = createCatalogSearch(catalog);

    const hits = await search.search('refund a payment', { explain: true });

    expect(hits.map(({ registration }) => registration)).toEqual([
      catalog.get('refund_payment'),
      catalog.get('list_payments'),
    ]);
    expect(hits[0]?.explanation?.words.map(({ word }) => word)).toEqual(['refund', 'payment']);
    expect((await search.search('refund'))[0]).not.toHaveProperty('explanation');
  });

  it('finds what is listed at that moment', async () => {
    const catalog = await openBilling();
    const search = createCatalogSearch(catalog);
    const find = async () => {
      const hits = await search.search('refund');
      return hits.map(({ registration }) => registration.spec.name).sort();
    };

    expect(await find()).toEqual(['refund_payment']);
    await catalog.setEnabled('refund_payment', false);
    expect(await find()).toEqual([]);
    await catalog.setEnabled('refund_payment', true);
    await catalog.register(spec('undo_charge', 'Refund of a charge.'));
    expect(await find()).toEqual(['refund_payment', 'undo_charge']);
    await catalog.quarantine('refund_payment', { reason: 'Leaks.' });
    await catalog.register(spec('undo_charge', 'Takes a charge back.', { version: '2.0.0' }));
    expect(await find()).toEqual([]);
  });

  it('finds tools that cannot be used only for those who list them', async () => {
    const catalog = await openBilling();
    const search = createCatalogSearch(catalog);
    await catalog.setEnabled('refund_payment', false);
    const usual = JSON.stringify(await search.search('payment', { explain: true }));

    const all = await search.search('payment', { list: { status: 'any' } });
    const disabled = await search.search('payment', { list: { enabled: false } });

    expect(all).toHaveLength(2);
    expect(disabled.map(({ registration }) => registration.spec.name)).toEqual(['refund_payment']);
    expect(JSON.stringify(await search.search('payment', { explain: true }))).toBe(usual);
  });

  it('forgets a tool on the day that it is gone', async () => {
    let time = 0;
    const catalog = await openCatalog(memoryStore(), { clock: { now: () => time } });
    await catalog.register(spec('refund_payment', 'Refunds.'));
    await catalog.deprecate('refund_payment', { message: 'Old.', sunset: '1970-01-02T00:00:00.000Z' });
    const search = createCatalogSearch(catalog);

    const before = await search.search('refund');
    time = 24 * 3_600_000;
    const after = await search.search('refund');

    expect([before.length, after.length]).toEqual([1, 0]);
  });

  it('adds up the conditions of a list and the tools that somebody may see', async () => {
    const catalog = await openBilling();
    const search = createCatalogSearch(catalog);
    const mine = Object.freeze(catalog.list().filter(({ spec: { name } }) => name !== 'list_payments'));
    const names = async (list?: { readonly tag: string }) => {
      const hits = await search.search('payment message', { within: mine, list });
      return hits.map(({ registration }) => registration.spec.name);
    };

    expect((await names()).sort()).toEqual(['refund_payment', 'send_email']);
    expect(await names({ tag: 'billing' })).toEqual(['refund_payment']);
    await catalog.quarantine('send_email', { reason: 'Leaks.' });
    expect(await names()).toEqual(['refund_payment']);
    await catalog.register(spec('refund_payment', 'Another tool for payments.', { version: '2.0.0' }));
    expect(await names()).toEqual([]);
  });

  it('finds tools by where they come from', async () => {
    const catalog = await openBilling();
    await catalog.register(spec('search', 'Searches.'), { source: 'https://acme.example' });

    const hits = await createCatalogSearch(catalog).search('acme');

    expect(hits.map(({ registration }) => registration.spec.name)).toEqual(['search']);
  });

  it('works on when the catalogue is closed, and after everything was replaced', async () => {
    const catalog = await openBilling();
    const search = createCatalogSearch(catalog);
    const snapshot = catalog.snapshot();
    const before = JSON.stringify(await search.search('payment'));
    await catalog.remove('refund_payment');
    await catalog.register(spec('payment', 'Pays.'));
    await search.search('payment');

    await catalog.restore(snapshot);
    catalog.close();

    expect(JSON.stringify(await search.search('payment'))).toBe(before);
  });

  it('does not ask for the vector of a tool again that was only switched off for others', async () => {
    const catalog = await openBilling();
    const texts: string[] = [];
    const embed = (all: readonly string[], { kind }: { readonly kind: 'tool' | 'query' }) => {
      if (kind === 'tool') texts.push(...all);
      return all.map((text) => [text.length, 1]);
    };
    const search = createCatalogSearch(catalog, { embed });
    await search.search('refund', { list: { status: 'any' } });
    await catalog.setEnabled('send_email', false);

    await search.search('refund');
    await search.search('refund', { list: { status: 'any' } });

    expect(texts).toHaveLength(3);
  });

  it('answers for the tools that there were when it was asked', async () => {
    const catalog = await openBilling();
    let open: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      open = resolve;
    });
    const embed = async (texts: readonly string[]) => {
      await wait;
      return texts.map(() => [1, 0]);
    };
    const search = createCatalogSearch(catalog, { embed });
    const searching = search.search('payment', { limit: 50 });
    const best = search.search('refund', { limit: 1 });
    await catalog.registerAll([spec('payment', 'Pays.'), spec('refund', 'Refunds.')]);
    await catalog.register(spec('list_payments', 'Other payments.', { version: '2.0.0' }));
    const later = search.search('payment', { limit: 50 });
    open();

    const names = (await searching).map(({ registration }) => registration.spec.name);

    expect((await best).map(({ registration }) => registration.spec.name)).toEqual(['refund_payment']);
    expect(names).not.toContain('payment');
    expect(names).not.toContain('list_payments');
    expect(names).toContain('refund_payment');
    expect((await later).map(({ registration }) => registration)).toContain(catalog.get('list_payments'));
  });

  it.each([
    ['query', 7 as never, {}],
    ['limit', 'refund', { limit: 1.5 }],
    ['within', 'refund', { within: 'all' as never }],
    ['within', 'refund', { within: ['refund_payment'] as never }],
    ['within', 'refund', { within: [{ spec: null }] as never }],
    ['tag', 'refund', { list: { tag: 7 as never } }],
    ['list.limit', 'refund', { list: { limit: 1 } as never }],
    ['list.after', 'refund', { list: { after: undefined } as never }],
    ['list', 'refund', { list: null as never }],
    ['tag', 'refund', { tag: 'billing' } as never],
    ['caller', 'refund', { caller: undefined } as never],
    ['options', 'refund', null as never],
  ])('rejects a wrong %s', async (option, query, options) => {
    const search = createCatalogSearch(await openBilling());

    await expect(search.search(query, options)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      message: expect.stringContaining(option),
    });
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['a registry', new ToolRegistry([])],
  ])('is not made of %s', (_, catalog) => {
    expect(errorOf(() => createCatalogSearch(catalog as never))).toMatchObject({
      code: 'E_INVALID_OPTION',
      message: 'The option catalog must be a catalogue, as openCatalog gives it.',
    });
  });

  it('is not made with options that do not exist', async () => {
    const catalog = await openBilling();

    expect(errorOf(() => createCatalogSearch(catalog, { embd: undefined } as never)).context).toEqual({
      option: 'embd',
    });
    expect(errorOf(() => createCatalogSearch(catalog, null as never)).context).toEqual({ option: 'options' });
  });
});
