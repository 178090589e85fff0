import { expect, it, vi } from 'vitest';
import { mcpPrincipal } from '../../../packages/server/src/auth/operator-principal.ts';
import type { Principal } from '../../../packages/server/src/auth/principal.ts';
import { callAndWait, describeBothDatabases, destructive, settle, team } from './approval-world.ts';

const tools = [destructive('wipe', { gateTimeoutMs: 60_000 })];
const PATIENCE = { timeout: 10_000, interval: 5 };
/** A person of a token, as of today; the name can be another one tomorrow. */
const ada: Principal = {
  ...mcpPrincipal,
  id: 'token:https://idp.example#ada',
  kind: 'token',
  name: 'Ada <ada@example.com>',
};

describeBothDatabases('who asked, and who decided', (at) => {
  async function start() {
    const service = await at.start({ tools });
    const agent = await service.makeKey({}, { name: 'support agent' });
    const ops = await service.makeKey({ roles: ['approver'] }, { name: 'ops' });
    return { service, agent, ops };
  }

  it('is shown with every open gate, by name and id', async () => {
    const { service, agent, ops } = await start();
    const gateId = await callAndWait(service, agent.key, { tool: 'wipe' });

    const asked = { callerId: `key:${agent.id}`, callerName: 'support agent' };
    const [listed] = (await service.ask('GET', `${team}/gates`, { key: ops.key })).body.items;
    const shown = (await service.ask('GET', `${team}/gates/${gateId}`, { key: ops.key })).body;
    const { items: events } = (await service.ask('GET', `${team}/events`, { key: ops.key })).body;
    await service.close();

    expect(listed).toMatchObject({ id: gateId, ...asked, approver: null, approverName: null });
    expect(shown).toEqual(listed);
    expect(events.find(({ type }: { type: string }) => type === 'gate-open').data).toMatchObject({
      actor: `key:${agent.id}`,
      details: { callerName: 'support agent' },
    });
  });

  it.each(['approve', 'reject'])('is kept with the decision to %s, over a restart', async (decision) => {
    const { service, agent, ops } = await start();
    const gateId = await callAndWait(service, agent.key, { tool: 'wipe' });
    const callId = gateId.replace(/\.0$/, '');
    const { body: open } = await service.ask('GET', `${team}/gates/${gateId}`, { key: ops.key });
    const { toolDigest, contentDigest } = open;
    const body = { toolDigest, contentDigest, decision, reason: 'as agreed' };
    const decided = await service.ask('POST', `${team}/gates/${gateId}/settle`, { as: ada, body });
    const path = `${team}/calls/${callId}`;
    await vi.waitFor(async () => {
      const { body: call } = await service.ask('GET', path, { key: agent.key });
      expect(call.endedAt).not.toBeNull();
    }, PATIENCE);
    await service.close();
    const next = await at.start({ tools });

    const shown = (await next.ask('GET', `${team}/gates/${gateId}`, { key: ops.key })).body;
    const call = (await next.ask('GET', path, { key: agent.key })).body;
    const late = await settle(next, { key: ops.key, gateId, decision: 'approve' });
    const { items: log } = (await next.ask('GET', `${team}/audit`, { key: ops.key })).body;
    await next.close();

    const status = decision === 'approve' ? 'approved' : 'rejected';
    const by = { approver: ada.id, approverName: ada.name, reason: 'as agreed' };
    const settledAt = '2026-01-01T00:00:00.000Z';
    expect(decided.status).toBe(200);
    expect(shown).toMatchObject({ status, ...by, settledAt, callerName: 'support agent' });
    expect(call).toMatchObject({ callerName: 'support agent', gates: [{ status, ...by, settledAt }] });
    if (decision === 'reject') expect(call.error.message).toContain(`${ada.name} did not approve it`);
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'E_GATE_SETTLED',
        detail: expect.stringContaining(`was ${status} by ${ada.name} at ${settledAt}`),
      },
    });
    const ofAction = (action: string) => log.filter((entry: { action: string }) => entry.action === action);
    const { approverName, reason } = by;
    expect(ofAction('gate-settled')).toMatchObject([
      { actor: ada.id, details: { status, approverName, reason, callerName: 'support agent' } },
    ]);
    expect(ofAction('request-denied')).toMatchObject([
      {
        ...{ actor: `key:${ops.id}`, code: 'E_GATE_SETTLED', subject: 'wipe', invocationId: callId },
        details: { gateId, decision: 'approve', status, approverName: 'ops' },
      },
    ]);
  });

  it('is nobody where time was over or the call was cancelled', async () => {
    const { service, agent, ops } = await start();
    const cancelled = await callAndWait(service, agent.key, { tool: 'wipe' });
    await service.ask('POST', `${team}/calls/${cancelled.replace(/\.0$/, '')}/cancel`, {
      key: agent.key,
      body: {},
    });
    const expired = await callAndWait(service, agent.key, { tool: 'wipe', mode: 'sync' });
    await at.clock.advance(60_000);

    const look = async (id: string) =>
      (await service.ask('GET', `${team}/gates/${id}`, { key: ops.key })).body;
    await vi.waitFor(async () => expect((await look(expired)).settledAt).not.toBeNull(), PATIENCE);
    const found = [await look(cancelled), await look(expired)];
    const late = await settle(service, { key: ops.key, gateId: expired, decision: 'approve' });
    await service.close();

    const nobody = { approver: null, approverName: null, reason: null };
    expect(found).toMatchObject([
      { status: 'aborted', ...nobody },
      { status: 'timed_out', ...nobody },
    ]);
    expect(late.body.detail).toBe(
      `Gate ${expired} timed out at 2026-01-01T00:01:00.000Z. Make the call again if it is still needed.`,
    );
  });
});
