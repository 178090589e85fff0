import { expect, it } from 'vitest';
import { askMcp } from '../attacks/ask-mcp.ts';
import { callAndWait, describeBothDatabases, destructive, settle, team } from './approval-world.ts';

const paint = destructive('paint', {
  effect: 'write',
  handler: async (_, { waitFor }) => {
    await waitFor({ name: 'color', prompt: 'Which color?' });
    return 'painted';
  },
});
const tools = [paint, destructive('wipe')];
const forms = { elicitation: {} };

describeBothDatabases('a question of a tool', (at) => {
  it('is answered by its caller only with a key that may settle gates, which approves no call of its own', async () => {
    const service = await at.start({ tools });
    const { key: agent } = await service.makeKey({ roles: ['caller'] });
    const { key: person } = await service.makeKey([
      { roles: ['caller'] },
      { roles: ['approver'], tools: ['paint'] },
    ]);
    const { key: boss } = await service.makeKey({ roles: ['caller', 'approver'] });
    const approve = (key: string, gateId: string) => settle(service, { key, gateId, decision: 'approve' });

    const [ofAgent, ofPerson] = [
      await callAndWait(service, agent, { tool: 'paint' }),
      await callAndWait(service, person, { tool: 'paint' }),
    ];
    const approval = await callAndWait(service, boss, { tool: 'wipe' });

    for (const id of [ofAgent, ofPerson, approval]) {
      const digests = { toolDigest: 'sha256/v1:00', contentDigest: 'sha256:00' };
      const body = { ...digests, decision: 'approve' };
      const answer = await service.ask('POST', `${team}/gates/${id}/settle`, { key: agent, body });
      expect(answer.body).toMatchObject({ status: 403, context: { permission: 'gates:settle' } });
    }
    expect((await approve(person, ofPerson)).body).toMatchObject({ kind: 'question', status: 'approved' });
    expect((await approve(boss, approval)).body).toMatchObject({ code: 'E_SELF_APPROVAL' });
    expect((await approve(person, approval)).status).toBe(400);
    expect((await service.ask('GET', `${team}/gates/${approval}`)).body).toMatchObject({ status: 'open' });
    const told = await askMcp(service, {
      ...{ key: agent, method: 'tools/call', capabilities: forms },
      params: { name: 'paint', arguments: {} },
    });
    expect(told.text).toContain('a person has to answer');
    await service.close();
  });
});
