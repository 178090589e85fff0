import { defineTool } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { modernRequest } from '../../../../test/mcp/send-mcp.ts';
import { createServiceWorld, type KeyHolder } from '../../../../test/routes/service-world.ts';

const makeTool = (name: string) =>
  defineTool({
    name,
    description: `Does ${name} for somebody.`,
    effect: 'read',
    inputSchema: { type: 'object', properties: {} },
    handler: () => name,
  });

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const headers = { accept: 'application/json, text/event-stream' };

async function namesAt(holder: KeyHolder, path: string): Promise<readonly string[]> {
  const response = await holder.send('POST', path, { body: list, headers });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const json = text.startsWith('{') ? text : text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  const { result } = JSON.parse(json) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

describe('MCP endpoints', () => {
  it('offer all tools of a tenant, or those of a toolset', async () => {
    const { keyFor } = await createServiceWorld({ tools: [makeTool('one'), makeTool('two')] });
    const [ada, boss] = [await keyFor('caller'), await keyFor('admin')];
    const toolset = { tools: [{ tool: 'one' }] };
    const put = await boss.send('PUT', '/v1/tenants/default/toolsets/few', { body: toolset });
    expect(put.status, await put.text()).toBeLessThan(300);

    expect(await namesAt(ada, '/mcp/default')).toEqual(expect.arrayContaining(['one', 'two']));
    const few = await namesAt(ada, '/mcp/default/few');
    expect(few).toContain('one');
    expect(few).not.toContain('two');
    expect((await ada.send('POST', '/mcp/default/none', { body: list, headers })).status).toBe(404);
  });

  it('put many tools behind a search, unless told otherwise', async () => {
    const { keyFor } = await createServiceWorld({
      tools: [makeTool('one'), makeTool('two')],
      searchModeFrom: 2,
    });
    const ada = await keyFor('caller');

    expect(await namesAt(ada, '/mcp/default')).toEqual(expect.arrayContaining(['search_tools', 'call_tool']));
    expect(await namesAt(ada, '/mcp/default')).not.toContain('one');
    expect(await namesAt(ada, '/mcp/default?mode=full')).toContain('one');
  });

  it('are closed to whoever may not call, and to whoever is held to toolsets without naming one', async () => {
    const { keyFor, send } = await createServiceWorld({ tools: [makeTool('one')] });
    const viewer = await keyFor('viewer');
    const held = await keyFor([{ tenant: 'default', roles: ['caller'], scopes: [], toolsets: ['a', 'b'] }]);

    expect((await send('POST', '/mcp/default', { body: list, headers })).status).toBe(401);
    expect((await viewer.send('POST', '/mcp/default', { body: list, headers })).status).toBe(403);
    expect((await held.send('POST', '/mcp/default', { body: list, headers })).status).toBe(403);
    expect((await viewer.send('POST', '/mcp/other', { body: list, headers })).status).toBe(403);
  });

  it('end a subscription when its key is revoked, and count those that are open', async () => {
    const clock = createFakeClock();
    const { keyFor, service } = await createServiceWorld({ tools: [makeTool('one')], clock });
    const [ada, boss] = [await keyFor('caller'), await keyFor('admin')];
    const openStreams = async () =>
      /^toolcrib_open_streams (\d+)$/m.exec((await service.metrics.render()).text)?.[1];
    const listen = modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const response = await ada.send('POST', '/mcp/default', {
      body: listen.body,
      headers: { ...headers, ...listen.headers },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const ended = response.text();
    expect(await openStreams()).toBe('1');

    await clock.advance(1_000);
    expect(await openStreams()).toBe('1');
    expect((await boss.send('DELETE', `/v1/tenants/default/keys/${ada.id}`)).status).toBeLessThan(300);
    for (let second = 0; second < 3; second++) await clock.advance(1_000);

    expect(await ended).toContain('subscription');
    expect(await openStreams()).toBe('0');
  });
});
