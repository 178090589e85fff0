import Anthropic from '@anthropic-ai/sdk';
import { expect, it, onTestFinished } from 'vitest';
import {
  type AnthropicMessage,
  changeTools,
  readCalls,
  renderTools,
} from '../../packages/toolcrib/src/providers/anthropic/index.ts';
import { tool } from '../runtime.ts';
import { startMessagesServer } from './anthropic-server.ts';

it('changes the tools of a conversation through the SDK without another list of tools', async () => {
  const server = await startMessagesServer([
    { text: 'I have nothing to look with.' },
    { calls: [{ name: 'look', input: '{}' }] },
  ]);
  onTestFinished(() => server.close());
  const client = new Anthropic({ apiKey: 'key', baseURL: server.url, maxRetries: 0 });
  const request = { model: 'scripted', max_tokens: 100 };
  const messages: AnthropicMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Look.' }] }];
  const before = renderTools([tool('wait', () => '').describe()]);
  const change = changeTools(before, [tool('look', () => '').describe()]);

  await client.beta.messages.create({ ...request, messages, tools: before.tools });
  const answer = await client.beta.messages.create({
    ...request,
    messages: [...messages, ...(change.message === undefined ? [] : [change.message])],
    tools: change.rendering.tools,
    betas: [...change.betas],
  });

  const [first, second] = server.requests;
  expect(readCalls(answer, change.rendering.codec)).toMatchObject([{ tool: 'look', args: {} }]);
  expect(second?.headers['anthropic-beta']).toBe('inline-tools-2026-09-15');
  expect(JSON.stringify(second?.body.tools)).toBe(JSON.stringify(first?.body.tools));
  expect(second?.body.messages).toEqual([
    ...(first?.body.messages ?? []),
    {
      role: 'system',
      content: [
        { type: 'tool_removal', tool: { type: 'tool_reference', name: 'wait' } },
        {
          type: 'tool_addition',
          tool: {
            type: 'tool_definition',
            definition: { name: 'look', input_schema: { type: 'object', properties: {} } },
          },
        },
      ],
    },
  ]);
});
