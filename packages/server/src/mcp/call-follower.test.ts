import { getEventListeners } from 'node:events';
import { systemClock } from 'toolcrib/runtime';
import { describe, expect, it } from 'vitest';
import { actorWith, createMcpWorld } from '../../../../test/mcp/mcp-world.ts';
import { CallFollower } from './call-follower.ts';

describe('following a call', () => {
  it('leaves nothing behind on a connection that goes on', () => {
    const { view, calls } = createMcpWorld({ tools: [] });
    const { signal } = new AbortController();
    const session = { view, actor: actorWith(['caller']), signal, isSearchMode: false, requestId: 'one' };
    const gate = { invocationId: 'a', gateId: 'a.1' };

    const follower = new CallFollower({ calls, clock: systemClock }, session, gate);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    follower.close();

    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
