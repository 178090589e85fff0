import { describe, expect, it } from 'vitest';
import { errorOf, rejectionOf } from '../../../../../test/errors.ts';
import { defineTool } from '../../core/define-tool.ts';
import { lockTools } from '../../core/lock.ts';
import type { Tool } from '../../core/tool.ts';
import { memoryStore } from '../memory-store.ts';
import { openCatalog } from '../open-catalog.ts';
import { sealCatalog } from '../seal-catalog.ts';
import { toSpec } from '../to-spec.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import type { ToolsetEntry } from '../toolsets/toolset.ts';

const consumer = 'service';
const leaveOut = { consumer, onMismatch: 'leave-out' } as const;

function toolOf(name: string, { version = '1.0.0', description = `Does ${name}.` } = {}): Tool {
  return defineTool({
    name,
    version,
    description,
    inputSchema: { type: 'object', properties: {} },
    handler: () => name,
  });
}

async function openWith(...tools: readonly Tool[]): Promise<ToolCatalog> {
  const catalog = await openCatalog(memoryStore());
  await catalog.registerAll(tools.map(toSpec));
  return catalog;
}

async function apply({ toolsets }: ToolCatalog, ...tools: readonly ToolsetEntry[]): Promise<void> {
  await toolsets.apply(toolsets.plan({ name: 'support', tools }));
}

describe('a seal that leaves out what does not fit', () => {
  it('has the rest, and says why', async () => {
    const add = toolOf('add');
    const catalog = await openWith(add, toolOf('sub', { description: 'Another one.' }), toolOf('mul'));

    const seal = await sealCatalog(
      catalog,
      [add, toolOf('sub'), toolOf('mul', { version: '2.0.0' }), toolOf('div')],
      leaveOut,
    );

    expect(seal.list()).toEqual(['add']);
    expect(seal.tools).toEqual([add]);
    expect(seal.leftOut()).toEqual([
      { name: 'div', version: null, reason: 'missing' },
      { name: 'mul', version: null, reason: 'version-missing' },
      { name: 'sub', version: '1.0.0', reason: 'differs' },
    ]);
  });

  it('has the tools of a toolset that there is code for', async () => {
    const [add, sub, mul] = [toolOf('add'), toolOf('sub'), toolOf('mul')];
    const catalog = await openWith(add, sub, mul);
    await apply(catalog, { tool: 'add' }, { tool: 'sub' }, { tool: 'mul' });

    const tools = [add, toolOf('mul', { version: '2.0.0' })];
    const seal = await sealCatalog(catalog, tools, { ...leaveOut, toolset: 'support' });

    expect(seal.list()).toEqual(['add']);
    expect(seal.leftOut().map(({ name, reason }) => [name, reason])).toEqual([
      ['mul', 'other-version'],
      ['sub', 'unbound'],
    ]);
  });

  it('still refuses a toolset that there is not, a lock that differs, and another option', async () => {
    const add = toolOf('add');
    const catalog = await openWith(add);
    const lock = lockTools([add, toolOf('sub')]);

    expect(await rejectionOf(sealCatalog(catalog, [add], { ...leaveOut, toolset: 'none' }))).toMatchObject({
      code: 'E_TOOLSET_NOT_FOUND',
    });
    expect(await rejectionOf(sealCatalog(catalog, [add], { ...leaveOut, lock }))).toMatchObject({
      code: 'E_LOCK_MISMATCH',
    });
    // Wrong on purpose.
    const wrong = { consumer, onMismatch: 'ignore' as never };
    expect(await rejectionOf(sealCatalog(catalog, [add], wrong))).toMatchObject({ code: 'E_INVALID_OPTION' });
  });
});

describe('a seal that is renewed', () => {
  it('is the same while its tools are, whatever else happens', async () => {
    const [add, sub] = [toolOf('add'), toolOf('sub')];
    const catalog = await openWith(add, sub);
    const seal = await sealCatalog(catalog, [add, sub], leaveOut);
    const registry = seal.available();

    await catalog.register(toSpec(toolOf('unrelated')));
    await catalog.setEnabled('sub', false);
    const renewed = seal.renew();

    expect(renewed).toBe(seal);
    expect(renewed.available()).not.toBe(registry);
    expect([renewed.list(), renewed.unavailable('sub')?.code]).toEqual([['add'], 'E_TOOL_DISABLED']);
  });

  it('has what fits by now, and not what does not any more', async () => {
    const [add, sub] = [toolOf('add'), toolOf('sub')];
    const catalog = await openWith(add);
    const seal = await sealCatalog(catalog, [add, sub], leaveOut);
    const snapshot = catalog.snapshot();

    await catalog.register(toSpec(sub));
    const grown = seal.renew();
    const lists = [seal.list(), grown.list()];
    await catalog.restore(snapshot);
    const shrunk = grown.renew();

    expect([...lists, shrunk.list()]).toEqual([['add'], ['add', 'sub'], ['add']]);
    expect(shrunk.leftOut()).toEqual([{ name: 'sub', version: null, reason: 'missing' }]);
    expect(grown.resolve('add')).toBe(add);
  });

  it('says why tools are left out now, though those that it has are the same', async () => {
    const [add, sub] = [toolOf('add'), toolOf('sub')];
    const catalog = await openWith(add);
    const seal = await sealCatalog(catalog, [add, sub], leaveOut);

    await catalog.register(toSpec(toolOf('sub', { description: 'Another one.' })));

    expect(seal.renew()).toBe(seal);
    expect(seal.leftOut()).toEqual([{ name: 'sub', version: '1.0.0', reason: 'differs' }]);
  });

  it('has the current revision of its toolset, with the very tools that are as they were', async () => {
    const [add, sub] = [toolOf('add'), toolOf('sub')];
    const catalog = await openWith(add, sub);
    await apply(catalog, { tool: 'add', wireName: 'plus' });
    const seal = await sealCatalog(catalog, [add, sub], { ...leaveOut, toolset: 'support' });

    await apply(catalog, { tool: 'add', wireName: 'plus', policy: { autonomy: 'allow' } }, { tool: 'sub' });
    const next = seal.renew();
    await apply(catalog, { tool: 'add', wireName: 'plus', policy: { autonomy: 'ask' } }, { tool: 'sub' });
    const asking = next.renew();
    await apply(catalog, { tool: 'add', wireName: 'sum' }, { tool: 'sub' });
    const last = asking.renew();

    expect([seal.list(), next.list(), last.list()]).toEqual([['plus'], ['plus', 'sub'], ['sub', 'sum']]);
    expect(next.resolve('plus')).toBe(seal.resolve('plus'));
    expect(asking.resolve('plus')).not.toBe(next.resolve('plus'));
    expect(asking.resolve('sub')).toBe(next.resolve('sub'));
    expect([seal, next, asking, last].map(({ toolset }) => toolset?.revision)).toEqual([1, 2, 3, 4]);
  });

  it('keeps what may be used the same object if another revision changes none of it', async () => {
    const add = toolOf('add');
    const catalog = await openWith(add);
    await apply(catalog, { tool: 'add' });
    const seal = await sealCatalog(catalog, [add], { ...leaveOut, toolset: 'support' });

    await apply(catalog, { tool: 'add', policy: { autonomy: 'allow' } });
    const renewed = seal.renew();

    expect(renewed).not.toBe(seal);
    expect(renewed.available()).toBe(seal.available());
    expect(renewed.identity()).toBe(renewed.available());
  });

  it('throws what sealing would reject with, and can be renewed later all the same', async () => {
    const add = toolOf('add');
    const catalog = await openWith(add);
    await apply(catalog, { tool: 'add' });
    const seal = await sealCatalog(catalog, [add], { consumer, toolset: 'support' });

    await catalog.toolsets.remove('support');
    const gone = errorOf(() => seal.renew());
    await apply(catalog, { tool: 'add' });
    const again = seal.renew();
    const names = again.list();
    await catalog.remove('add');

    expect(gone).toMatchObject({ code: 'E_TOOLSET_NOT_FOUND' });
    expect(names).toEqual(['add']);
    expect(errorOf(() => again.renew())).toMatchObject({ code: 'E_SPEC_MISMATCH' });
  });

  it('takes the same spec for the same tool when another process has handed it over', async () => {
    const store = memoryStore();
    const add = toolOf('add');
    const [catalog, other] = [await openCatalog(store), await openCatalog(store)];
    await other.register(toSpec(add));
    await apply(other, { tool: 'add', wireName: 'plus' });
    const seal = await sealCatalog(catalog, [add], { ...leaveOut, toolset: 'support' });
    const before = seal.resolve('plus');

    await other.setEnabled('add', false);
    await other.setEnabled('add', true);
    await catalog.refresh();

    expect(seal.renew().resolve('plus')).toBe(before);
  });
});
