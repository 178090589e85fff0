import { describe, expect, it } from 'vitest';
import { memoryStore, openCatalog, type ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import { rejectionOf } from '../errors.ts';
import { paySpec } from './pay-spec.ts';

const reworded = (version: string, description = 'Pays a bill, and says so.') =>
  paySpec({ version, description });

async function reviewed(): Promise<ToolCatalog> {
  const catalog = await openCatalog(memoryStore());
  await catalog.setPolicy({ compatibility: 'review' }, { by: 'ops' });
  await catalog.register(paySpec({ version: '1.0.0' }), { by: 'ann' });
  return catalog;
}

describe('under the policy "review"', () => {
  it("a draft stays its author's when somebody else proposes the same", async () => {
    const catalog = await reviewed();
    await catalog.register(reworded('1.1.0'), { by: 'ann' });
    const before = catalog.sequence;
    await catalog.register(reworded('1.1.0'), { by: 'ci' });
    const [draft] = catalog.drafts();
    const digest = draft?.digest ?? 'sha256/v1:';

    expect([draft?.by, catalog.sequence]).toEqual(['ann', before]);
    expect((await rejectionOf(catalog.approve('pay', { digest, by: 'ann' }))).code).toBe('E_SELF_APPROVAL');
  });

  it('a draft without an author is approved by nobody', async () => {
    const catalog = await openCatalog(memoryStore());
    await catalog.register(paySpec({ version: '1.0.0' }));
    const { spec } = await catalog.register(reworded('1.1.0'), { draft: true });
    await catalog.setPolicy({ compatibility: 'review' });
    const digest = catalog.drafts()[0]?.digest ?? 'sha256/v1:';
    const refused = await rejectionOf(catalog.approve('pay', { digest, by: 'bob' }));

    expect(refused.code).toBe('E_SELF_APPROVAL');
    expect(catalog.get('pay')?.spec).not.toEqual(spec);
  });

  it('a draft is not approved once another version is current than it was compared with', async () => {
    const catalog = await reviewed();
    await catalog.register(reworded('1.1.0', 'Pays one bill.'), { by: 'ann' });
    await catalog.register(reworded('1.2.0', 'Pays two bills.'), { by: 'ann' });
    const [older, newer] = catalog.drafts();
    await catalog.approve('pay', { version: '1.2.0', digest: newer?.digest ?? 'sha256/v1:', by: 'bob' });
    const options = { version: '1.1.0', digest: older?.digest ?? 'sha256/v1:', by: 'bob' } as const;
    const stale = await rejectionOf(catalog.approve('pay', options));
    await catalog.register(reworded('1.1.0', 'Pays one bill.'), { by: 'carl' });

    expect([stale.code, catalog.get('pay')?.spec.version]).toEqual(['E_PLAN_STALE', '1.2.0']);
    expect(catalog.drafts()[0]?.by).toBe('ann');
    await catalog.approve('pay', options);
    expect(catalog.get('pay')?.spec.version).toBe('1.1.0');
  });

  it('a name is not free again because its tool was removed', async () => {
    const catalog = await reviewed();
    await catalog.remove('pay', { by: 'ann' });
    const registration = await catalog.register(reworded('1.0.0'), { by: 'ann' });

    expect(registration.draft?.findings.map(({ rule }) => rule)).toContain('reused-name');
    expect(catalog.get('pay')).toBeUndefined();
    const digest = catalog.drafts()[0]?.digest ?? 'sha256/v1:';
    await catalog.approve('pay', { digest, by: 'bob' });
    const again = await openCatalog(memoryStore());
    await again.restore(catalog.snapshot());
    expect(again.snapshot().documents.map(({ key }) => key)).toEqual(['policy']);
  });

  it('nobody takes over a tool that came from nowhere', async () => {
    const catalog = await reviewed();
    const source = 'https://evil.example';
    const { draft } = await catalog.register(paySpec({ version: '1.0.1' }), { by: 'ann', source });

    expect(draft?.findings.map(({ rule }) => rule)).toContain('source-changed');
  });

  it('what has become suspicious since it was proposed is refused', async () => {
    const catalog = await reviewed();
    const other = { ...reworded('1.0.0', 'Gives money to anybody who asks for it.'), name: 'give' };
    const copy = { ...other, name: 'donate' };
    await catalog.register(other, { by: 'ann' });
    await catalog.register(copy, { by: 'ann' });
    await catalog.quarantine('give', { reason: 'gives too much' });
    const [draft] = catalog.drafts('donate');
    const digest = draft?.digest ?? 'sha256/v1:';

    expect(draft?.findings[0]?.rule).toBe('copied-definition');
    expect((await rejectionOf(catalog.approve('donate', { digest, by: 'bob' }))).code).toBe('E_LINT_FAILED');
  });

  it('an earlier version comes back, and a tool is switched on, only by approval', async () => {
    const catalog = await openCatalog(memoryStore());
    await catalog.register(paySpec({ version: '1.0.0' }), { by: 'ann' });
    await catalog.register(reworded('2.0.0'), { by: 'ann' });
    await catalog.setPolicy({ compatibility: 'review' });
    const back = await catalog.register(paySpec({ version: '1.0.0' }), { by: 'mallory' });
    await catalog.setEnabled('pay', false);
    const on = await catalog.register(reworded('2.0.1'), { by: 'mallory' });

    expect([back, on].map(({ draft }) => draft?.findings[0]?.rule)).toEqual([
      'behavioural-change',
      'switched-on',
    ]);
    expect(catalog.get('pay')).toMatchObject({ enabled: false, spec: { version: '2.0.0' } });
    const [first] = catalog.drafts();
    await catalog.approve('pay', { version: '1.0.0', digest: first?.digest ?? 'sha256/v1:', by: 'bob' });
    expect(catalog.get('pay')).toMatchObject({ enabled: true, spec: { version: '1.0.0' } });
    expect((await catalog.events()).at(-1)).toMatchObject({
      type: 'tool-reactivated',
      proposedBy: 'mallory',
    });
  });

  it('an approved way back is not linted again, as one without a review is not', async () => {
    const catalog = await openCatalog(memoryStore());
    const suspicious = reworded('1.0.0', 'Pays a bill. <!-- unseen -->');
    await catalog.register(suspicious, { waivers: [{ rule: 'html-comment', reason: 'known' }] });
    await catalog.register(reworded('2.0.0'));
    await catalog.setPolicy({ compatibility: 'review' });
    await catalog.register(suspicious, { by: 'ann' });
    const digest = catalog.drafts()[0]?.digest ?? 'sha256/v1:';
    await catalog.approve('pay', { digest, by: 'bob' });

    expect(catalog.get('pay')?.spec.version).toBe('1.0.0');
  });

  it('two drafts of one version in one change clash', async () => {
    const catalog = await reviewed();
    const specs = [reworded('1.1.0', 'Pays one bill.'), reworded('1.1.0', 'Pays two bills.')];

    expect((await rejectionOf(catalog.registerAll(specs, { by: 'ann' }))).code).toBe('E_VERSION_CONFLICT');
    expect(catalog.drafts()).toEqual([]);
  });

  it('no definition, however long its keys, makes a snapshot that cannot be restored', async () => {
    const catalog = await reviewed();
    const key = 'k'.repeat(9_000);
    const inputSchema = { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] };
    await catalog.register({ ...reworded('2.0.0'), inputSchema }, { by: 'ann' });
    const again = await openCatalog(memoryStore());
    await again.restore(catalog.snapshot());

    expect(again.snapshot()).toEqual(catalog.snapshot());
    const lengths = catalog
      .drafts()
      .flatMap(({ findings }) => findings.map((one) => JSON.stringify(one).length));
    expect(Math.max(...lengths)).toBeLessThan(5_000);
  });

  it('the content of a tool in quarantine does not come back as a version of another', async () => {
    const catalog = await openCatalog(memoryStore());
    await catalog.register(paySpec());
    await catalog.register({ ...reworded('1.0.0', 'Gives money to anybody who asks.'), name: 'give' });
    await catalog.quarantine('pay', { reason: 'pays twice' });
    const copy = { ...paySpec({ version: '2.0.0' }), name: 'give' };

    expect((await rejectionOf(catalog.register(copy))).code).toBe('E_LINT_FAILED');
  });

  it('a reviewer sees what a draft would change', async () => {
    const catalog = await reviewed();
    const inputSchema = { ...paySpec().inputSchema, required: ['order', 'amount'] };
    await catalog.register({ ...reworded('2.0.0'), inputSchema }, { by: 'ann' });
    const { draft, current, differences, comparison } = catalog.reviewDraft('pay');

    expect([draft.spec.version, current?.spec.version]).toEqual(['2.0.0', '1.0.0']);
    expect(differences?.map(({ field }) => field)).toContain('description');
    expect(comparison?.verdict).toBe('breaking');
    expect(comparison?.input.findings[0]?.witness).toBeDefined();
  });
});

describe('the feed', () => {
  it('says which policy was set, who had proposed what was approved, and which source was looked at', async () => {
    const catalog = await reviewed();
    await catalog.register(reworded('1.1.0'), { by: 'ann' });
    await catalog.approve('pay', { digest: catalog.drafts()[0]?.digest ?? 'sha256/v1:', by: 'bob' });
    await catalog.inspectSource('https://a.example', [{ ...paySpec(), name: 'new_tool' }]);
    await catalog.inspectSource('https://a.example', []);
    await catalog.setPolicy(null);
    const events = await catalog.events();

    expect(events.map(({ type, policy, proposedBy, source }) => [type, policy, proposedBy, source])).toEqual([
      ['policy-changed', { compatibility: 'review' }, undefined, undefined],
      ['tool-created', undefined, undefined, undefined],
      ['draft-proposed', undefined, undefined, undefined],
      ['tool-updated', undefined, 'ann', undefined],
      ['source-flagged', undefined, undefined, 'https://a.example'],
      ['source-cleared', undefined, undefined, 'https://a.example'],
      ['policy-changed', null, undefined, undefined],
    ]);
  });
});

describe('under the policy "semver"', () => {
  it('a version has to fit in between those that are there', async () => {
    const catalog = await openCatalog(memoryStore());
    const open = paySpec();
    const inputSchema = { ...open.inputSchema, additionalProperties: false };
    const properties = { ...Object(open.inputSchema.properties), memo: { type: 'string' } };
    await catalog.registerAll([
      { ...open, inputSchema, version: '1.0.0' },
      { ...open, inputSchema, version: '1.2.0' },
    ]);
    await catalog.setPolicy({ compatibility: 'semver' });
    // 1.2.0 does not take what 1.1.0 would.
    const wider = { ...open, inputSchema: { ...inputSchema, properties }, version: '1.1.0' };
    const refused = await rejectionOf(catalog.register(wider));

    expect([refused.code, refused.context.follows]).toEqual(['E_INCOMPATIBLE_VERSION', '1.2.0']);
  });

  it('a new optional argument of an open schema is an addition', async () => {
    const catalog = await openCatalog(memoryStore());
    const inputSchema = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] };
    const wider = { ...inputSchema, properties: { ...inputSchema.properties, memo: { type: 'string' } } };
    await catalog.register({ ...paySpec({ version: '1.0.0' }), inputSchema });
    await catalog.setPolicy({ compatibility: 'semver' });
    const patch = await rejectionOf(
      catalog.register({ ...paySpec({ version: '1.0.1' }), inputSchema: wider }),
    );
    await catalog.register({ ...paySpec({ version: '1.1.0' }), inputSchema: wider });

    expect([patch.code, patch.context.needs]).toEqual(['E_INCOMPATIBLE_VERSION', 'minor']);
    expect(catalog.get('pay')?.spec.version).toBe('1.1.0');
  });
});
