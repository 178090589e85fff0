import { defineTool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { actorWith, createMcpWorld, type McpWorld } from './mcp-world.ts';
import { modernRequest, sendMcp } from './send-mcp.ts';

const actor = actorWith(['caller']);

function subscribe(world: McpWorld, id: number) {
  const { body, headers } = modernRequest('subscriptions/listen', {
    notifications: { toolsListChanged: true },
  });
  return sendMcp(world, { actor, headers, body: { ...body, id } });
}

describe('an endpoint that closes', () => {
  it('ends subscriptions and takes no more of them, but finishes calls', async () => {
    const started = Promise.withResolvers<void>();
    const released = Promise.withResolvers<string>();
    const slow = defineTool({
      name: 'slow',
      description: 'Takes its time.',
      effect: 'read',
      inputSchema: { type: 'object' },
      handler: () => {
        started.resolve();
        return released.promise;
      },
    });
    const world = createMcpWorld({ tools: [slow], isFast: false });
    const subscription = subscribe(world, 7);
    const call = sendMcp(world, { actor, ...modernRequest('tools/call', { name: 'slow', arguments: {} }) });
    await started.promise;

    await world.endpoint.close();

    expect((await subscription).status).toBe(200);
    expect((await subscribe(world, 8)).text).toContain('limit');
    released.resolve('at last');
    expect((await call).text).toContain('at last');
    await world.endpoint.close();
  });
});
