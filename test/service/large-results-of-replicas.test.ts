import { defineTool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { describePostgres } from '../postgres/describe-postgres.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import { askMcp, mcpRevisions } from './attacks/ask-mcp.ts';
import { type AskOptions, openTestService, type TestService } from './open-service.ts';

const tools = [
  defineTool({
    name: 'rows',
    description: 'Gives rows.',
    effect: 'read',
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] },
    handler: () => ({ rows: Array.from({ length: 30_000 }, (_, id) => ({ id })) }),
  }),
];

/** Makes a large result with a key, and says how to ask for it over HTTP and MCP of any process. */
async function store(service: TestService, key: string) {
  const params = { name: 'rows', arguments: {} };
  const { last } = await askMcp(service, { key, method: 'tools/call', params });
  const { callId, uri } = last.result.structuredContent.storedResult;
  const read = { method: 'resources/read', params: { uri }, headers: { 'mcp-name': uri } };
  const path = { path: '/rows/29999' };
  const query = {
    method: 'tools/call',
    params: { name: 'query_result', arguments: { callId, query: 'artifact_json_get', arguments: path } },
  };
  const download = async (from: TestService, how: AskOptions) =>
    await from.ask('GET', `/v1/tenants/default/calls/${callId}/result`, how);
  return { read, query, download };
}

describe('a large result over MCP', () => {
  it('is gone with the key that made it, and never was there for another one', async () => {
    const service = await openTestService({ tools });
    const [own, other] = [await service.makeKey({}), await service.makeKey({})];
    const { read, query, download } = await store(service, own.key);

    expect((await askMcp(service, { key: own.key, ...query })).text).toContain('29999');
    expect((await askMcp(service, { key: own.key, ...read })).last.result.contents).toHaveLength(2);
    expect((await askMcp(service, { key: other.key, ...query })).last.result.isError).toBe(true);
    expect((await askMcp(service, { key: other.key, ...read })).last.error.message).toContain('not found');
    expect((await download(service, { key: other.key })).status).toBe(404);

    const revoked = await service.ask('DELETE', `/v1/keys/${own.id}`);
    expect(revoked.status).toBeLessThan(300);
    for (const revision of mcpRevisions) {
      for (const asked of [read, query]) {
        expect((await askMcp(service, { key: own.key, revision, ...asked })).status).toBe(401);
      }
    }
    expect(service.faults).toEqual([]);
  });

  it('is sent whole where the service says so', async () => {
    const service = await openTestService({ tools, maxMcpResultBytes: 1_000_000 });
    const { key } = await service.makeKey({});

    const { last } = await askMcp(service, {
      key,
      method: 'tools/call',
      params: { name: 'rows', arguments: {} },
    });

    expect(last.result.structuredContent.rows).toHaveLength(30_000);
  });
});

describePostgres('a large result on PostgreSQL', (serverUrl) => {
  it('is downloaded, read and asked on a replica that did not run the call', async () => {
    const { url, drop } = await createTestDatabase(serverUrl);
    const [first, second] = [
      await openTestService({ tools, database: url, closedBy: 'owner' }),
      await openTestService({ tools, database: url, closedBy: 'owner' }),
    ];
    const { key } = await first.makeKey({});
    const { read, query, download } = await store(first, key);

    const [asked, part, whole] = [
      await askMcp(second, { key, ...query }),
      await askMcp(second, { key, ...read }),
      await download(second, { key }),
    ];

    expect(asked.last.result.content).toEqual([{ type: 'text', text: '{"id":29999}' }]);
    expect(part.last.result.contents[0].text).toMatch(/^\{"rows":\[\{"id":0\}/);
    expect(JSON.parse(whole.text).rows).toHaveLength(30_000);
    await first.close();
    await second.close();
    await drop();
  });
});
