import { AIMessage, createMiddleware, ToolMessage } from 'langchain';
import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { toLangChainMiddleware } from './to-langchain-middleware.ts';

describe('toLangChainMiddleware', () => {
  it.each([
    ['another tool', { id: 'a', name: 'search', args: '{' }],
    ['a call without an id', { name: 'hello', args: '{' }],
    ['arguments that can be read after all', { id: 'a', name: 'hello', args: '{}' }],
    ['arguments that are no text', { id: 'a', name: 'hello', args: { path: '/a' } }],
    ['nothing', undefined],
  ])('leaves %s alone', async (_what, call) => {
    const { runtime, events } = startRuntime([tool('hello', () => 'Hello.')]);
    const { afterModel } = await toLangChainMiddleware(runtime, { createMiddleware, ToolMessage });
    const said = Object.assign(new AIMessage(''), { invalid_tool_calls: call && [call] });

    const hook = (afterModel as { hook(state: unknown): Promise<unknown> }).hook;

    await expect(hook({ messages: [said] })).resolves.toBeUndefined();
    await expect(hook({ messages: [] })).resolves.toBeUndefined();
    expect(events.events).toEqual([]);
  });
});
