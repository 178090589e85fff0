import { expect, it } from 'vitest';
import { callAndWait, describeBothDatabases, destructive, settle, team } from './approval-world.ts';

const tools = [destructive('delete_note'), destructive('wipe'), destructive('pay', { requires: ['money'] })];
type Item = { readonly id: string; readonly tool: string; readonly type: string; readonly data: object };

describeBothDatabases('an approver of some tools', (at) => {
  /** A note is deleted directly and, as `wipe`, through a toolset, in which `wipe` is `delete_note`. */
  async function start() {
    const service = await at.start({ tools });
    const swapped = {
      tools: [
        { tool: 'delete_note', wireName: 'wipe' },
        { tool: 'wipe', wireName: 'delete_note' },
      ],
    };
    await service.ask('PUT', `${team}/toolsets/swapped`, { body: swapped });
    const { key } = await service.makeKey({ scopes: ['*'] });
    const make = (body: object) => callAndWait(service, key, body);
    const gates = {
      note: await make({ tool: 'delete_note' }),
      noteInToolset: await make({ tool: 'wipe', toolset: 'swapped' }),
      wipe: await make({ tool: 'wipe' }),
      wipeInToolset: await make({ tool: 'delete_note', toolset: 'swapped' }),
      pay: await make({ tool: 'pay' }),
    };
    const ops = (await service.makeKey({ roles: ['approver'], tools: ['delete_note'] })).key;
    const get = async (path: string) => await service.ask('GET', `${team}${path}`, { key: ops });
    return { service, ops, gates, get };
  }

  it('sees and decides the gates of these tools, whatever they are called, and no others', async () => {
    const { service, ops, gates, get } = await start();
    const inside = [gates.note, gates.noteInToolset].sort();

    const listed = (await get('/gates')).body.items.map(({ id }: Item) => id);
    const outside = [gates.wipe, gates.wipeInToolset, gates.pay];
    const unseen = [];
    for (const gateId of outside) {
      const { status } = await get(`/gates/${gateId}`);
      const { body: shown } = await service.ask('GET', `${team}/gates/${gateId}`);
      const { toolDigest, contentDigest } = shown;
      const body = { decision: 'approve', toolDigest, contentDigest };
      const decided = await service.ask('POST', `${team}/gates/${gateId}/settle`, { key: ops, body });
      const call = await get(`/calls/${gateId.replace(/\.0$/, '')}`);
      unseen.push([status, decided.status, decided.body.code, call.status]);
    }
    const calls = (await get('/calls')).body.items.map(({ id }: Item) => `${id}.0`);
    const events = (await get('/events?limit=500')).body.items
      .filter(({ type }: Item) => type === 'gate-open')
      .map(({ data }: { data: { details: { gateId: string } } }) => data.details.gateId);
    const settled = [];
    for (const gateId of inside)
      settled.push((await settle(service, { key: ops, gateId, decision: 'approve' })).body.status);
    const stillOpen = (await service.ask('GET', `${team}/gates`)).body.items.map(({ id }: Item) => id);
    const late = await settle(service, { key: ops, gateId: gates.note, decision: 'reject' });
    await service.close();

    expect(listed).toEqual(inside);
    expect(unseen).toEqual(outside.map(() => [404, 404, 'E_GATE_NOT_FOUND', 404]));
    expect(calls.sort()).toEqual(inside);
    expect(events.sort()).toEqual(inside);
    expect(settled).toEqual(['approved', 'approved']);
    expect(stillOpen).toEqual(outside.sort());
    expect(late.body.code).toBe('E_GATE_SETTLED');
  });

  it('still does after a restart, and after the toolset was changed', async () => {
    const { service, ops, gates } = await start();
    const straight = { tools: [{ tool: 'delete_note' }, { tool: 'wipe' }] };
    await service.ask('PUT', `${team}/toolsets/swapped`, { body: straight });
    await service.close();

    const next = await at.start({ tools });
    const { body } = await next.ask('GET', `${team}/gates`, { key: ops });
    await next.close();

    expect(body.items.map(({ id }: Item) => id)).toEqual([gates.note, gates.noteInToolset].sort());
  });

  it('sees nothing else of the tenant, and calls nothing', async () => {
    const { service, ops, get } = await start();
    const names = (await get('/catalog/tools')).body.items.map(({ name }: { name: string }) => name);
    const found = [];
    for (const path of ['/catalog/tools/wipe', '/toolsets/swapped', '/audit', '/snapshot', '/tools', '/keys'])
      found.push([path, (await get(path)).status]);
    const call = await service.ask('POST', `${team}/calls`, { key: ops, body: { tool: 'delete_note' } });
    const disabled = await service.ask('POST', `${team}/catalog/tools/wipe/disable`, { key: ops, body: {} });
    await service.close();

    expect(names).toEqual(['delete_note']);
    expect(found).toEqual([
      ['/catalog/tools/wipe', 404],
      ['/toolsets/swapped', 404],
      ['/audit', 403],
      ['/snapshot', 403],
      ['/tools', 403],
      ['/keys', 403],
    ]);
    expect([call.status, disabled.status]).toEqual([403, 404]);
  });

  it('holds no more than its maker, and takes nothing from its other grants', async () => {
    const { service, gates } = await start();
    const maker = (await service.makeKey({ roles: ['admin'], scopes: ['*'], toolsets: ['swapped'] })).key;
    const make = (key: string | undefined, grant: object) =>
      service.ask('POST', `${team}/keys`, {
        ...(key !== undefined && { key }),
        body: { name: 'ops', grants: [{ scopes: [], ...grant }] },
      });
    const refused = [
      await make(maker, { roles: ['approver'], tools: ['delete_note'] }),
      await make(undefined, { roles: ['caller'], tools: ['delete_note'] }),
      await make(undefined, { roles: ['approver', 'viewer'], tools: ['delete_note'] }),
      await make(undefined, { roles: ['approver'], tools: ['delete_note'], toolsets: ['swapped'] }),
    ];
    const both = await service.makeKey([
      { roles: ['approver'], tools: ['pay'] },
      { roles: ['approver'], toolsets: ['swapped'] },
      { roles: ['caller'], scopes: ['*'] },
    ]);
    const listed = (await service.ask('GET', `${team}/gates`, { key: both.key })).body.items;
    const call = await service.ask('POST', `${team}/calls`, { key: both.key, body: { tool: 'pay' } });
    await service.close();

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'E_GRANT_EXCEEDED'],
      [400, 'E_INVALID_REQUEST'],
      [400, 'E_INVALID_REQUEST'],
      [400, 'E_INVALID_REQUEST'],
    ]);
    expect(refused[1]?.body.detail).toContain('can only be given with the role approver alone');
    // Of a toolset also its tools without it.
    expect(listed.map(({ id }: Item) => id)).toEqual(Object.values(gates).sort());
    expect(call.status).toBe(202);
  });
});
