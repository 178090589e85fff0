import { expect, it } from 'vitest';
import {
  memoryStore,
  openCatalog,
  statusOf,
  type ToolSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { describePlaces } from '../catalog/describe-places.ts';
import { rejectionOf } from '../errors.ts';
import { eventsOf, openTwice } from './open-twice.ts';
import { breaking, markOf, paySpec } from './pay-spec.ts';

const { version: _, ...unversioned } = paySpec();

function withoutVersion(changes: Partial<ToolSpec>): ToolSpec {
  return { ...unversioned, ...changes };
}

describePlaces('a draft', (under) => {
  it('is nowhere that tools are looked for', async () => {
    const { here } = await openTwice(under);
    const registration = await here.register(paySpec(), { draft: true });

    expect(statusOf(registration)).toBe('draft');
    expect([here.get('pay'), here.get('pay', { version: '1.0.0' })]).toEqual([undefined, undefined]);
    expect([here.list({ status: 'any' }), here.versions('pay')]).toEqual([[], []]);
    for (const request of [{}, { version: '1.0.0' }, { range: '*' }]) {
      const error = await rejectionOf(here.resolve('pay', { consumer: 'bot', ...request }));
      expect(error.code).toBe('E_TOOL_NOT_FOUND');
    }
    await here.register(paySpec({ version: '0.9.0' }));
    const error = await rejectionOf(here.resolve('pay', { consumer: 'bot', version: '1.0.0' }));
    expect(error).toMatchObject({ code: 'E_VERSION_NOT_FOUND', context: { versions: ['0.9.0'] } });
    expect((await here.resolve('pay', { consumer: 'bot', range: '*' })).spec.version).toBe('0.9.0');
    expect(here.drafts().map(({ spec }) => spec)).toEqual([paySpec()]);
  });

  it('may be approved by whoever has proposed it where nobody has to review it', async () => {
    const { here } = await openTwice(under);
    await here.register(paySpec(), { draft: true, by: 'ann' });

    const events = await eventsOf(here, () =>
      here.approve('pay', { digest: markOf(paySpec()).digest, by: 'ann' }),
    );

    expect(events).toMatchObject([{ type: 'tool-created', by: 'ann', to: markOf(paySpec()) }]);
    expect((await here.resolve('pay', { consumer: 'bot' })).spec).toEqual(paySpec());
  });

  it('is approved only as the draft of its proposer, where that is asked for', async () => {
    const { here, there } = await openTwice(under);
    const { digest } = markOf(paySpec());
    await here.register(paySpec(), { draft: true, by: 'ann' });
    const approve = (proposedBy: string | null, notProposedBy: readonly string[] = []) =>
      there.approve('pay', { digest, version: '1.0.0', by: 'bob', proposedBy, notProposedBy });

    for (const proposer of ['bob', null]) {
      expect((await rejectionOf(approve(proposer))).code).toBe('E_PLAN_STALE');
    }
    expect((await rejectionOf(approve('ann', ['ann']))).code).toBe('E_SELF_APPROVAL');
    const wrong = { digest, proposedBy: 1 } as unknown as Parameters<typeof there.approve>[1];
    expect((await rejectionOf(there.approve('pay', wrong))).context).toMatchObject({ option: 'proposedBy' });
    expect((await approve('ann')).spec).toEqual(paySpec());
    await here.register(paySpec({ version: '1.1.0' }), { draft: true });
    const unnamed = { digest: markOf(paySpec({ version: '1.1.0' })).digest, proposedBy: null };
    expect((await there.approve('pay', { ...unnamed, version: '1.1.0' })).spec.version).toBe('1.1.0');
  });

  it('may be discarded, once', async () => {
    const { here } = await openTwice(under);
    await here.register(paySpec(), { draft: true });

    const events = await eventsOf(here, () => here.discard('pay', { by: 'ann', reason: 'No.' }));

    expect(events).toMatchObject([
      { type: 'draft-discarded', name: 'pay', by: 'ann', reason: 'No.', to: markOf(paySpec()) },
    ]);
    const { digest } = markOf(paySpec());
    const refusals = [
      await rejectionOf(here.discard('pay')),
      await rejectionOf(here.discard('pay', { version: null })),
      await rejectionOf(here.approve('pay', { digest, version: '1.0.0' })),
      await rejectionOf(here.approve('unknown', { digest })),
    ];
    expect(refusals.map(({ code, context }) => [code, context])).toEqual([
      ['E_DRAFT_NOT_FOUND', { toolName: 'pay' }],
      ['E_DRAFT_NOT_FOUND', { toolName: 'pay', version: null }],
      ['E_DRAFT_NOT_FOUND', { toolName: 'pay', version: '1.0.0' }],
      ['E_DRAFT_NOT_FOUND', { toolName: 'unknown' }],
    ]);
  });

  it('may be replaced, which ends approvals of the one before', async () => {
    const { here, there } = await openTwice(under);
    const [first, second] = [paySpec(), paySpec({ description: 'Pays twice.' })];
    await here.register(first, { draft: true, by: 'ann' });
    await there.refresh();
    const [seen] = there.drafts('pay');
    await here.register(second, { draft: true, by: 'ann' });

    const error = await rejectionOf(
      there.approve('pay', { digest: seen?.digest ?? markOf(first).digest, by: 'bob' }),
    );

    expect(error.code).toBe('E_PLAN_STALE');
    expect(error.context).toMatchObject({ digest: markOf(second).digest, expected: markOf(first).digest });
    expect(here.get('pay')).toBeUndefined();
    expect(here.drafts().map(({ spec }) => spec)).toEqual([second]);
    expect((await there.approve('pay', { digest: markOf(second).digest, by: 'bob' })).spec).toEqual(second);
  });

  it('is published once, however many approve it at the same time', async () => {
    const { here, there } = await openTwice(under);
    await here.setPolicy({ compatibility: 'review' });
    await here.register(paySpec(), { draft: true, by: 'ann' });
    await there.refresh();
    const { digest } = markOf(paySpec());

    const attempts = [
      here.approve('pay', { digest, by: 'bob' }),
      there.approve('pay', { digest, by: 'eve' }),
    ];
    const outcomes = await Promise.allSettled(attempts);

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find(({ status }) => status === 'rejected');
    expect(lost).toMatchObject({ reason: { code: 'E_DRAFT_NOT_FOUND' } });
    const created = (await here.events()).filter(({ type }) => type === 'tool-created');
    expect(created).toHaveLength(1);
  });

  it('has to be named by its version if there are others of its tool', async () => {
    const { here } = await openTwice(under);
    const drafts = [paySpec(), withoutVersion({ description: 'Pays without a number.' })];
    await here.registerAll(drafts, { draft: true });
    const { digest } = markOf(withoutVersion({ description: 'Pays without a number.' }));

    const error = await rejectionOf(here.approve('pay', { digest }));

    expect([error.code, error.context]).toEqual(['E_INVALID_OPTION', { option: 'version' }]);
    const approved = await here.approve('pay', { digest, version: null });
    expect(approved.spec.version).toBeUndefined();
    expect(here.drafts('pay').map(({ spec }) => spec.version)).toEqual(['1.0.0']);
  });

  it('is listed by name and version, whatever those are, and survives a snapshot', async () => {
    const { here, there } = await openTwice(under);
    const names = ['add', 'add.two', 'add/two', 'add~1two', 'zoo'];
    const versions = ['1.0.0', 'a\u0000b', 'x/y', '~', '\u{1f9f0}'];
    const specs = names.flatMap((name) => [
      ...versions.map((version) => paySpec({ name, version, description: `Is ${name}.` })),
      withoutVersion({ name, description: `Is ${name}.` }),
    ]);
    await here.setPolicy({ lint: 'report' });
    await here.registerAll(specs.toReversed(), {
      draft: true,
      by: 'ann',
      reason: '\u0000?',
      source: 'a\u0000/b',
    });

    const listed = here.drafts().map(({ spec }) => [spec.name, spec.version ?? '']);
    expect(listed).toEqual(specs.map(({ name, version = '' }) => [name, version]).toSorted(byText));
    expect(here.drafts('add')).toHaveLength(versions.length + 1);
    await there.refresh();
    expect(there.drafts()).toEqual(here.drafts());
    const copy = await openCatalog(memoryStore());
    await copy.restore(JSON.parse(JSON.stringify(here.snapshot())));
    expect(JSON.stringify(copy.snapshot())).toBe(JSON.stringify(here.snapshot()));
    expect([copy.drafts(), copy.policy()]).toEqual([here.drafts(), here.policy()]);
  });

  it('is restored, and taken away, with an event for each', async () => {
    const { here, there } = await openTwice(under);
    const empty = here.snapshot();
    await here.setPolicy({ compatibility: 'review' }, { tool: 'pay' });
    await here.register(paySpec(), { draft: true, by: 'ann' });
    const full = here.snapshot();

    const restore = (snapshot: typeof full) => eventsOf(here, () => there.restore(snapshot, { by: 'eve' }));
    const restored = [await restore(empty), await restore(full), await restore(full)];

    const keys = ['draft/pay/1.0.0', 'policy/pay'];
    const expected = keys.map((name) => ({ type: 'document-restored', name, by: 'eve' }));
    expect(restored).toMatchObject([expected, expected, []]);
    await here.refresh();
    expect(JSON.stringify(here.snapshot())).toBe(JSON.stringify(full));
    expect(
      (await rejectionOf(here.approve('pay', { digest: markOf(paySpec()).digest, by: 'ann' }))).code,
    ).toBe('E_SELF_APPROVAL');
  });
});

describePlaces('many specs', (under) => {
  it('are all published or held, or none is', async () => {
    const { here } = await openTwice(under);
    await here.setPolicy({ compatibility: 'review' });
    await here.register(paySpec());
    const before = JSON.stringify(here.snapshot());
    const held = paySpec({ version: '2.0.0', ...breaking });
    const fresh = paySpec({ name: 'send', description: 'Sends an invoice to a customer.' });
    const bad = paySpec({ name: 'read', description: 'Reads. <!-- Not for you. -->' });
    const followed = paySpec({ name: 'read', version: '2.0.0', description: 'Reads a bill.' });

    const events = await eventsOf(here, async () => {
      const error = await rejectionOf(here.registerAll([held, fresh, followed, bad], { by: 'ann' }));
      expect(error.code).toBe('E_LINT_FAILED');
      expect(error.context.refusals).toMatchObject([{ toolName: 'read', version: '1.0.0' }]);
    });
    expect(JSON.stringify(here.snapshot())).toBe(before);
    expect(events).toMatchObject([{ type: 'publication-refused', name: 'read', to: markOf(bad) }]);
    // What was to be published by the same change never was.
    expect(events[0]).not.toHaveProperty('from');

    const registrations = await here.registerAll([held, fresh], { by: 'ann' });
    expect(registrations.map((registration) => [registration.spec.name, statusOf(registration)])).toEqual([
      ['pay', 'draft'],
      ['send', 'active'],
    ]);
  });

  it('are compared with one another, however many there are', async () => {
    const { here } = await openTwice(under);
    const specs = Array.from({ length: 2_000 }, (_, index) =>
      paySpec({ name: `pay_${index}`, description: `Pays the amount to supplier ${index}.` }),
    );
    const alike = paySpec({ name: 'p\u0430y_1234', description: 'Looks like one of the others.' });

    const error = await rejectionOf(here.registerAll([...specs, alike]));

    expect(error.code).toBe('E_LINT_FAILED');
    expect(error.context.refusals).toHaveLength(1);
    const findings = error.context.findings as readonly { readonly rule: string; readonly message: string }[];
    const [found, ...others] = findings.filter(({ rule }) => rule === 'look-alike-name');
    expect(found?.message).toContain('pay_1234');
    expect(others).toEqual([]);
    expect(here.list()).toEqual([]);
    expect(await here.registerAll(specs)).toHaveLength(2_000);
  });
});

function byText(
  [name = '', version = '']: readonly string[],
  [other = '', otherVersion = '']: readonly string[],
): number {
  if (name !== other) return name < other ? -1 : 1;
  return version < otherVersion ? -1 : 1;
}
