import { expect, it, vi } from 'vitest';
import type { TestService } from '../open-service.ts';
import { callAndWait, describeBothDatabases, destructive, settle } from './approval-world.ts';

const FRESH_MS = 5_000;
const tools = [destructive('wipe')];

/** What `/metrics` says of approvals that are open, by tenant. */
async function openApprovals(service: TestService): Promise<Readonly<Record<string, number>>> {
  const { text } = await service.ask('GET', '/metrics');
  const found = text.matchAll(/^toolcrib_approvals_open\{tenant="([^"]*)"\} (\d+)$/gm);
  return Object.fromEntries(Array.from(found, ([, tenant, count]) => [tenant, Number(count)]));
}

describeBothDatabases('the metric of open approvals', (at) => {
  it('counts those of every process, also of those before it, until they are decided', async () => {
    const [first, second] = [await at.start({ tools }), await at.start({ tools, owner: 'other' })];
    await first.makeTenant('acme', { publishTools: true });
    const { key } = await first.makeKey({});
    const approver = (await first.makeKey({ roles: ['approver'] })).key;
    const ofAcme = (await first.makeKey({ tenant: 'acme' })).key;
    expect(await openApprovals(second)).toEqual({});

    const gateId = await callAndWait(first, key, { tool: 'wipe', arguments: { text: '1' } });
    await callAndWait(second, key, { tool: 'wipe', arguments: { text: '2' } });
    await first.ask('POST', '/v1/tenants/acme/calls', { key: ofAcme, body: { tool: 'wipe' } });
    await at.clock.advance(FRESH_MS);

    expect(await openApprovals(first)).toEqual({ default: 2, acme: 1 });
    expect(await openApprovals(second)).toEqual({ default: 2, acme: 1 });
    await first.close();
    const restarted = await at.start({ tools });
    expect(await openApprovals(restarted)).toEqual({ default: 2, acme: 1 });
    expect((await settle(second, { key: approver, gateId, decision: 'reject' })).status).toBe(200);
    // The process that has the call ends it.
    await vi.waitFor(async () => {
      await at.clock.advance(FRESH_MS);
      expect(await openApprovals(second)).toEqual({ default: 1, acme: 1 });
    });
    for (const service of [second, restarted]) await service.close();
  });
});
