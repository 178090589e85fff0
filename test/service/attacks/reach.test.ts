import { describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../open-service.ts';
import { askMcp, mcpRevisions } from './ask-mcp.ts';
import { createAttackTools } from './attack-tools.ts';

const team = '/v1/tenants/default';

/** A service with a toolset that has one harmless tool. */
async function openWithToolsets() {
  const { tools, deeds } = createAttackTools();
  const service = await openTestService({ tools });
  const put = (name: string, tool: string) =>
    service.ask('PUT', `${team}/toolsets/${name}`, { body: { tools: [{ tool }] } });
  await put('narrow', 'echo');
  await put('secret', 'pay');
  return { service, deeds };
}

/** Every way to the tools, as somebody with a key takes it. */
async function takeEveryWay(service: TestService, key: string, toolset?: string): Promise<readonly string[]> {
  const query = toolset === undefined ? '' : `toolset=${toolset}`;
  const path = toolset === undefined ? '/mcp/default' : `/mcp/default/${toolset}`;
  const call = { tool: 'pay', arguments: { text: 'x' }, ...(toolset && { toolset }) };
  const answers = [
    await service.ask('GET', `${team}/tools?${query}`, { key }),
    await service.ask('GET', `${team}/tools/pay?${query}`, { key }),
    await service.ask('GET', `${team}/search?q=pays+an+invoice&explain=true&${query}`, { key }),
    await service.ask('POST', `${team}/search`, {
      key,
      body: { q: 'pays an invoice', explain: true, ...(toolset && { toolset }) },
    }),
    await service.ask('POST', `${team}/calls`, { key, body: call }),
    await service.ask('POST', `${team}/calls`, { key, body: { ...call, mode: 'async' } }),
    await service.ask('GET', `${team}/events`, { key }),
    await service.ask('GET', `${team}/calls`, { key }),
  ];
  for (const revision of mcpRevisions) {
    for (const mode of ['full', 'search']) {
      const to = { key, revision, path: `${path}?mode=${mode}` };
      answers.push(await askMcp(service, { ...to, method: 'tools/list' }));
      const ways = [
        { name: 'pay', arguments: {} },
        { name: 'call_tool', arguments: { name: 'pay', arguments: {} } },
        { name: 'search_tools', arguments: { query: 'pays an invoice' } },
      ];
      for (const params of ways) answers.push(await askMcp(service, { ...to, method: 'tools/call', params }));
    }
  }
  return answers.map(({ text }) => text);
}

describe('a tool that somebody may not call', () => {
  it('is not told of in any way, and not run', async () => {
    const { service, deeds } = await openWithToolsets();
    const { key } = await service.makeKey({});

    const texts = await takeEveryWay(service, key);

    for (const text of texts) expect(text).not.toContain('invoice');
    expect(deeds.paid).toEqual([]);
  });

  it('is not reached through another toolset by who is held to one', async () => {
    const { service, deeds } = await openWithToolsets();
    const { key } = await service.makeKey({ scopes: ['*'], toolsets: ['narrow'] });

    for (const toolset of [undefined, 'secret', 'narrow', 'no-such', '', '%00', '..', 'NARROW', 'narrow ']) {
      for (const text of await takeEveryWay(service, key, toolset)) expect(text).not.toContain('invoice');
    }
    expect(deeds.paid).toEqual([]);
  });

  it('is not reached by naming the toolset twice, or in two places', async () => {
    const { service, deeds } = await openWithToolsets();
    const { key } = await service.makeKey({ scopes: ['*'], toolsets: ['narrow'] });

    const answers = [
      await service.ask('GET', `${team}/tools?toolset=narrow&toolset=secret`, { key }),
      await service.ask('GET', `${team}/tools?toolset=secret&toolset=narrow`, { key }),
      await service.ask('POST', `${team}/calls?toolset=secret`, {
        key,
        body: { tool: 'pay', toolset: 'narrow' },
      }),
      await service.ask('POST', `${team}/calls`, {
        key,
        body: '{"tool":"pay","toolset":"narrow","toolset":"secret"}',
      }),
      await askMcp(service, { key, method: 'tools/list', path: '/mcp/default/narrow?toolset=secret' }),
      await askMcp(service, { key, method: 'tools/list', path: '/mcp/default/narrow/../secret' }),
      await askMcp(service, { key, method: 'tools/list', path: '/mcp/default/narrow%2f..%2fsecret' }),
    ];

    for (const { status, text } of answers) {
      expect(status, text).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain('invoice');
    }
    expect(deeds.paid).toEqual([]);
  });

  it('says the same of a toolset that there is and of one that there is not', async () => {
    const { service } = await openWithToolsets();
    const { key } = await service.makeKey({ toolsets: ['narrow'] });
    const ask = async (toolset: string) => {
      const { status, body } = await service.ask('GET', `${team}/tools?toolset=${toolset}`, { key });
      return { status, body: { ...body, requestId: '' } };
    };

    expect(await ask('secret')).toEqual(await ask('no-such'));
  });

  it('is not put into one’s toolset by who is held to it, whatever else they may do', async () => {
    const { service, deeds } = await openWithToolsets();
    const { body: snapshot } = await service.ask('GET', `${team}/snapshot`);
    await service.ask('PUT', `${team}/toolsets/narrow`, { body: { tools: [{ tool: 'pay' }] } });
    await service.ask('PUT', `${team}/toolsets/narrow`, { body: { tools: [{ tool: 'echo' }] } });
    const { key } = await service.makeKey({ roles: ['admin'], scopes: ['*'], toolsets: ['narrow'] });

    const answers = [
      await service.ask('PUT', `${team}/toolsets/narrow`, { key, body: { tools: [{ tool: 'pay' }] } }),
      await service.ask('PUT', `${team}/toolsets/narrow?dryRun=true`, {
        key,
        body: { tools: [{ tool: 'pay' }] },
      }),
      await service.ask('POST', `${team}/toolsets/narrow/rollback`, { key, body: {} }),
      await service.ask('DELETE', `${team}/toolsets/narrow`, { key }),
      await service.ask('PUT', `${team}/snapshot`, { key, body: snapshot }),
      await service.ask('POST', `${team}/keys`, {
        key,
        body: { name: 'free', grants: [{ roles: ['caller'] }] },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    await service.ask('POST', `${team}/calls`, { key, body: { tool: 'pay', toolset: 'narrow' } });
    expect(deeds.paid).toEqual([]);
  });

  it('is not said to be callable by a preflight', async () => {
    const { service } = await openWithToolsets();
    await service.ask('PUT', `${team}/toolsets/closed`, {
      body: {
        tools: [
          { tool: 'echo', policy: { autonomy: 'deny' } },
          { tool: 'wipe', policy: { requires: ['sudo'] } },
        ],
      },
    });
    const { key } = await service.makeKey({ roles: ['viewer', 'caller'] });
    const preflight = (body: object) => service.ask('POST', `${team}/preflight`, { key, body });

    const plain = await preflight({ names: ['echo', 'pay'] });
    const closed = await preflight({ toolset: 'closed' });

    const statuses = ({ body }: Awaited<ReturnType<typeof preflight>>) =>
      Object.fromEntries(
        body.tools.map(({ name, status }: { readonly name: string; readonly status: string }) => [
          name,
          status,
        ]),
      );
    expect(statuses(plain)).toEqual({ echo: 'ready', pay: 'denied' });
    expect(statuses(closed)).toEqual({ echo: 'denied', wipe: 'denied' });
    const called = await service.ask('POST', `${team}/calls`, {
      key,
      body: { tool: 'echo', toolset: 'closed' },
    });
    expect(called.body.state).not.toBe('ok');
  });

  it('cannot be guessed by the tag of a list', async () => {
    const { service } = await openWithToolsets();
    const { key } = await service.makeKey({});
    const rich = await service.makeKey({ scopes: ['money'] });
    const tag = async (of: string) =>
      (await service.ask('GET', `${team}/tools`, { key: of })).headers.get('etag') ?? '';
    const before = await tag(key);
    const richTag = await tag(rich.key);

    await service.ask('POST', `${team}/catalog/tools/pay/disable`, { body: {} });
    const stolen = await service.ask('GET', `${team}/tools`, { key, headers: { 'if-none-match': richTag } });

    expect(before).not.toBe(richTag);
    expect(stolen.status).toBe(200);
    expect(await tag(key)).toBe(before);
  });
});

describe('another tenant', () => {
  it('is not reached by any spelling of its name', async () => {
    const { tools } = createAttackTools();
    const service = await openTestService({ tools });
    await service.makeTenant('other', { publishTools: true });
    const { key } = await service.makeKey({ roles: ['admin'], scopes: ['*'] });

    const paths = [
      ...[
        '/v1/tenants/other/tools',
        '/v1/tenants/default/../other/tools',
        '/v1/tenants/default%2f..%2fother/tools',
      ],
      ...['/v1/tenants/%6fther/tools', '/v1/tenants/*/tools', '/v1/tenants/%2a/tools', '/v1/tenants//tools'],
      ...['/v1/tenants/other/catalog/tools', '/v1/tenants/other/snapshot', '/v1/tenants/other/audit/export'],
      ...[
        '/v1/tenants/other/keys',
        '/v1/tenants/other/gates',
        '/v1/tenants/other/calls',
        '/v1/keys',
        '/v1/audit',
      ],
      ...[
        '/v1/tenants/OTHER/tools',
        '/v1/tenants/other%00/tools',
        '/v1/tenants/other;default/tools',
        '/v1/tenants',
      ],
    ];

    for (const path of paths) {
      const { status, text } = await service.ask('GET', path, { key });
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain('invoice');
    }
    for (const headers of [{ 'x-tenant': 'other' }, { 'x-original-url': '/v1/tenants/other/tools' }]) {
      const { body } = await service.ask('GET', `${team}/whoami`, { key, headers });
      expect(JSON.stringify(body)).not.toContain('"other"');
    }
  });

  it('does not see calls, gates, results and keys by their ids', async () => {
    const { tools } = createAttackTools();
    const service = await openTestService({ tools });
    await service.makeTenant('other', { publishTools: true });
    const here = await service.makeKey({ roles: ['admin'], scopes: ['*'] });
    const there = await service.makeKey({ tenant: 'other', roles: ['admin'], scopes: ['*'] });
    const call = await service.ask('POST', `${team}/calls`, {
      key: here.key,
      body: { tool: 'wipe', arguments: { text: 'canary' } },
    });
    const { id, gate } = call.body;
    const other = '/v1/tenants/other';
    const { body: seen } = await service.ask('GET', `${team}/gates/${gate.id}`);
    const { toolDigest, contentDigest } = seen;

    const answers = [
      await service.ask('GET', `${other}/calls/${id}`, { key: there.key }),
      await service.ask('GET', `${other}/calls/${id}?waitMs=10`, { key: there.key }),
      await service.ask('GET', `${other}/calls/${id}/events`, { key: there.key }),
      await service.ask('GET', `${other}/calls/${id}/result`, { key: there.key }),
      await service.ask('POST', `${other}/calls/${id}/cancel`, { key: there.key, body: {} }),
      await service.ask('GET', `${other}/gates/${gate.id}`, { key: there.key }),
      await service.ask('POST', `${other}/gates/${gate.id}/settle`, {
        key: there.key,
        body: { decision: 'approve', toolDigest, contentDigest },
      }),
      await service.ask('DELETE', `${other}/keys/${here.id}`, { key: there.key }),
    ];

    for (const { status, text } of answers) {
      expect(status, text).toBe(404);
      expect(text).not.toContain('canary');
    }
    const lists = ['calls', 'gates', 'events', 'audit', 'keys'];
    for (const path of lists) {
      const { text } = await service.ask('GET', `${other}/${path}`, { key: there.key });
      expect(text).not.toContain('canary');
      expect(text).not.toContain(here.id);
    }
    expect((await service.ask('GET', `${team}/gates/${gate.id}`)).body.status).toBe('open');
  });
});
