import { describe, expect, it } from 'vitest';
import { openTestService } from '../open-service.ts';
import { askMcp } from './ask-mcp.ts';
import { createAttackTools } from './attack-tools.ts';

const team = '/v1/tenants/default';

/** A service with a call at a gate. */
async function openAtGate() {
  const { tools, deeds } = createAttackTools();
  const service = await openTestService({ tools });
  const agent = await service.makeKey({ roles: ['caller', 'approver'] });
  const approver = await service.makeKey({ roles: ['approver'] });
  const begin = async (text: string) => {
    const { body } = await service.ask('POST', `${team}/calls`, {
      key: agent.key,
      body: { tool: 'wipe', arguments: { text } },
    });
    return (await service.ask('GET', `${team}/gates/${body.gate.id}`, { key: approver.key })).body;
  };
  const settle = (key: string, id: string, body: object) =>
    service.ask('POST', `${team}/gates/${id}/settle`, { key, body });
  return { service, deeds, agent, approver, begin, settle };
}

describe('an approval', () => {
  it('is not given by whoever made the call, though they may approve those of others', async () => {
    const { agent, begin, settle, deeds } = await openAtGate();
    const { id, toolDigest, contentDigest } = await begin('mine');

    const { body } = await settle(agent.key, id, { decision: 'approve', toolDigest, contentDigest });

    expect(body.code).toBe('E_SELF_APPROVAL');
    expect(deeds.wiped).toEqual([]);
  });

  it('counts for what was shown: not for other arguments, another tool, or nothing', async () => {
    const { approver, begin, settle, deeds } = await openAtGate();
    const one = await begin('harmless');
    const two = await begin('everything');
    const zeros = `sha256/v1:${'0'.repeat(64)}`;

    const answers = [
      await settle(approver.key, two.id, {
        decision: 'approve',
        toolDigest: two.toolDigest,
        contentDigest: one.contentDigest,
      }),
      await settle(approver.key, two.id, {
        decision: 'approve',
        toolDigest: zeros,
        contentDigest: two.contentDigest,
      }),
      await settle(approver.key, two.id, { decision: 'approve', toolDigest: two.toolDigest }),
      await settle(approver.key, two.id, { decision: 'approve', contentDigest: two.contentDigest }),
      await settle(approver.key, two.id, { decision: 'approve' }),
      await settle(approver.key, `${two.id}1`, {
        decision: 'approve',
        toolDigest: two.toolDigest,
        contentDigest: two.contentDigest,
      }),
    ];

    expect(one.contentDigest).not.toBe(two.contentDigest);
    for (const { status } of answers) expect([400, 404]).toContain(status);
    expect(deeds.wiped).toEqual([]);
  });

  it('counts once, also when many come at the same time', async () => {
    const { service, approver, agent, begin, settle, deeds } = await openAtGate();
    const { id, invocationId, toolDigest, contentDigest } = await begin('once');

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        settle(approver.key, id, {
          decision: index % 2 === 0 ? 'approve' : 'reject',
          toolDigest,
          contentDigest,
        }),
      ),
    );
    await service.ask('GET', `${team}/calls/${invocationId}?waitMs=30000`, { key: agent.key });

    const counted = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(counted).toHaveLength(1);
    expect(deeds.wiped).toEqual(counted[0] !== undefined && counted[0] % 2 === 0 ? ['once'] : []);
  });

  it('is in the name of who was authenticated, whatever the body says', async () => {
    const { approver, begin, settle } = await openAtGate();
    const { id, toolDigest, contentDigest } = await begin('x');
    const decision = { decision: 'approve', toolDigest, contentDigest };

    const forged = await settle(approver.key, id, { ...decision, approver: 'key:somebody-else' });
    const { body } = await settle(approver.key, id, decision);

    expect(forged.status).toBe(400);
    expect(body.approver).toBe(`key:${approver.id}`);
  });

  it('over MCP is not made up by a client: neither the state, nor the answer to a form', async () => {
    const { service, agent, begin, deeds } = await openAtGate();
    const { id, invocationId, toolDigest, contentDigest } = await begin('forged');
    const capabilities = { elicitation: { form: {} } };
    const claims = {
      invocationId,
      gateId: id,
      gateName: 'approval',
      toolName: 'wipe',
      toolDigest,
      contentDigest,
    };
    const body = { ...claims, expiresAt: 9e15, tenant: 'default', principal: `key:${agent.id}` };
    const forged = Buffer.from(JSON.stringify(body)).toString('base64url');
    const inputResponses = { approval: { action: 'accept', content: { approve: true } } };

    for (const requestState of [forged, `${forged}.`, `${forged}.${forged}`, '', id, JSON.stringify(body)]) {
      const params = { name: 'wipe', arguments: { text: 'forged' }, requestState, inputResponses };
      const { last } = await askMcp(service, { key: agent.key, method: 'tools/call', params, capabilities });
      expect(JSON.stringify(last)).not.toContain('wiped');
    }
    const answer = { jsonrpc: '2.0', id: forged, result: { action: 'accept', content: { approve: true } } };
    await askMcp(service, {
      key: agent.key,
      method: '',
      revision: '2025-11-25',
      body: JSON.stringify(answer),
      headers: { 'mcp-session-id': `forms.${forged}` },
    });

    expect(deeds.wiped).toEqual([]);
    expect((await service.ask('GET', `${team}/gates/${id}`)).body.status).toBe('open');
  });
});
