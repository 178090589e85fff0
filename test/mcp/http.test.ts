import { defineTool, Media } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { connectClient, listenForMcp } from './mcp-http.ts';
import { actorWith, createMcpWorld } from './mcp-world.ts';

const add = defineTool({
  name: 'add',
  title: 'Add',
  description: 'Adds two numbers.',
  effect: 'read',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  annotations: { readOnlyHint: false, destructiveHint: true },
  handler: ({ a, b }) => ({ sum: a + b }),
});

const picture = defineTool({
  name: 'picture',
  description: 'Draws.',
  effect: 'read',
  inputSchema: { type: 'object' },
  handler: () =>
    new Media({
      kind: 'image',
      mimeType: 'image/png',
      trustTier: 'first-party',
      hazard: 'inert',
      source: new Uint8Array([1, 2, 3]),
    }),
});

describe.each([
  { era: '2025-11-25', options: {} },
  { era: '2026-07-28', options: { versionNegotiation: { mode: 'auto' } } as const },
])('the official client over HTTP, $era', ({ options }) => {
  it('lists and calls', async () => {
    const world = createMcpWorld({ tools: [add, picture] });
    const server = await listenForMcp(world, { actor: actorWith(['caller']) });
    const client = await connectClient(server.url, options);

    const { tools } = await client.listTools();
    const sum = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
    const drawn = await client.callTool({ name: 'picture', arguments: {} });
    const wrong = await client.callTool({ name: 'add', arguments: { a: 'x' } });
    const unknown = client.callTool({ name: 'nothing', arguments: {} });

    expect(tools.map(({ name }) => name)).toEqual(['add', 'picture', 'call_result', 'query_result']);
    expect(tools[0]?.annotations).toEqual({ readOnlyHint: true, destructiveHint: false });
    expect(sum.structuredContent).toEqual({ sum: 3 });
    expect(sum.content).toEqual([{ type: 'text', text: '{"sum":3}' }]);
    expect(drawn.content).toEqual([{ type: 'image', mimeType: 'image/png', data: 'AQID' }]);
    expect(wrong).toMatchObject({ isError: true });
    await expect(unknown).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('There is no tool "nothing". The tools are: add, picture.'),
    });
    expect(world.faults).toEqual([]);
    await client.close();
    await server.close();
  });
});
