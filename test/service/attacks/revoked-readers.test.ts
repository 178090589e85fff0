import { Tool } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import { openTestService, toRequest } from '../open-service.ts';
import { askMcp, mcpRevisions } from './ask-mcp.ts';

const team = '/v1/tenants/default';
const SECRET = 'the vault is under the stairs';

/** A service on a clock that stands still, with a tool that takes until it is let go. */
async function openSlow() {
  const clock = createFakeClock();
  const result = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const inputSchema = { type: 'object', properties: {} } as const;
  const tools = [
    new Tool({
      name: 'slow',
      description: 'Takes its time.',
      inputSchema,
      effect: 'read',
      handler: () => {
        begun.resolve();
        return result.promise;
      },
    }),
    new Tool({
      name: 'large',
      description: 'Gives a lot.',
      inputSchema,
      effect: 'read',
      trusted: true,
      handler: () => `${SECRET}\n`.repeat(100_000),
    }),
  ];
  const service = await openTestService({ tools, clock });
  const reader = await service.makeKey({ roles: ['admin', 'caller'], scopes: ['*'] });
  /** The process that revokes a key knows it at once; other processes know it a second later. */
  const revoke = async () => {
    expect((await service.ask('DELETE', `${team}/keys/${reader.id}`)).status).toBe(200);
    await clock.advance(100);
  };
  const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await service.fetch(toRequest('GET', path, { key: reader.key, headers }));
    expect(response.status).toBe(200);
    return readerOf(response);
  };
  const release = () => result.resolve(SECRET);
  return { service, clock, reader, revoke, read, release, begun: begun.promise };
}

/** Reads the pieces of an answer, and none ahead. */
function readerOf({ body }: Response) {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const read = async (): Promise<string | undefined> => {
    const { done, value } = await reader.read();
    return done ? undefined : decoder.decode(value);
  };
  /** Until it ends. */
  const rest = async (): Promise<string> => {
    let text = '';
    for (let part = await read(); part !== undefined; part = await read()) text += part;
    return text;
  };
  return { read, rest };
}

/** Resolves when whatever can go on has done so, reads of the database in memory included. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('a key that was revoked while somebody waits', () => {
  it('is not told how a call ended that it asked for', async () => {
    const { service, reader, revoke, release, begun } = await openSlow();
    const call = service.ask('POST', `${team}/calls`, { key: reader.key, body: { tool: 'slow' } });
    await begun;

    await revoke();
    release();

    const { status, text, body } = await call;
    expect([status, body.code]).toEqual([401, 'E_UNAUTHENTICATED']);
    expect(text).not.toContain(SECRET);
  });

  it('does not get the result of a long poll', async () => {
    const { service, reader, revoke, release, begun } = await openSlow();
    const { key } = reader;
    const started = await service.ask('POST', `${team}/calls`, {
      key,
      body: { tool: 'slow', mode: 'async' },
    });
    await begun;
    const poll = service.ask('GET', `${team}/calls/${started.body.id}?waitMs=30000`, { key });
    await settle();

    await revoke();
    release();

    const { status, text } = await poll;
    expect(status).toBe(401);
    expect(text).not.toContain(SECRET);
  });

  it.each(mcpRevisions)('does not get a result over MCP of %s, nor by call_result', async (revision) => {
    const { service, reader, revoke, release, begun } = await openSlow();
    const ask = (name: string, args: object) =>
      askMcp(service, {
        ...{ key: reader.key, revision, method: 'tools/call' },
        params: { name, arguments: args },
      });
    const call = ask('slow', {});
    await begun;
    const { items } = (await service.ask('GET', `${team}/calls?state=open`)).body;
    const poll = ask('call_result', { callId: items[0].id, waitMs: 30_000 });
    await settle();

    await revoke();
    release();

    for (const { status, text } of [await call, await poll]) {
      expect(status).toBe(401);
      expect(text).not.toContain(SECRET);
    }
  });

  it('does not get the rest of an export, which does not look complete either', async () => {
    const { service, revoke, read } = await openSlow();
    const draft = { tenant: 'default', action: 'request-done', actor: 'operator', outcome: 'ok' } as const;
    await Promise.all(Array.from({ length: 1_200 }, () => service.service.audit.append(draft)));
    const lines = await read(`${team}/audit/export`);
    expect(await lines.read()).toContain('"sequence":1,');

    await revoke();

    await expect(lines.read()).rejects.toThrow('invalid');
  });

  it('does not get the rest of a large result', async () => {
    const { service, reader, revoke, read } = await openSlow();
    const { body } = await service.ask('POST', `${team}/calls`, { key: reader.key, body: { tool: 'large' } });
    const bytes = await read(`${team}/calls/${body.id}/result`);
    expect(await bytes.read()).toContain(SECRET);

    await revoke();

    await expect(bytes.read()).rejects.toThrow('invalid');
  });

  it('hears of no event that happens then', async () => {
    const { service, clock, revoke, read } = await openSlow();
    const events = await read(`${team}/events`, { accept: 'text/event-stream' });
    expect(await events.read()).toContain('connected');
    const rest = events.rest();

    await service.ask('POST', `${team}/catalog/tools/large/disable`, { body: { reason: 'seen' } });
    await settle();
    await revoke();
    await service.ask('POST', `${team}/catalog/tools/slow/disable`, { body: { reason: SECRET } });
    await clock.advance(2_000);

    expect(await rest).toContain('seen');
    expect(await rest).not.toContain(SECRET);
  });

  it('does not follow a call to its end', async () => {
    const { service, clock, reader, revoke, read, release, begun } = await openSlow();
    const { key } = reader;
    const started = await service.ask('POST', `${team}/calls`, {
      key,
      body: { tool: 'slow', mode: 'async' },
    });
    await begun;
    const events = await read(`${team}/calls/${started.body.id}/events`);
    await events.read();

    await revoke();
    release();
    await settle();
    await clock.advance(2_000);

    expect(await events.rest()).not.toContain('tool-call-end');
  });

  it('is not told over MCP that tools have changed', async () => {
    const { service, clock, reader, revoke } = await openSlow();
    const revision = '2026-07-28';
    const response = await service.fetch(
      toRequest('POST', '/mcp/default', {
        key: reader.key,
        headers: {
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': revision,
          'mcp-method': 'subscriptions/listen',
        },
        body: {
          ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
          params: {
            notifications: { toolsListChanged: true },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': revision,
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
      }),
    );
    expect(response.status).toBe(200);
    const events = readerOf(response);
    await events.read();

    await revoke();
    await service.ask('POST', `${team}/catalog/tools/slow/disable`, { body: {} });
    await clock.advance(2_000);

    expect(await events.rest()).not.toContain('list_changed');
  });

  it('changes nothing with a request whose body comes late', async () => {
    const { service, reader, revoke } = await openSlow();
    const body = Promise.withResolvers<void>();
    const text = new TextEncoder().encode(JSON.stringify({ tools: [{ tool: 'slow' }] }));
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        await body.promise;
        controller.enqueue(text);
        controller.close();
      },
    });
    const request = new Request(`http://localhost${team}/toolsets/mine`, {
      ...{ method: 'PUT', duplex: 'half', body: stream },
      headers: { authorization: `Bearer ${reader.key}`, 'content-type': 'application/json' },
    } as RequestInit);
    const answer = service.fetch(request);
    await settle();

    await revoke();
    body.resolve();

    expect((await answer).status).toBe(401);
    expect((await service.ask('GET', `${team}/toolsets/mine`)).status).toBe(404);
  });
});

describe('a key that has expired while somebody waits', () => {
  it('does not get the result', async () => {
    const { service, clock, release, begun } = await openSlow();
    const { key } = await service.makeKey({}, { expiresAt: new Date(clock.now() + 500).toISOString() });
    const call = service.ask('POST', `${team}/calls`, { key, body: { tool: 'slow' } });
    await begun;

    await clock.advance(500);
    release();

    expect((await call).status).toBe(401);
    expect((await call).text).not.toContain(SECRET);
  });
});

describe('a key whose toolset loses a tool', () => {
  it('is told nothing more of a call that it follows', async () => {
    const { service, clock, release, begun } = await openSlow();
    const put = (tools: readonly object[]) =>
      service.ask('PUT', `${team}/toolsets/narrow`, { body: { tools } });
    await put([{ tool: 'slow' }, { tool: 'large' }]);
    const limited = await service.makeKey({ roles: ['viewer'], scopes: ['*'], toolsets: ['narrow'] });
    const call = await service.ask('POST', `${team}/calls`, { body: { tool: 'slow', mode: 'async' } });
    await begun;
    const response = await service.fetch(
      toRequest('GET', `${team}/calls/${call.body.id}/events`, {
        key: limited.key,
        headers: { accept: 'text/event-stream' },
      }),
    );
    expect(response.status).toBe(200);
    const events = readerOf(response);

    expect((await put([{ tool: 'large' }])).status).toBe(200);
    release();
    await settle();
    await clock.advance(1_000);

    expect(await events.rest()).not.toContain('tool-call-end');
  });
});
