import { defineTool, ToolcribError } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { connectClient, listenForMcp } from './mcp-http.ts';
import { actorWith, createMcpWorld } from './mcp-world.ts';
import { modernRequest, sendMcp } from './send-mcp.ts';

const caller = actorWith(['caller']);
const base = { description: 'A tool.', effect: 'read', inputSchema: { type: 'object' } } as const;

const slow = (onStart: () => void, onAbort: () => void) =>
  defineTool({
    ...base,
    name: 'slow',
    handler: async (_args, { signal }) => {
      onStart();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      onAbort();
      return 'late';
    },
  });

describe('tools/call', () => {
  it.each([
    { era: '2025-11-25', options: {} },
    { era: '2026-07-28', options: { versionNegotiation: { mode: 'auto' } } as const },
  ])('tells how far a call is, in numbers that grow, $era', async ({ options }) => {
    const counting = defineTool({
      ...base,
      name: 'counting',
      handler: (_args, { reportProgress }) => {
        for (const done of [0, 1, 1, 0.5, 2]) reportProgress({ done, total: 2, message: `step ${done}` });
        return 'done';
      },
    });
    const world = createMcpWorld({ tools: [counting] });
    const server = await listenForMcp(world, { actor: caller });
    const client = await connectClient(server.url, options);
    const seen: unknown[] = [];

    const result = await client.callTool(
      { name: 'counting', arguments: {} },
      { onprogress: (progress) => seen.push(progress) },
    );

    expect(seen).toEqual([0, 1, 2].map((progress) => ({ progress, total: 2, message: `step ${progress}` })));
    expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
    await client.close();
    await server.close();
  });

  it.each([
    { era: '2025-11-25', options: {} },
    { era: '2026-07-28', options: { versionNegotiation: { mode: 'auto' } } as const },
  ])('is aborted when the client gives up, $era', async ({ options }) => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const world = createMcpWorld({ tools: [slow(started.resolve, aborted.resolve)] });
    const server = await listenForMcp(world, { actor: caller });
    const client = await connectClient(server.url, options);
    const giveUp = new AbortController();

    const result = client.callTool({ name: 'slow', arguments: {} }, { signal: giveUp.signal });
    await started.promise;
    giveUp.abort();

    await expect(result).rejects.toThrow();
    await aborted.promise;
    await client.close();
    await server.close();
  });

  it('takes secrets out of texts and of structured content', async () => {
    const key = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const leak = defineTool({
      ...base,
      name: 'leak',
      outputSchema: { type: 'object', properties: { key: { type: 'string' } } },
      handler: () => ({ key }),
    });
    const world = createMcpWorld({ tools: [leak] });

    const { text, body } = await sendMcp(world, {
      actor: caller,
      ...modernRequest('tools/call', { name: 'leak', arguments: {} }),
    });

    expect(text).not.toContain(key);
    expect(body).toMatchObject({ result: { structuredContent: { key: expect.any(String) } } });
  });

  it('tells nothing of what went wrong inside', async () => {
    const broken = defineTool({
      ...base,
      name: 'broken',
      handler: () => {
        throw new Error('password of the database');
      },
    });
    const world = createMcpWorld({ tools: [broken] });
    const calls = {
      ...world.calls,
      start: () => Promise.reject(new Error('path of the database')),
    };
    const failing = createMcpWorld({ tools: [broken], calls });
    const call = { actor: caller, ...modernRequest('tools/call', { name: 'broken', arguments: {} }) };

    const inTool = await sendMcp(world, call);
    const inService = await sendMcp(failing, call);

    expect(inTool.body).toMatchObject({ result: { isError: true } });
    expect(inService.body).toMatchObject({ result: { isError: true } });
    expect(inTool.text + inService.text).not.toContain('database');
    expect(inService.text).toContain('request-1');
    expect(failing.faults).toHaveLength(1);
  });

  it('tells a model that it has called too often, and when it may again', async () => {
    const world = createMcpWorld({ tools: [defineTool({ ...base, name: 'fine', handler: () => 'fine' })] });
    const start = () =>
      Promise.reject(
        new ToolcribError('E_RATE_LIMITED', 'Too many calls.', { context: { retryAfterMs: 1_500 } }),
      );
    const limited = createMcpWorld({ tools: [], calls: { ...world.calls, start } });

    const { body } = await sendMcp(limited, {
      actor: caller,
      ...modernRequest('tools/call', { name: 'fine', arguments: {} }),
    });

    const text = 'Too many calls. Try again in 2 s.';
    expect(body).toMatchObject({ result: { isError: true, content: [{ type: 'text', text }] } });
    expect(limited.faults).toEqual([]);
  });

  it.each([
    '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{}}}',
    '{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}',
    '',
    '[',
  ])('refuses JSON that readers could disagree on: %s', async (body) => {
    const world = createMcpWorld({ tools: [] });

    const answer = await sendMcp(world, { actor: caller, body, headers: {} });

    expect(answer).toMatchObject({ status: 400, body: { error: { code: -32700 }, id: null } });
  });
});
