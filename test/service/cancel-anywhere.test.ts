import { defineTool } from 'toolcrib';
import { expect, it, vi } from 'vitest';
import { callAndWait, describeBothDatabases, destructive, settle, team } from './approvals/approval-world.ts';
import { askMcp } from './attacks/ask-mcp.ts';
import type { TestService } from './open-service.ts';

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** A destructive tool that runs until it is aborted. */
function createHanging() {
  const begun = Promise.withResolvers<void>();
  const hang = defineTool({
    name: 'hang',
    description: 'Runs until it is aborted.',
    effect: 'destructive',
    timeoutMs: 600_000,
    inputSchema: { type: 'object', properties: {} },
    handler: async (_args, { signal }) => {
      begun.resolve();
      return await new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  return { hang, begun: begun.promise };
}

/** The call that a gate is of. */
function callOf(gateId: string): string {
  return gateId.slice(0, gateId.lastIndexOf('.'));
}

describeBothDatabases('a call whose process has died', (at) => {
  /** Looks again as time passes, until a call is in a state. */
  async function waitForState(service: TestService, id: string, state: string): Promise<void> {
    await vi.waitFor(async () => {
      await at.clock.advance(1_000);
      expect((await service.ask('GET', `${team}/calls/${id}`)).body.state).toBe(state);
    });
  }

  async function auditOf(service: TestService, id: string): Promise<readonly string[]> {
    const { body } = await service.ask('GET', `${team}/audit?limit=500`);
    return body.items
      .filter(({ invocationId }: { readonly invocationId?: string }) => invocationId === id)
      .map(({ action }: { readonly action: string }) => action);
  }

  it.each(['HTTP', 'MCP'])('is cancelled over %s while it waits, and never runs', async (protocol) => {
    const handler = vi.fn(() => 'gone');
    const tools = [destructive('wipe', { handler })];
    const first = await at.start({ tools, owner: 'first' });
    const { key } = await first.makeKey({ roles: ['caller'] });
    const { key: approver } = await first.makeKey({ roles: ['approver'] });
    const gateId = await callAndWait(first, key, { tool: 'wipe', arguments: {} });
    const id = callOf(gateId);
    await first.close();
    const second = await at.start({ tools, owner: 'second' });

    if (protocol === 'HTTP') {
      const cancelled = await second.ask('POST', `${team}/calls/${id}/cancel`, { key, body: {} });
      expect(cancelled.status).toBe(200);
      const gates = [{ id: gateId, status: 'rejected', reason: 'Its caller has cancelled the call.' }];
      expect(cancelled.body).toMatchObject({ id, gates });
    } else {
      const asked = { key, capabilities: TASKS, method: 'tasks/cancel', params: { taskId: id } } as const;
      expect((await askMcp(second, asked)).last.error).toBeUndefined();
    }
    const late = await settle(second, { key: approver, gateId, decision: 'approve' });

    expect([late.status, late.body.code]).toEqual([409, 'E_GATE_SETTLED']);
    await waitForState(second, id, 'denied');
    expect(handler).not.toHaveBeenCalled();
    await vi.waitFor(async () => {
      const actions = (await auditOf(second, id)).filter((action) => action !== 'request-denied');
      expect(actions.slice(-2)).toEqual(['gate-settled', 'tool-call-end']);
    });
    await second.close();
  });

  it.each(['the process that runs it', 'any other'])(
    'is cancelled at %s once it was resumed',
    async (place) => {
      const { hang, begun } = createHanging();
      const first = await at.start({ tools: [hang], owner: 'first' });
      const { key } = await first.makeKey({ roles: ['caller'] });
      const { key: approver } = await first.makeKey({ roles: ['approver'] });
      const gateId = await callAndWait(first, key, { tool: 'hang', arguments: {} });
      const id = callOf(gateId);
      await first.close();
      const second = await at.start({ tools: [hang], owner: 'second' });
      const third = await at.start({ owner: 'third' });
      expect((await settle(second, { key: approver, gateId, decision: 'approve' })).status).toBe(200);
      await waitForState(second, id, 'running');
      await begun;

      const asked = place === 'any other' ? third : second;
      const cancelled = await asked.ask('POST', `${team}/calls/${id}/cancel`, { key, body: {} });

      if (place === 'any other') expect(cancelled.body.code).toBe('E_CALL_IN_PROGRESS');
      else expect(cancelled.body.state).toBe('aborted');
      await waitForState(third, id, 'aborted');
      await second.close();
      await third.close();
    },
  );

  it('is cancelled by a caller who may decide about other tools only', async () => {
    const tools = [destructive('wipe'), destructive('other')];
    const first = await at.start({ tools, owner: 'first' });
    const { key } = await first.makeKey([{ roles: ['caller'] }, { roles: ['approver'], tools: ['other'] }]);
    const id = callOf(await callAndWait(first, key, { tool: 'wipe', arguments: {} }));
    await first.close();
    const second = await at.start({ tools, owner: 'second' });

    const { status } = await second.ask('POST', `${team}/calls/${id}/cancel`, { key, body: {} });

    expect(status).toBe(200);
    expect(await auditOf(second, id)).toContain('gate-settled');
    await second.close();
  });

  it('ends with its tenant', async () => {
    const acme = '/v1/tenants/acme';
    const tools = [destructive('wipe')];
    const first = await at.start({ tools, owner: 'first' });
    await first.makeTenant('acme', { publishTools: true });
    const { key } = await first.makeKey({ tenant: 'acme', roles: ['caller'] });
    const { body: call } = await first.ask('POST', `${acme}/calls`, { key, body: { tool: 'wipe' } });
    await first.close();
    const second = await at.start({ tools, owner: 'second' });

    const removed = await second.ask('DELETE', acme);

    expect(removed.body.lost.openCalls).toBe(1);
    await vi.waitFor(async () => {
      await at.clock.advance(1_000);
      expect((await second.ask('DELETE', acme)).body.lost.openCalls).toBe(0);
    });
    const { outcome, state } = (await second.database.ledger.get(call.id)) ?? {};
    expect([state, outcome?.message]).toEqual(['denied', expect.stringContaining('The tenant was removed.')]);
    await second.close();
  });
});
