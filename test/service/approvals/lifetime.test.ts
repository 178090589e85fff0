import { expect, it, vi } from 'vitest';
import { callAndWait, describeBothDatabases, destructive, settle, team } from './approval-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ask = destructive('ask', {
  effect: 'write',
  gateTimeoutMs: HOUR_MS,
  handler: async (_, { waitFor }) => {
    await waitFor({ name: 'sure', prompt: 'Are you sure?', timeoutMs: 2 * HOUR_MS });
    return 'sure';
  },
});
const tools = [destructive('wipe'), destructive('hasty', { gateTimeoutMs: HOUR_MS }), ask];

describeBothDatabases('the lifetime of an approval', (at) => {
  async function lifetimes(options: object = {}, bodies: readonly object[] = [{ tool: 'wipe' }]) {
    const service = await at.start({ tools, ...options });
    const { key } = await service.makeKey({ roles: ['caller', 'approver'] });
    await service.ask('PUT', `${team}/toolsets/strict`, {
      body: {
        gateTimeoutMs: 2 * HOUR_MS,
        tools: [{ tool: 'wipe' }, { tool: 'hasty' }, { tool: 'ask', policy: { gateTimeoutMs: 60_000 } }],
      },
    });
    const found: number[] = [];
    for (const body of bodies) {
      const id = await callAndWait(service, key, body);
      const { openedAt, expiresAt } = (await service.ask('GET', `${team}/gates/${id}`, { key })).body;
      found.push((Date.parse(expiresAt) - Date.parse(openedAt)) / HOUR_MS);
    }
    await service.close();
    return found;
  }

  it('is a day, unless the service, the tool or the toolset says otherwise; the shortest counts', async () => {
    expect(await lifetimes()).toEqual([24]);
    expect(await lifetimes({ gateTimeoutMs: 3 * HOUR_MS })).toEqual([3]);
    expect(
      await lifetimes({}, [
        { tool: 'hasty' },
        { tool: 'ask' },
        { tool: 'wipe', toolset: 'strict' },
        { tool: 'hasty', toolset: 'strict' },
        { tool: 'ask', toolset: 'strict' },
      ]),
    ).toEqual([1, 1, 2, 1, 1 / 60]);
  });

  it('holds over restarts until its end, and counts for the cap of its key', async () => {
    const options = { tools, maxPerKey: { openGates: 2 } };
    const first = await at.start(options);
    const { key } = await first.makeKey({ roles: ['caller'] });
    const approver = (await first.makeKey({ roles: ['approver'] })).key;
    const [kept, late] = [
      await callAndWait(first, key, { tool: 'wipe', mode: 'sync' }),
      await callAndWait(first, key, { tool: 'wipe', arguments: { text: 'late' } }),
    ];
    await first.close();
    await at.clock.advance(DAY_MS - HOUR_MS);

    const second = await at.start(options);
    const refused = await second.ask('POST', `${team}/calls`, { key, body: { tool: 'wipe' } });
    const settled = await settle(second, {
      key: approver,
      gateId: kept,
      decision: 'approve',
      reason: 'a day later',
    });
    const path = `${team}/calls/${settled.body.invocationId}`;
    await vi.waitFor(
      async () => expect((await second.ask('GET', path, { key })).body.state).toBe('ok'),
      10_000,
    );
    await second.close();
    await at.clock.advance(HOUR_MS);
    const third = await at.start(options);
    const expired = await settle(third, { key: approver, gateId: late, decision: 'approve' });
    await third.close();

    expect(refused.body.code).toBe('E_CONCURRENCY_LIMITED');
    expect([settled.status, settled.body.status]).toEqual([200, 'approved']);
    expect([expired.status, expired.body.code]).toEqual([409, 'E_GATE_SETTLED']);
  });
});
