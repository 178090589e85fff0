import { describe, expect, it } from 'vitest';
import { createLog } from '../../../packages/server/src/operations/log.ts';
import { openTestService } from '../open-service.ts';
import { askMcp, mcpRevisions } from './ask-mcp.ts';
import { createAttackTools } from './attack-tools.ts';

const team = '/v1/tenants/default';

describe('a key', () => {
  it('reaches no tool, no answer, no log line, no audit entry and no metric', async () => {
    const { tools, deeds } = createAttackTools();
    const lines: string[] = [];
    const log = createLog({ write: (line) => void lines.push(line) });
    const service = await openTestService({ tools, log, auditArguments: true });
    const { key } = await service.makeKey({ roles: ['admin'], scopes: ['*'] });
    // The secret itself may have an underscore in it.
    const secret = key.split('_').slice(2).join('_');
    const answers = [
      await service.ask('POST', `${team}/calls`, { key, body: { tool: 'echo', arguments: { text: 'x' } } }),
      await service.ask('POST', `${team}/calls`, { key, body: { tool: 'no-such' } }),
      await service.ask('POST', `${team}/calls`, { key, body: { tool: 'echo', arguments: { text: 5 } } }),
      await service.ask('POST', `${team}/calls`, { key, body: '{' }),
      await service.ask('GET', '/v1/whoami', { key }),
      await service.ask('GET', '/v1/audit', { key }),
      await service.ask('GET', `${team}/keys`, { key }),
      await service.ask('GET', `${team}/tools`, { key: `${key}x` }),
      await service.ask('GET', `${team}/tools?key=${key}`, { key }),
      await service.ask('GET', '/v1/no-such', { key }),
      await service.ask('TRACE' as 'GET', `${team}/tools`, { key }).catch(() => undefined),
    ];
    for (const revision of mcpRevisions) {
      const params = { name: 'echo', arguments: { text: 'x' } };
      answers.push(await askMcp(service, { key, revision, method: 'tools/call', params }));
      answers.push(await askMcp(service, { key, revision, method: 'no/such' }));
    }
    for (const path of ['audit', 'audit/export', 'events', 'calls', 'snapshot', 'keys']) {
      answers.push(await service.ask('GET', `${team}/${path}`));
    }
    answers.push(await service.ask('GET', '/metrics'));

    for (const answer of answers) expect(answer?.text ?? '').not.toContain(secret);
    expect(deeds.seen.length).toBeGreaterThanOrEqual(3);
    for (const seen of deeds.seen) expect(seen).not.toContain(secret);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).not.toContain(secret);
  });

  // The redactor of the runtime does not know how keys of the service look; that of the log does.
  it('that a model is made to send as an argument is not kept in the audit log', async () => {
    const { tools } = createAttackTools();
    const service = await openTestService({ tools, auditArguments: true });
    const { key } = await service.makeKey({});

    await service.ask('POST', `${team}/calls`, { key, body: { tool: 'echo', arguments: { text: key } } });

    expect((await service.ask('GET', `${team}/audit/export`)).text).not.toContain(key);
  });

  it('is of no use in any other place than its header', async () => {
    const service = await openTestService({ tools: createAttackTools().tools });
    const { key } = await service.makeKey({});
    const ways = [
      { headers: { 'x-api-key': key } },
      { headers: { cookie: `authorization=Bearer ${key}` } },
      { headers: { authorization: key } },
      { headers: { authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}` } },
      { headers: { authorization: `Bearer ${key}, Bearer ${key}` } },
      { headers: { 'proxy-authorization': `Bearer ${key}` } },
    ];

    for (const way of ways)
      expect((await service.ask('GET', `${team}/tools`, { as: null, ...way })).status).toBe(401);
    for (const query of [`access_token=${key}`, `key=${key}`]) {
      expect((await service.ask('GET', `${team}/tools?${query}`, { as: null })).status).toBe(401);
    }
  });
});

describe('a text with the name of a variable in it', () => {
  it.each(['$' + '{PATH}', '$PATH', '%PATH%', '{{env.PATH}}', '$(id)', '`id`', '~/x', 'file:///etc/passwd'])(
    'stays %s, wherever it is sent',
    async (text) => {
      const service = await openTestService({ tools: createAttackTools().tools });
      const { key } = await service.makeKey({ roles: ['admin'], scopes: ['*'] });

      const call = await service.ask('POST', `${team}/calls`, {
        key,
        body: { tool: 'echo', arguments: { text } },
      });
      const made = await service.ask('POST', `${team}/keys`, {
        key,
        body: { name: text, grants: [{ roles: ['caller'] }] },
      });
      const tenant = await service.ask('POST', '/v1/tenants', { body: { name: 'fresh', title: text } });
      const search = await service.ask('GET', `${team}/search?q=${encodeURIComponent(text)}`, { key });

      expect(call.body.result).toEqual({ kind: 'text', text });
      expect(made.body.record.name).toBe(text);
      expect(tenant.body.tenant.title).toBe(text);
      for (const answer of [call, made, tenant, search]) expect(answer.text).not.toContain('/bin');
    },
  );
});
