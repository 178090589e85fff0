import { describe, expect, it } from 'vitest';
import { authorityDigest, type ToolCatalog } from '../../packages/toolcrib/src/catalog/index.ts';
import type { ToolsetPlan } from '../../packages/toolcrib/src/catalog/toolsets/toolset-plan.ts';
import { estimateTokens } from '../../packages/toolcrib/src/providers/index.ts';
import { codeAuthority } from '../code-authority.ts';
import { errorOf } from '../errors.ts';
import { openSupportCatalog, spec } from './support-catalog.ts';

const inputSchema = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 100 }, limit: { type: 'integer' } },
  required: ['text', 'limit'],
};

/** A toolset, and one in its place that differs in everything that can differ. */
async function planExample(options = {}): Promise<{ catalog: ToolCatalog; plan: ToolsetPlan }> {
  const catalog = await openSupportCatalog();
  const { toolsets } = catalog;
  await catalog.registerAll([spec('audit', '1.0.0'), spec('pay', '1.0.0'), spec('stay', '1.0.0')]);
  const tools = [
    { tool: 'search' },
    { tool: 'refund' },
    { tool: 'audit' },
    { tool: 'pay' },
    { tool: 'stay' },
  ];
  await toolsets.apply(toolsets.plan({ name: 'support', tools }));
  await catalog.register(spec('search', '1.1.0', { inputSchema, description: 'Searches.' }));
  const plan = toolsets.plan(
    {
      name: 'support',
      tools: [
        { tool: 'search' },
        { tool: 'refund', wireName: 'pay_back', description: 'Pays money back to a customer, once.' },
        { tool: 'mail.send', wireName: 'send_mail' },
        { tool: 'pay', policy: { autonomy: 'deny' } },
        { tool: 'stay', range: '^1' },
      ],
    },
    options,
  );
  return { catalog, plan };
}

describe('a plan', () => {
  it('tells which tools come, go, and have other versions or overrides', async () => {
    const { catalog, plan } = await planExample();
    const current = catalog.toolsets.get('support');

    expect(plan).toMatchObject({ from: { revision: 1, setDigest: current?.setDigest }, isEmpty: false });
    expect(plan.to.setDigest).not.toBe(current?.setDigest);
    expect(plan.changes.map(({ tool, kind }) => `${tool} ${kind}`)).toEqual([
      'audit removed',
      'mail.send added',
      'pay overridden',
      'refund overridden',
      'search updated',
    ]);
    const [audit, mail, , , search] = plan.changes;
    const digestOf = (name: string, version: string) =>
      catalog.versions(name).find((one) => one.spec.version === version)?.digest;
    const stated = authorityDigest({ authority: codeAuthority });
    expect(audit).toMatchObject({ before: { version: '1.0.0', digest: digestOf('audit', '1.0.0') } });
    expect(audit).not.toHaveProperty('after');
    expect(mail).toMatchObject({ after: { version: '1.0.0', digest: digestOf('mail.send', '1.0.0') } });
    expect(mail).not.toHaveProperty('before');
    expect(search?.before).toEqual({
      version: '1.0.0',
      digest: digestOf('search', '1.0.0'),
      authorityDigest: stated,
    });
    expect(search?.after).toEqual({
      version: '1.1.0',
      digest: digestOf('search', '1.1.0'),
      authorityDigest: stated,
    });
  });

  it('tells where what models see differs', async () => {
    const { plan } = await planExample();
    const [audit, mail, pay, refund, search] = plan.changes.map(({ differences }) =>
      differences.map(({ pointer }) => pointer),
    );

    expect([audit, mail, pay]).toEqual([[], [], []]);
    expect(refund).toEqual(['/name', '/description']);
    expect(search).toEqual([
      '/version',
      '/description',
      '/inputSchema/properties/limit',
      '/inputSchema/properties/text/maxLength',
      '/inputSchema/required/1',
    ]);
    expect(plan.changes[2]?.policy).toEqual({ after: { autonomy: 'deny' } });
  });

  it('tells whether calls still fit, and shows one that does not', async () => {
    const { plan } = await planExample();
    const [audit, mail, pay, refund, search] = plan.changes.map(({ comparison }) => comparison);

    expect([audit, mail]).toEqual([undefined, undefined]);
    expect(pay).toMatchObject({ verdict: 'compatible', behavioural: [] });
    expect(refund).toMatchObject({
      verdict: 'compatible',
      behavioural: [{ pointer: '/description', after: 'Pays money back to a customer, once.' }],
    });
    expect(search).toMatchObject({ verdict: 'breaking', output: { verdict: 'compatible' } });
    expect(search?.input.findings).toContainEqual(
      expect.objectContaining({ rule: 'required-added', witness: expect.anything() }),
    );
  });

  it('tells what it costs in tokens, where what is denied or gone costs nothing', async () => {
    const { plan } = await planExample();
    const [audit, mail, pay, refund, search] = plan.changes.map(({ tokens }) => tokens);
    const { description, inputSchema: schema } = spec('mail.send', '1.0.0');

    expect(mail).toEqual({
      before: 0,
      after: estimateTokens(JSON.stringify({ name: 'send_mail', description, inputSchema: schema })),
    });
    expect([audit?.after, pay?.after]).toEqual([0, 0]);
    expect(refund?.after).toBeGreaterThan(refund?.before ?? 0);
    expect(search?.after).toBeGreaterThan(search?.before ?? 0);
    const sum = (side: 'before' | 'after') =>
      plan.changes.reduce((total, { tokens }) => total + tokens[side], 0);
    const unchanged = plan.tokens.before - sum('before');
    expect(unchanged).toBeGreaterThan(0);
    expect(plan.tokens.after - sum('after')).toBe(unchanged);
  });

  it('counts tokens as it is told, of what models see', async () => {
    const counted: string[] = [];
    const { catalog, plan } = await planExample({
      countTokens: ({ name, description }: { name: string; description: string }) => {
        counted.push(`${name}: ${description}`);
        return 10;
      },
    });

    expect(plan.tokens).toEqual({ before: 50, after: 40 });
    expect(counted).toContain('pay_back: Pays money back to a customer, once.');
    expect(counted).toContain('send_mail: Does mail.send.');
    for (const countTokens of [7, () => Number.NaN, () => -1, () => '3']) {
      const error = errorOf(() =>
        catalog.toolsets.plan(plan.definition, { countTokens: countTokens as never }),
      );
      expect(error).toMatchObject({ code: 'E_INVALID_OPTION', context: { option: 'countTokens' } });
    }
  });

  it('knows no more of a version that is gone than its digest', async () => {
    const { catalog } = await planExample();
    const { toolsets } = catalog;
    await catalog.remove('audit');
    await catalog.remove('pay');
    await catalog.register(spec('pay', '1.0.0', { title: 'Pay' }));

    const { changes } = toolsets.plan({ name: 'support', tools: [{ tool: 'pay' }] });

    expect(changes.find(({ tool }) => tool === 'audit')).toMatchObject({
      kind: 'removed',
      tokens: { before: 0, after: 0 },
    });
    const pay = changes.find(({ tool }) => tool === 'pay');
    expect(pay).toMatchObject({ kind: 'updated', differences: [], tokens: { before: 0 } });
    expect(pay).not.toHaveProperty('comparison');
    expect(pay?.before?.digest).not.toBe(pay?.after?.digest);
  });

  it('is empty only if there is nothing at all to apply', async () => {
    const { toolsets } = await openSupportCatalog();
    const empty = { name: 'support', tools: [] };

    expect(toolsets.plan(empty)).toMatchObject({
      isEmpty: false,
      changes: [],
      tokens: { before: 0, after: 0 },
    });
    expect(toolsets.plan(empty)).not.toHaveProperty('from');
    await toolsets.apply(toolsets.plan(empty));
    expect(toolsets.plan(empty).isEmpty).toBe(true);
    expect(toolsets.plan({ ...empty, title: 'Support' })).toMatchObject({ isEmpty: false, changes: [] });
  });
});
