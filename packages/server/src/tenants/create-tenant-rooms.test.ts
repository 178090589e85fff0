import { memoryStore, toSpec } from 'toolcrib/catalog';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  actorOf,
  applyToolset,
  fakeClockOf,
  startCallWorld,
  toolOf,
} from '../../../../test/calls/call-world.ts';
import { FollowingView } from './tool-view.ts';

const { caller } = actorOf('key:ada', { scopes: ['*'] });

async function namesIn(view: { describe(by: typeof caller): Promise<readonly { name: string }[]> }) {
  return (await view.describe(caller)).map(({ name }) => name);
}

describe('tenant rooms', () => {
  it('refuses a tenant that there is not, or cannot be', async () => {
    const { tenants } = startCallWorld();

    for (const name of ['nobody', '', '*', '../acme', 'a\0', 'x'.repeat(65)]) {
      await expect(tenants.open(name)).rejects.toMatchObject({ code: 'E_TENANT_NOT_FOUND' });
    }
    expect(tenants.opened()).toEqual([]);
  });

  it('gives the code of the process only to tenants that may run it', async () => {
    const { publish, desk, tenants } = startCallWorld({
      tools: [toolOf('echo')],
      tenants: ['acme', 'poor'],
    });
    await publish('acme');
    const room = await publish('poor');
    await applyToolset(room, 'some', ['echo']);
    const ada = actorOf('key:ada', { tenant: 'poor', scopes: ['*'] });

    for (const toolset of [undefined, 'some']) {
      const view = await room.view(toolset);
      expect(await view.describe(ada.caller)).toEqual([]);
      const { ended } = await desk.start({ actor: ada, view, tool: 'echo', args: {} });
      expect((await ended).status).toBe('unknown_tool');
    }
    expect(room.bindingOf('echo')).toBe('unbound');
    expect((await tenants.open('acme')).bindingOf('echo')).toBe('bound');
  });

  it('opens a tenant once for all who ask at the same time', async () => {
    const { tenants } = startCallWorld();

    const [first, second] = await Promise.all([tenants.open('acme'), tenants.open('acme')]);

    expect(first).toBe(second);
    expect(await tenants.open('acme')).toBe(first);
    expect(tenants.opened()).toEqual([first]);
  });

  it('opens a tenant at the next try if the store failed at the first', async () => {
    const catalogs = memoryStore();
    let fails = true;
    const { tenants } = startCallWorld({
      catalogs: {
        ...catalogs,
        isDurable: false,
        load: (tenant) => (fails ? Promise.reject(new Error('down')) : catalogs.load(tenant)),
        changes: (tenant, after) => catalogs.changes(tenant, after),
        change: (tenant, request) => catalogs.change(tenant, request),
        events: (tenant, after, limit) => catalogs.events(tenant, after, limit),
        watch: (tenant, wake) => catalogs.watch(tenant, wake),
        recordUses: (tenant, uses) => catalogs.recordUses(tenant, uses),
        uses: (tenant) => catalogs.uses(tenant),
      },
    });

    await expect(tenants.open('acme')).rejects.toThrow('down');
    fails = false;

    await expect(tenants.open('acme')).resolves.toMatchObject({ tenant: 'acme' });
  });

  it('refuses two tools of one name', () => {
    expect(() => startCallWorld({ tools: [toolOf('add'), toolOf('add')] })).toThrow(
      expect.objectContaining({ code: 'E_TOOL_ALREADY_REGISTERED' }),
    );
  });

  it('shows what is in the catalogue, may be used, and has this very code', async () => {
    const [add, sub, mul] = [toolOf('add'), toolOf('sub'), toolOf('mul')];
    const { tenants } = startCallWorld({ tools: [add, sub, mul] });
    const room = await tenants.open('acme');
    const view = await room.view();

    await room.catalog.registerAll([
      toSpec(add),
      { ...toSpec(sub), description: 'Does something else.' },
      { ...toSpec(mul), name: 'div' },
    ]);

    expect(await namesIn(view)).toEqual(['add']);
    expect(['add', 'sub', 'mul', 'div'].map((name) => room.bindingOf(name))).toEqual([
      'bound',
      'differs',
      'differs',
      'unbound',
    ]);
  });

  it('has every acknowledged change in the next answer', async () => {
    const add = toolOf('add');
    const { tenants } = startCallWorld({ tools: [add] });
    const room = await tenants.open('acme');
    const view = await room.view();
    const seen: (readonly string[])[] = [await namesIn(view)];

    await room.catalog.register(toSpec(add));
    seen.push(await namesIn(view));
    await room.catalog.setEnabled('add', false);
    seen.push(await namesIn(view));
    await room.catalog.setEnabled('add', true);
    seen.push(await namesIn(view));
    await room.catalog.quarantine('add', { reason: 'leaks' });
    seen.push(await namesIn(view));
    await room.catalog.release('add');
    await room.catalog.remove('add');
    seen.push(await namesIn(view));
    await room.catalog.register(toSpec(add));
    seen.push(await namesIn(view));

    expect(seen).toEqual([[], ['add'], [], ['add'], [], [], ['add']]);
    expect(room.bindingOf('add')).toBe('bound');
  });

  it('binds a tool that comes back with a snapshot', async () => {
    const add = toolOf('add');
    const world = startCallWorld({ tools: [add] });
    const room = await world.publish();
    const view = await room.view();
    const snapshot = room.catalog.snapshot();
    await room.catalog.remove('add');
    const without = await namesIn(view);

    await room.catalog.restore(snapshot);

    expect([without, await namesIn(view)]).toEqual([[], ['add']]);
  });

  it('describes the same tools by the same array, until they change', async () => {
    const world = startCallWorld({ tools: [toolOf('add'), toolOf('sub')] });
    const room = await world.publish();
    const view = await room.view();
    const first = await view.describe(caller);

    await room.catalog.register({ name: 'unrelated', inputSchema: { type: 'object' }, outputSchema: {} });
    const same = await view.describe({ ...caller });
    await room.catalog.setEnabled('sub', false);
    const other = await view.describe(caller);

    expect(same).toBe(first);
    expect(other).not.toBe(first);
  });

  it('has one view per toolset, which follows its revisions', async () => {
    const world = startCallWorld({ tools: [toolOf('add'), toolOf('sub')] });
    const room = await world.publish();
    await expect(room.view('maths')).rejects.toMatchObject({ code: 'E_TOOLSET_NOT_FOUND' });
    await applyToolset(room, 'maths', ['add']);
    const [view, again] = await Promise.all([room.view('maths'), room.view('maths')]);
    const seen = [await namesIn(view)];

    await applyToolset(room, 'maths', [{ tool: 'add', wireName: 'plus' }, 'sub']);
    seen.push(await namesIn(view));
    await room.catalog.toolsets.rollback('maths');
    seen.push(await namesIn(view));

    expect(seen).toEqual([['add'], ['plus', 'sub'], ['add']]);
    expect(again).toBe(view);
  });

  it('has no tools in the view of a toolset that was removed, and has them again with the toolset', async () => {
    const world = startCallWorld({ tools: [toolOf('add')] });
    const room = await world.publish();
    await applyToolset(room, 'maths', ['add']);
    const view = await room.view('maths');

    await room.catalog.toolsets.remove('maths');

    expect([await namesIn(view), view.resolver.resolve('add')]).toEqual([[], null]);
    await expect(room.view('maths')).rejects.toMatchObject({ code: 'E_TOOLSET_NOT_FOUND' });
    expect((await view.runtime.call({ tool: 'add', args: {}, caller })).status).toBe('unknown_tool');
    await applyToolset(room, 'maths', ['add']);
    expect(await namesIn(view)).toEqual(['add']);
    expect(await namesIn(await room.view('maths'))).toEqual(['add']);
    expect(world.faults).toEqual([]);
  });

  it('keeps no view of toolsets that were removed, however many there were', async () => {
    const world = startCallWorld({ tools: [toolOf('add')] });
    const room = await world.publish();
    const snapshot = room.catalog.snapshot();
    for (let index = 0; index < 5; index++) {
      await applyToolset(room, `set_${index}`, ['add']);
      await room.view(`set_${index}`);
      await room.catalog.toolsets.remove(`set_${index}`);
    }
    await applyToolset(room, 'restored', ['add']);
    await room.view('restored');
    await room.catalog.restore(snapshot);
    const tell = vi.spyOn(FollowingView.prototype, 'tell');
    onTestFinished(() => tell.mockRestore());

    await room.catalog.setEnabled('add', false);

    // That of all tools.
    expect(tell).toHaveBeenCalledOnce();
  });

  it('makes no view of a toolset that is removed meanwhile', async () => {
    const [asked, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const catalogs = Object.assign(memoryStore(), {
      recordUses: () => {
        asked.resolve();
        return recorded.promise;
      },
    });
    const world = startCallWorld({ catalogs, tools: [toolOf('add')] });
    const room = await world.publish();
    await applyToolset(room, 'maths', ['add']);
    await room.catalog.deprecate('add', { message: 'Use another one.' });
    const opening = expect(room.view('maths')).rejects.toMatchObject({ code: 'E_TOOLSET_NOT_FOUND' });
    await asked.promise;

    await room.catalog.toolsets.remove('maths');
    recorded.resolve();

    await opening;
  });

  it('tells a subscriber that its toolset was removed, and that it is back', async () => {
    const world = startCallWorld({ tools: [toolOf('add')] });
    const room = await world.publish();
    await applyToolset(room, 'maths', ['add']);
    const view = await room.view('maths');
    const told: (readonly string[])[] = [];
    const stop = view.onChange(() => told.push(view.resolver.list()));

    await room.catalog.toolsets.remove('maths');
    await applyToolset(room, 'maths', ['add']);

    expect(told).toEqual([[], ['add']]);
    expect(await room.view('maths')).toBe(view);
    stop();
    await room.catalog.toolsets.remove('maths');
    await applyToolset(room, 'maths', ['add']);
    expect(await room.view('maths')).not.toBe(view);
  });

  it('asks before calls of tools that a toolset wants to be asked about', async () => {
    const world = startCallWorld({ tools: [toolOf('add'), toolOf('sub')] });
    const room = await world.publish();
    await applyToolset(room, 'maths', [{ tool: 'add', policy: { autonomy: 'ask' } }, 'sub']);
    const [all, maths] = [await room.view(), await room.view('maths')];
    const waitsIn = async (view: typeof all) => {
      const { ended } = view.runtime.start({ tool: 'add', args: {}, caller });
      await fakeClockOf(world).advance(0);
      const [gate] = await world.runtime.gates.list();
      if (gate !== undefined) await world.runtime.gates.settle(gate, { decision: 'reject', approver: 'eve' });
      return (await ended).status;
    };

    const seen = [await waitsIn(all), await waitsIn(maths)];
    await applyToolset(room, 'maths', ['add', 'sub']);
    seen.push(await waitsIn(maths));

    expect(seen).toEqual(['ok', 'denied', 'ok']);
  });

  it('tells that tools have changed, once for each change and only then', async () => {
    const world = startCallWorld({ tools: [toolOf('add'), toolOf('sub')] });
    const room = await world.publish();
    await applyToolset(room, 'maths', ['add']);
    const told: string[] = [];
    const stop = (await room.view()).onChange(() => told.push('all'));
    (await room.view('maths')).onChange(() => told.push('maths'));

    await room.catalog.register({ name: 'unrelated', inputSchema: { type: 'object' }, outputSchema: {} });
    await room.catalog.setEnabled('sub', false);
    await room.catalog.setEnabled('add', false);
    stop();
    await room.catalog.setEnabled('add', true);
    await Promise.resolve();

    expect(told).toEqual(['all', 'all', 'maths', 'maths']);
  });

  it('finds by search what it lists, and nothing else', async () => {
    const world = startCallWorld({
      tools: [toolOf('add', undefined, { requires: ['maths'] }), toolOf('sub')],
    });
    const room = await world.publish();
    const view = await room.view();
    const poor = actorOf('key:bob').caller;
    const find = async (by: typeof caller) =>
      (await view.search('does what add sub is for', { caller: by })).map(({ tool }) => tool.name).sort();

    expect([await find(caller), await find(poor)]).toEqual([['add', 'sub'], ['sub']]);
    await room.catalog.setEnabled('add', false);
    expect(await find(caller)).toEqual(['sub']);
  });

  it('keeps tenants apart', async () => {
    const world = startCallWorld({ tools: [toolOf('add')] });
    await world.publish('acme');

    const other = await world.tenants.open('other');

    expect(await namesIn(await other.view())).toEqual([]);
    expect(other.catalog.list()).toEqual([]);
  });

  it('opens nothing once it is closed', async () => {
    const world = startCallWorld();
    const room = await world.tenants.open('acme');

    await world.tenants.close();

    await expect(world.tenants.open('other')).rejects.toMatchObject({ code: 'E_RUNTIME_CLOSED' });
    await expect(room.catalog.refresh()).rejects.toMatchObject({ code: 'E_CATALOG_CLOSED' });
  });
});
