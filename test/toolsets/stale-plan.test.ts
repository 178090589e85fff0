import { describe, expect, it } from 'vitest';
import { openCatalog, type ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { describePlaces } from '../catalog/describe-places.ts';
import { rejectionOf } from '../errors.ts';
import { openSupportCatalog, spec, support } from './support-catalog.ts';

/** What can happen between a plan and its application. */
const happenings: Readonly<Record<string, (catalog: ToolCatalog) => Promise<unknown>>> = {
  'a version in a range is published': (catalog) =>
    catalog.register(spec('refund', '1.1.0', { title: 'Refund' })),
  'a version with the same definition is published': (catalog) => catalog.register(spec('search', '1.0.1')),
  'a tool is disabled': (catalog) => catalog.setEnabled('search', false),
  'a tool is put into quarantine': (catalog) => catalog.quarantine('search', { reason: 'Leaks.' }),
  'a version is deprecated': (catalog) => catalog.deprecate('refund', { message: 'Old.' }),
  'a tool is removed': (catalog) => catalog.remove('search'),
  'a tool is replaced': async (catalog) => {
    await catalog.remove('search');
    await catalog.register(spec('search', '1.0.0', { description: 'Finds other things.' }));
  },
  'the toolset is applied by somebody else': ({ toolsets }) =>
    toolsets.apply(toolsets.plan({ ...support, title: 'S' })),
  'somebody else has changed what no model sees': ({ toolsets }) =>
    toolsets.apply(toolsets.plan({ name: 'support', title: 'Support', tools: [] })),
  'the toolset is another one by now': async ({ toolsets }) => {
    await toolsets.remove('support');
    await toolsets.apply(toolsets.plan({ ...support, tools: [{ tool: 'mail.send' }] }));
  },
  'the toolset is removed': ({ toolsets }) => toolsets.remove('support'),
};

describe('a plan', () => {
  it.each(Object.keys(happenings))('is refused when %s', async (name) => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    await toolsets.apply(toolsets.plan({ name: 'support', tools: [] }));
    const plan = toolsets.plan(support);
    await happenings[name]?.(catalog);
    const { sequence } = catalog;
    const before = toolsets.get('support');

    const error = await rejectionOf(toolsets.apply(plan));

    expect(error).toMatchObject({ code: 'E_PLAN_STALE', retryable: true, context: { toolset: 'support' } });
    expect(catalog.sequence).toBe(sequence);
    expect(toolsets.get('support')).toEqual(before);
  });

  it('is refused when nothing was to change, but would now', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    await toolsets.apply(toolsets.plan(support));
    const plan = toolsets.plan(support);
    await catalog.register(spec('search', '2.0.0', { title: 'Search' }));

    expect(plan.isEmpty).toBe(true);
    expect((await rejectionOf(toolsets.apply(plan))).code).toBe('E_PLAN_STALE');
  });

  it('outlives what does not concern it, and a way through JSON', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    const plan = toolsets.plan(support);
    await catalog.register(spec('refund', '2.0.0'));
    await catalog.deprecate('mail.send', { message: 'Old.' });
    await toolsets.apply(toolsets.plan({ ...support, name: 'other' }));

    expect(await toolsets.apply(JSON.parse(JSON.stringify(plan)))).toMatchObject({
      revision: 1,
      pins: plan.pins,
    });
  });

  it('gives no more than planning would, whatever is written into it', async () => {
    const { toolsets } = await openSupportCatalog();
    const plan = toolsets.plan(support);
    const [pin] = toolsets.plan({ name: 's', tools: [{ tool: 'mail.send' }] }).pins;
    const forged = [
      { ...plan, pins: [plan.pins[0], { ...plan.pins[1], digest: pin?.digest }] },
      { ...plan, to: { setDigest: pin?.digest } },
      { ...plan, from: { revision: 1, setDigest: pin?.digest } },
      {
        ...plan,
        definition: {
          ...support,
          tools: [
            { tool: 'search', wireName: 'x' },
            { tool: 'refund', range: '^1' },
          ],
        },
      },
    ];

    for (const one of forged)
      expect((await rejectionOf(toolsets.apply(one as never))).code).toBe('E_PLAN_STALE');
    const malformed = [
      undefined,
      null,
      7,
      {},
      { ...plan, pins: [] },
      { ...plan, pins: [pin, pin] },
      { ...plan, more: 1 },
    ];
    for (const one of malformed)
      expect((await rejectionOf(toolsets.apply(one as never))).code).toBe('E_INVALID_TOOLSET');
  });
});

describePlaces('two processes that apply a toolset at the same time', ({ place, nextTenant }) => {
  it('have one winner, and the other has to plan again', async () => {
    const tenant = nextTenant();
    const [first, second] = place().stores;
    const one = await openCatalog(first, { tenant });
    await one.registerAll([spec('search', '1.0.0'), spec('refund', '1.0.0')]);
    const other = await openCatalog(second, { tenant });
    const plans = [one.toolsets.plan(support), other.toolsets.plan({ ...support, title: 'Other' })] as const;

    const outcomes = await Promise.allSettled([one.toolsets.apply(plans[0]), other.toolsets.apply(plans[1])]);
    await Promise.all([one.refresh(), other.refresh()]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(lost?.reason).toMatchObject({ code: 'E_PLAN_STALE' });
    expect(one.toolsets.revisions('support')).toHaveLength(1);
    expect(other.toolsets.revisions('support')).toEqual(one.toolsets.revisions('support'));
    for (const catalog of [one, other]) catalog.close();
  });

  it('do not miss what the other has published meanwhile', async () => {
    const tenant = nextTenant();
    const [first, second] = place().stores;
    const one = await openCatalog(first, { tenant });
    await one.registerAll([spec('search', '1.0.0'), spec('refund', '1.0.0')]);
    const other = await openCatalog(second, { tenant });
    const plan = one.toolsets.plan(support);

    await other.quarantine('search', { reason: 'Leaks.' });

    expect((await rejectionOf(one.toolsets.apply(plan))).code).toBe('E_PLAN_STALE');
    for (const catalog of [one, other]) catalog.close();
  });
});
