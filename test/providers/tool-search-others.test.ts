import OpenAI from 'openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as bedrock from '../../packages/toolcrib/src/providers/bedrock/index.ts';
import * as gemini from '../../packages/toolcrib/src/providers/gemini/index.ts';
import { openaiChatExecutor } from '../../packages/toolcrib/src/providers/openai/index.ts';
import type { ModelMessage } from '../../packages/toolcrib/src/runtime/index.ts';
import { startChatServer } from './openai-chat-server.ts';
import { checkChatRequest } from './openai-checker.ts';
import { API_KEY } from './openai-world.ts';
import { checkOpenAIChatTools } from './published-rules/openai-chat.ts';
import { converseWithSearch, echoTool, searchTool } from './tool-search-world.ts';

const refund = echoTool('refund_order');
const cancel = echoTool('cancel_order');
const shown = [searchTool.describe()];

function search(query: string) {
  return { id: `call_${query}`, name: 'search_tools', arguments: JSON.stringify({ query }) };
}

describe.each([{ stream: true }, { stream: false }])(
  'a search through Chat Completions, streamed: $stream',
  ({ stream }) => {
    it('tells in words what was found, and appends it to the tools', async () => {
      const server = await startChatServer([
        { calls: [search('refund')] },
        { calls: [search('order')] },
        { calls: [{ id: 'call_1', name: 'cancel_order', arguments: '{}' }] },
        { text: 'Done.' },
      ]);
      onTestFinished(() => server.close());
      const client = new OpenAI({ apiKey: API_KEY, baseURL: server.url, maxRetries: 0, logLevel: 'off' });
      const executor = openaiChatExecutor(client, { model: 'scripted', stream });

      const { records } = await converseWithSearch(executor, { findable: [refund, cancel] });

      expect(executor.loadsFoundTools).toBeUndefined();
      expect(records.at(-1)).toMatchObject({ toolName: 'cancel_order', status: 'ok' });
      const bodies = server.requests.map(({ body }) => body);
      for (const body of bodies)
        expect([...checkChatRequest(body), ...checkOpenAIChatTools(body.tools)]).toEqual([]);
      for (const [at, body] of bodies.slice(1).entries()) {
        const textOf = (list: unknown) => JSON.stringify(list).slice(0, -1);
        expect(textOf(body.tools).startsWith(textOf(bodies[at].tools))).toBe(true);
        expect(textOf(body.messages).startsWith(textOf(bodies[at].messages))).toBe(true);
      }
      const last = bodies.at(-1);
      expect(last.tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
        'search_tools',
        'refund_order',
        'cancel_order',
      ]);
      expect(last.messages[2]).toEqual({
        role: 'tool',
        tool_call_id: 'call_refund',
        content: 'Found: refund.',
      });
    });
  },
);

describe('a search through a provider that has no executor', () => {
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Go.' },
    {
      role: 'assistant',
      text: '',
      calls: [{ providerCallId: 'call_1', tool: 'search_tools', args: { query: 'refund' } }],
    },
    {
      role: 'tool',
      results: [
        {
          providerCallId: 'call_1',
          tool: 'search_tools',
          rendering: { isError: false, parts: [{ type: 'text', text: 'Found: refund_order.' }] },
          found: ['refund_order'],
        },
      ],
    },
  ];
  const told = messages.map((message) =>
    message.role === 'tool'
      ? { ...message, results: message.results.map(({ found: _, ...result }) => result) }
      : message,
  );

  it.each([['Gemini', gemini] as const, ['Bedrock', bedrock] as const])(
    'is told in words to %s, and what was found is appended',
    async (_, { createToolRenderer, renderMessages }) => {
      const render = createToolRenderer();
      const { tools: before } = render(shown);

      const { tools, codec } = render(shown, [], [refund.describe(), cancel.describe()]);

      expect(JSON.stringify(tools)).toMatch(/"search_tools".*"refund_order".*"cancel_order"/);
      expect(tools[0]).toBe(before[0]);
      expect(await renderMessages(messages, codec)).toEqual(await renderMessages(told, codec));
      expect(JSON.stringify(await renderMessages(messages, codec))).toContain('Found: refund_order.');
    },
  );
});
