import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  memoryStore,
  openCatalog,
  sealCatalog,
  type ToolCatalog,
  toSpec,
} from '../../packages/toolcrib/src/catalog/index.ts';
import type { ToolsetEntry } from '../../packages/toolcrib/src/catalog/toolsets/toolset.ts';
import { toolsetPolicy } from '../../packages/toolcrib/src/catalog/toolsets/toolset-policy.ts';
import { defineTool, lockTools, type Tool } from '../../packages/toolcrib/src/index.ts';
import {
  combinePolicies,
  createRuntime,
  defaultPolicy,
  type Policy,
} from '../../packages/toolcrib/src/runtime/index.ts';
import { errorOf, rejectionOf } from '../errors.ts';
import { wireForms } from '../providers/wire-forms.ts';
import { openSupportCatalog, spec } from './support-catalog.ts';

const consumer = 'support-eu';

async function apply(catalog: ToolCatalog, ...tools: readonly ToolsetEntry[]): Promise<void> {
  const { toolsets } = catalog;
  await toolsets.apply(toolsets.plan({ name: 'support', tools }));
}

/** Handlers that say what was called with what. */
function handlersOf(...names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [name, ({ text }: { text: string }) => `${name} of ${text}`]),
  );
}

describe('a seal of a toolset', () => {
  it('has its tools and no others, at the versions that are pinned', async () => {
    const catalog = await openSupportCatalog();
    await apply(catalog, { tool: 'search' }, { tool: 'refund' });
    await catalog.register(spec('search', '2.0.0', { title: 'Search' }));
    const bindings = handlersOf('search', 'refund', 'mail.send', 'not.there');

    const seal = await sealCatalog(catalog, bindings, { consumer, toolset: 'support' });

    expect(seal.list()).toEqual(['refund', 'search']);
    expect(seal.tools.map(({ version }) => version)).toEqual(['1.0.0', '1.0.0']);
    expect(seal.toolset).toEqual(catalog.toolsets.get('support'));
    expect(seal.leftOut()).toEqual([]);
  });

  it('shows its names and descriptions to the models of every provider, and calls what they stand for', async () => {
    const catalog = await openSupportCatalog();
    await apply(
      catalog,
      { tool: 'mail.send', wireName: 'send_mail', description: 'Sends a mail to a customer.' },
      { tool: 'refund', wireName: 'search' },
      { tool: 'search', wireName: 'find_order' },
    );

    const seal = await sealCatalog(catalog, handlersOf('search', 'refund', 'mail.send'), {
      consumer,
      toolset: 'support',
    });
    const runtime = createRuntime({ resolver: seal });
    const descriptions = seal.tools.map((tool) => tool.describe());

    for (const form of wireForms) {
      const { tools, codec } = form.render(descriptions);
      expect(form.check(tools)).toEqual([]);
      expect(JSON.stringify(tools)).toContain('Sends a mail to a customer.');
      expect(JSON.stringify(tools)).not.toContain('Does mail.send.');
      expect(tools.map((tool) => form.readTool(tool).name).sort()).toEqual([
        'find_order',
        'search',
        'send_mail',
      ]);
      const [call] = form.readCalls({ name: 'send_mail', args: { text: 'x' } }, codec);
      expect(call?.tool).toBe('send_mail');
    }
    const resultOf = async (tool: string) => (await runtime.call({ tool, args: { text: 'x' } })).result;
    expect([
      await resultOf('send_mail'),
      await resultOf('search'),
      await resultOf('find_order'),
    ]).toMatchObject([{ text: 'mail.send of x' }, { text: 'refund of x' }, { text: 'search of x' }]);
    for (const name of ['mail.send', 'refund']) {
      expect((await runtime.call({ tool: name, args: { text: 'x' } })).status).toBe('unknown_tool');
    }
  });

  it('takes a tool of the code, which keeps its schemas and all that it does', async () => {
    const catalog = await openCatalog(memoryStore());
    const tool = defineTool({
      name: 'double',
      version: '1.0.0',
      description: 'Doubles.',
      inputSchema: z.object({ of: z.number().default(21) }),
      outputSchema: z.object({ is: z.number() }),
      effect: 'read',
      requires: ['math'],
      timeoutMs: 5,
      trusted: true,
      handler: ({ of }) => ({ is: 2 * of }),
    });
    await catalog.register(toSpec(tool));
    await apply(catalog, {
      tool: 'double',
      wireName: 'twice',
      description: 'Twice as much.',
      policy: { requires: ['math', 'more'] },
    });

    const seal = await sealCatalog(catalog, [tool], { consumer, toolset: 'support' });
    const twice = seal.resolve('twice') as Tool;

    expect(twice).toMatchObject({
      ...tool,
      name: 'twice',
      description: 'Twice as much.',
      requires: ['math', 'more'],
    });
    expect(await twice.executor({ signal: new AbortController().signal })({})).toEqual({ is: 42 });
    await expect(twice.executor({ signal: new AbortController().signal })({ of: 'x' })).rejects.toMatchObject(
      { code: 'E_INVALID_TOOL_ARGS' },
    );
    expect(twice.digest).not.toBe(tool.digest);
    expect(tool).toMatchObject({ name: 'double', requires: ['math'] });
  });

  it('takes the very tool of the code if nothing is otherwise', async () => {
    const catalog = await openCatalog(memoryStore());
    const tool = defineTool({
      name: 'ping',
      description: 'Pings.',
      inputSchema: { type: 'object' },
      handler: () => 'pong',
    });
    await catalog.register(toSpec(tool));
    await apply(catalog, { tool: 'ping', policy: { autonomy: 'allow' } });

    const seal = await sealCatalog(catalog, [tool], { consumer, toolset: 'support' });

    expect(seal.resolve('ping')).toBe(tool);
  });

  it('requires the scopes of the toolset besides those of the tool', async () => {
    const catalog = await openSupportCatalog();
    await apply(catalog, { tool: 'search', policy: { requires: ['b'] } });
    const search = { handler: () => 'found', requires: ['a'] };

    const seal = await sealCatalog(catalog, { search }, { consumer, toolset: 'support' });
    const runtime = createRuntime({ resolver: seal });
    const call = async (...scopes: string[]) =>
      (await runtime.call({ tool: 'search', args: { text: 'x' }, caller: { id: 'ann', scopes } })).status;

    expect(seal.resolve('search')?.requires).toEqual(['a', 'b']);
    expect([await call('a'), await call('b'), await call('a', 'b')]).toEqual([
      'unknown_tool',
      'unknown_tool',
      'ok',
    ]);
  });

  it('leaves out what the toolset denies, for which there need be no code', async () => {
    const catalog = await openSupportCatalog();
    await apply(catalog, { tool: 'search' }, { tool: 'refund', policy: { autonomy: 'deny' } });

    const seal = await sealCatalog(catalog, handlersOf('search'), { consumer, toolset: 'support' });

    expect(seal.list()).toEqual(['search']);
    expect(seal.leftOut()).toEqual([{ name: 'refund', version: '1.0.0', reason: 'denied' }]);
    await catalog.setEnabled('search', false);
    expect(seal.leftOut().map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'refund denied',
      'search disabled',
    ]);
  });

  it('asks where the toolset wants it, by the policy that is made of it', async () => {
    const catalog = await openSupportCatalog();
    await apply(
      catalog,
      { tool: 'search' },
      { tool: 'refund', wireName: 'pay_back', policy: { autonomy: 'ask' } },
    );
    const seal = await sealCatalog(catalog, handlersOf('search', 'refund'), { consumer, toolset: 'support' });
    const ofToolset: Policy = toolsetPolicy(seal.toolset);
    const policy = combinePolicies([defaultPolicy, ofToolset]);
    const runtime = createRuntime({ resolver: seal, policy });
    const args = { text: 'x' };

    expect(policy.isByScopes).toBe(true);
    expect((await runtime.call({ tool: 'search', args })).status).toBe('ok');
    const approved = await runtime.call({ tool: 'pay_back', args, approval: { approver: 'ann' } });
    expect(approved.status).toBe('ok');
    const rejected = await runtime.call({
      tool: 'pay_back',
      args,
      approval: { approver: 'ann', decision: 'reject' },
    });
    expect(rejected.status).toBe('denied');
    expect(toolsetPolicy(seal.toolset)({ tool: { name: 'pay_back' } })).toEqual({
      verdict: 'ask',
      reason: 'the toolset "support" needs approval for it',
    });
    expect(errorOf(() => toolsetPolicy(undefined)).code).toBe('E_INVALID_OPTION');
  });

  it('stays as it was when the toolset changes, and follows what happens to its tools', async () => {
    const catalog = await openSupportCatalog();
    const { toolsets } = catalog;
    await apply(catalog, { tool: 'search', wireName: 'find' }, { tool: 'refund' });
    const seal = await sealCatalog(catalog, handlersOf('search', 'refund'), { consumer, toolset: 'support' });

    await apply(catalog, { tool: 'refund' });
    expect(seal.list()).toEqual(['find', 'refund']);
    await toolsets.remove('support');
    expect(seal.list()).toEqual(['find', 'refund']);
    expect(seal.toolset?.revision).toBe(1);
    await catalog.quarantine('search', { reason: 'Leaks.' });
    expect(seal.list()).toEqual(['refund']);
    expect(seal.leftOut()).toEqual([{ name: 'search', version: '1.0.0', reason: 'quarantined' }]);
    await catalog.release('search');
    expect(seal.list()).toEqual(['find', 'refund']);
    await catalog.remove('refund');
    expect(seal.leftOut()).toMatchObject([{ name: 'refund', reason: 'removed' }]);
  });

  it('leaves out a version when its date has come', async () => {
    let now = Date.parse('2026-01-01T00:00:00.000Z');
    const catalog = await openCatalog(memoryStore(), { clock: { now: () => now } });
    await catalog.register(spec('search', '1.0.0'));
    await apply(catalog, { tool: 'search', version: '1.0.0' });
    await catalog.deprecate('search', { message: 'Old.', sunset: '2026-02-01T00:00:00.000Z' });
    const seal = await sealCatalog(catalog, handlersOf('search'), { consumer, toolset: 'support' });

    expect(seal.list()).toEqual(['search']);
    expect(await catalog.deprecatedUses()).toMatchObject([{ name: 'search', consumer }]);
    now = Date.parse('2026-02-01T00:00:00.000Z');
    expect(seal.list()).toEqual([]);
    expect(seal.leftOut()).toMatchObject([{ name: 'search', reason: 'sunset' }]);
    const late = await sealCatalog(catalog, handlersOf('search'), { consumer, toolset: 'support' });
    expect(late.leftOut()).toMatchObject([{ name: 'search', reason: 'sunset' }]);
    await catalog.undeprecate('search', { version: '1.0.0' });
    expect(seal.list()).toEqual(['search']);
  });

  it('honours a lock of the tools as models see them', async () => {
    const catalog = await openSupportCatalog();
    await apply(catalog, { tool: 'search', wireName: 'find' });
    const bindings = handlersOf('search');
    const lock = lockTools((await sealCatalog(catalog, bindings, { consumer, toolset: 'support' })).tools);
    const seal = () => sealCatalog(catalog, bindings, { consumer, toolset: 'support', lock });

    expect(Object.keys(lock.tools)).toEqual(['find']);
    expect((await seal()).list()).toEqual(['find']);
    await apply(catalog, { tool: 'search', wireName: 'find', description: 'Finds more.' });
    expect((await rejectionOf(seal())).code).toBe('E_LOCK_MISMATCH');
  });

  it('is refused with all that does not fit', async () => {
    const catalog = await openSupportCatalog();
    await catalog.registerAll([
      spec('other', '1.0.0'),
      spec('changed', '1.0.0'),
      spec('gone', '1.0.0'),
      spec('un.usable', '1.0.0'),
    ]);
    await catalog.registerAll([spec('ranged', '1.0.0'), spec('versioned', '1.0.0')]);
    const names = ['search', 'refund', 'other', 'changed', 'gone', 'un.usable', 'ranged', 'versioned'];
    await apply(catalog, ...names.map((tool) => ({ tool })));
    await catalog.remove('gone');
    await catalog.remove('changed');
    await catalog.register(spec('changed', '1.0.0', { title: 'Changed' }));
    const refund = defineTool({
      name: 'refund',
      version: '1.0.0',
      description: 'Another.',
      inputSchema: { type: 'object' },
      handler: () => 'x',
    });
    const versioned = defineTool({
      name: 'versioned',
      version: '2.0.0',
      description: 'x',
      inputSchema: { type: 'object' },
      handler: () => 'x',
    });
    const handler = () => 'x';

    const error = await rejectionOf(
      sealCatalog(
        catalog,
        {
          refund,
          versioned,
          search: handler,
          changed: handler,
          gone: handler,
          'un.usable': handler,
          ranged: { handler, range: '^2' },
        },
        { consumer, toolset: 'support' },
      ),
    );

    expect(error.code).toBe('E_SPEC_MISMATCH');
    expect(error.context.mismatches).toMatchObject([
      { name: 'changed', kind: 'replaced', version: '1.0.0' },
      { name: 'gone', kind: 'missing' },
      { name: 'other', kind: 'unbound' },
      { name: 'ranged', kind: 'other-version', version: '1.0.0', wanted: { range: '^2' } },
      { name: 'refund', kind: 'differs' },
      { name: 'un.usable', kind: 'unusable' },
      { name: 'versioned', kind: 'other-version', version: '1.0.0', wanted: { version: '2.0.0' } },
    ]);
    expect(error.message).toContain('"other" is in the toolset, but has no binding');
  });

  it('needs a toolset that there is', async () => {
    const catalog = await openSupportCatalog();
    const seal = (toolset: unknown) =>
      sealCatalog(catalog, handlersOf('search'), { consumer, toolset: toolset as string });

    expect((await rejectionOf(seal('support'))).code).toBe('E_TOOLSET_NOT_FOUND');
    for (const wrong of ['', 7, null]) expect((await rejectionOf(seal(wrong))).code).toBe('E_INVALID_OPTION');
  });

  it('takes the scopes of a tool and of a toolset only as far as a tool can have', async () => {
    const catalog = await openSupportCatalog();
    const scopes = (kind: string) => Array.from({ length: 40 }, (_, index) => `${kind}:${index}`);
    await apply(catalog, { tool: 'search', policy: { requires: scopes('a') } });
    const search = { handler: () => 'found', requires: scopes('b') };

    const error = await rejectionOf(sealCatalog(catalog, { search }, { consumer, toolset: 'support' }));

    expect(error).toMatchObject({ code: 'E_INVALID_TOOL', context: { field: 'requires' } });
  });
});
