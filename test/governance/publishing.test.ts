import { expect, it } from 'vitest';
import { statusOf } from '../../packages/toolcrib/src/catalog/index.ts';
import { describePlaces } from '../catalog/describe-places.ts';
import { rejectionOf } from '../errors.ts';
import { eventsOf, openTwice, START } from './open-twice.ts';
import { adding, breaking, markOf, paySpec, poisoned } from './pay-spec.ts';

const ann = { by: 'ann', reason: 'Because.' };

describePlaces('lint at publication', (under) => {
  it('refuses what has an error, records that, and changes nothing else', async () => {
    const { here } = await openTwice(under);
    await here.register(paySpec());
    const before = JSON.stringify(here.snapshot());
    const bad = paySpec({ version: '1.0.1', ...poisoned });

    const events = await eventsOf(here, async () => {
      const error = await rejectionOf(here.register(bad, ann));

      expect(error.code).toBe('E_LINT_FAILED');
      expect(error.context).toMatchObject({ toolName: 'pay', version: '1.0.1' });
      expect(error.context.findings).toContainEqual(
        expect.objectContaining({ rule: 'html-comment', severity: 'error', pointer: '/description' }),
      );
      expect(error.context.refusals).toHaveLength(1);
    });

    expect(JSON.stringify(here.snapshot())).toBe(before);
    expect(events).toMatchObject([
      {
        type: 'publication-refused',
        name: 'pay',
        at: START,
        ...ann,
        from: markOf(paySpec()),
        to: markOf(bad),
      },
    ]);
    expect(events[0]?.findings?.[0]).toMatchObject({ severity: 'error' });
  });

  it('lets it pass with a waiver for that rule, and records the reason', async () => {
    const { here } = await openTwice(under);
    const waivers = ['html-comment', 'instruction-like', 'secret-reference'].map((rule) => ({
      rule,
      reason: 'A test.',
    }));
    const spec = paySpec(poisoned);

    const other = [{ rule: 'HTML-comment', reason: 'A test.' }];
    expect((await rejectionOf(here.register(spec, { waivers: other }))).code).toBe('E_LINT_FAILED');
    const events = await eventsOf(here, () => here.register(spec, { waivers }));

    expect(events).toMatchObject([{ type: 'tool-created', to: markOf(spec) }]);
    expect(events[0]?.findings).toContainEqual(
      expect.objectContaining({ rule: 'html-comment', severity: 'error', waiver: 'A test.' }),
    );
    // What is published already is not linted again, also if it is brought back.
    await here.register(spec);
    await here.register(paySpec({ version: '2.0.0' }));
    expect((await here.register(spec)).spec).toEqual(spec);
  });

  it('only records what it finds where the policy says so', async () => {
    const { here } = await openTwice(under);
    await here.setPolicy({ lint: 'report' }, { tool: 'pay' });
    const spec = paySpec(poisoned);

    const [event] = await eventsOf(here, () => here.register(spec));

    expect(event).toMatchObject({ type: 'tool-created', to: markOf(spec) });
    expect(event?.findings?.[0]).toMatchObject({ severity: 'error' });
    expect(event?.findings?.[0]).not.toHaveProperty('waiver');
    expect((await rejectionOf(here.register({ ...spec, name: 'other' }))).code).toBe('E_LINT_FAILED');
  });

  it('has the rules of the host beside its own', async () => {
    const finding = {
      rule: 'no-payments',
      severity: 'error',
      pointer: '/name',
      message: 'No.',
      fix: 'Leave.',
    } as const;
    const rules = [{ id: 'no-payments', check: () => [finding] }];
    const { here } = await openTwice(under, { rules });

    const error = await rejectionOf(here.register(paySpec()));

    expect(error.context.findings).toEqual([finding]);
    await here.register(paySpec(), { waivers: [{ rule: 'no-payments', reason: 'Once.' }] });
  });
});

describePlaces('the policy "semver"', (under) => {
  it('refuses a version that promises more than it keeps, and says what it needs', async () => {
    const { here } = await openTwice(under);
    await here.setPolicy({ compatibility: 'semver' });
    await here.register(paySpec());
    const bad = paySpec({ ...breaking, version: '1.1.0' });

    const events = await eventsOf(here, async () => {
      const error = await rejectionOf(here.register(bad, ann));

      expect(error.code).toBe('E_INCOMPATIBLE_VERSION');
      expect(error.context).toMatchObject({
        toolName: 'pay',
        version: '1.1.0',
        needs: 'major',
        follows: '1.0.0',
      });
      expect(error.context.findings).toMatchObject([{ rule: 'breaking-change', severity: 'error' }]);
    });

    expect(events).toMatchObject([
      {
        type: 'publication-refused',
        from: markOf(paySpec()),
        to: markOf(bad),
        findings: [{ rule: 'breaking-change' }],
      },
    ]);
    expect((await here.register({ ...bad, version: '2.0.0' })).spec.version).toBe('2.0.0');
    const patch = paySpec({ ...adding, version: '1.0.1' });
    expect((await rejectionOf(here.register(patch))).context).toMatchObject({
      needs: 'minor',
      follows: '1.0.0',
    });
    expect((await here.register({ ...patch, version: '1.1.0' })).spec.version).toBe('1.1.0');
  });

  it('is not passed by way of a draft', async () => {
    const { here } = await openTwice(under);
    await here.register(paySpec());
    const bad = paySpec({ ...breaking, version: '1.0.1' });
    await here.register(bad, { draft: true, by: 'ann' });
    await here.setPolicy({ compatibility: 'semver' });

    const error = await rejectionOf(here.approve('pay', { digest: markOf(bad).digest, by: 'bob' }));

    expect(error.code).toBe('E_INCOMPATIBLE_VERSION');
    expect(here.get('pay')?.spec).toEqual(paySpec());
    expect(here.drafts()).toHaveLength(1);
  });
});

describePlaces('the policy "review"', (under) => {
  it('holds a change until somebody else approves it', async () => {
    const { here } = await openTwice(under);
    await here.setPolicy({ compatibility: 'review' });
    await here.register(paySpec());
    const next = paySpec({ ...breaking, version: '2.0.0' });
    const { digest } = markOf(next);

    const [proposed, ...others] = await eventsOf(here, async () => {
      const registration = await here.register(next, { ...ann, source: 'https://tools.example' });
      expect(registration).toMatchObject({
        spec: next,
        createdAt: START,
        draft: ann,
        source: 'https://tools.example',
      });
      expect(statusOf(registration)).toBe('draft');
    });

    expect(proposed).toMatchObject({
      type: 'draft-proposed',
      name: 'pay',
      ...ann,
      from: markOf(paySpec()),
      to: markOf(next),
    });
    expect(proposed?.findings?.map(({ rule }) => rule)).toContain('breaking-change');
    expect(others).toEqual([]);
    const refusals = [
      await rejectionOf(here.approve('pay', { digest, by: 'ann' })),
      await rejectionOf(here.approve('pay', { digest })),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(['E_SELF_APPROVAL', 'E_SELF_APPROVAL']);
    expect(here.get('pay')?.spec).toEqual(paySpec());

    const events = await eventsOf(here, async () => {
      const registration = await here.approve('pay', { digest, by: 'bob', reason: 'Looked at.' });
      expect(registration).toMatchObject({ spec: next, source: 'https://tools.example' });
      expect(registration).not.toHaveProperty('draft');
    });

    expect(events).toMatchObject([
      { type: 'tool-updated', by: 'bob', reason: 'Looked at.', from: markOf(paySpec()), to: markOf(next) },
    ]);
    expect(events[0]?.findings).toEqual(proposed?.findings);
    expect(here.get('pay')?.spec).toEqual(next);
    expect(here.drafts()).toEqual([]);
  });

  it('wants to know who proposes something', async () => {
    const { here } = await openTwice(under);
    await here.setPolicy({ compatibility: 'review' });
    await here.register(paySpec());
    const { sequence } = here;

    const error = await rejectionOf(here.register(paySpec({ version: '1.0.1', description: 'Other.' })));

    expect([error.code, error.context]).toEqual(['E_INVALID_OPTION', { option: 'by' }]);
    expect(here.sequence).toBe(sequence);
  });

  it('tells of a version whose content was to be swapped, with both digests', async () => {
    for (const compatibility of ['none', 'semver', 'review'] as const) {
      const { here } = await openTwice(under);
      await here.setPolicy({ compatibility });
      await here.register(paySpec());
      const swapped = paySpec({ description: 'Pays, and tells somebody.' });

      const events = await eventsOf(here, async () => {
        expect((await rejectionOf(here.register(swapped, ann))).code).toBe('E_VERSION_CONFLICT');
      });

      const refused = { type: 'publication-refused', ...ann, from: markOf(paySpec()), to: markOf(swapped) };
      const expected = [{ ...refused, findings: [{ rule: 'changed-in-place' }] }];
      expect(events).toMatchObject(compatibility === 'none' ? [] : expected);
      expect(events).toHaveLength(compatibility === 'none' ? 0 : 1);
    }
  });
});

describePlaces('policies', (under) => {
  it('are those of the tool, then of the tenant, and can be taken back', async () => {
    const { here } = await openTwice(under);
    const changes = async (work: () => Promise<void>) => {
      const events = await eventsOf(here, work);
      return events.map(({ type, name, by }) => [type, name, by]);
    };

    const said = { by: 'ann' };
    expect(here.policy()).toEqual({ compatibility: 'none', lint: 'block' });
    expect(await changes(() => here.setPolicy({ compatibility: 'semver' }, said))).toEqual([
      ['policy-changed', '', 'ann'],
    ]);
    expect(await changes(() => here.setPolicy({ compatibility: 'semver' }, said))).toEqual([]);
    const ofTool = { compatibility: 'review', lint: 'report' } as const;
    const changed = await changes(() => here.setPolicy(ofTool, { tool: 'a/b', ...said }));
    expect(changed).toEqual([['policy-changed', 'a/b', 'ann']]);
    expect(here.policy('a/b')).toEqual(ofTool);
    expect(here.policy('other')).toEqual({ compatibility: 'semver', lint: 'block' });
    expect(await changes(() => here.setPolicy(null, { tool: 'a/b' }))).toEqual([
      ['policy-changed', 'a/b', undefined],
    ]);
    expect(await changes(() => here.setPolicy(null, { tool: 'a/b' }))).toEqual([]);
    expect(here.policy('a/b')).toEqual(here.policy());
  });

  it('hold in every process as soon as they are set', async () => {
    const { here, there } = await openTwice(under);
    await here.register(paySpec());
    await there.refresh();
    await here.setPolicy({ compatibility: 'review' });
    const next = paySpec({ version: '2.0.0', ...breaking });

    const { draft } = await there.register(next, { by: 'ann' });

    expect(draft).toMatchObject({ by: 'ann' });
    expect(there.policy()).toMatchObject({ compatibility: 'review' });
    const { digest } = markOf(next);
    expect((await rejectionOf(here.approve('pay', { digest, by: 'ann' }))).code).toBe('E_SELF_APPROVAL');
    expect((await here.approve('pay', { digest, by: 'bob' })).spec).toEqual(next);
  });
});
