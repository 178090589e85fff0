import OpenAI from 'openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  changeChatTools,
  changeResponsesTools,
  readChatCalls,
  readResponsesCalls,
  renderChatResults,
  renderChatTools,
  renderResponsesResults,
  renderResponsesTools,
} from '../../packages/toolcrib/src/providers/openai/index.ts';
import { toToolMessage } from '../../packages/toolcrib/src/runtime/index.ts';
import { startRuntime, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { startChatServer } from './openai-chat-server.ts';
import { checkChatRequest, checkResponsesRequest } from './openai-checker.ts';
import { startResponsesServer } from './openai-responses-server.ts';

const first = weather({ trusted: true });
const second = tool('find', () => 'found', { trusted: true });
// Longer than what the API takes back from anybody else.
const id = `call_${'x'.repeat(70)}`;
const steps = [{ calls: [{ id, name: 'weather', arguments: '{"city":"Oslo"}' }] }, { text: 'Rain.' }];

describe('a loop by hand with the SDK', () => {
  it('works with Chat Completions, and with tools that change on the way', async () => {
    const server = await startChatServer(steps);
    onTestFinished(() => server.close());
    const client = new OpenAI({ apiKey: 'sk', baseURL: server.url, maxRetries: 0 });
    const { runtime } = startRuntime([first, second]);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Go.' }];

    const { tools, codec, ...rendering } = renderChatTools([first.describe()]);
    const completion = await client.chat.completions.create({ model: 'scripted', messages, tools });
    const records = await runtime.callAll(readChatCalls(completion, codec));
    messages.push(...completion.choices.map(({ message }) => message));
    messages.push(...(await renderChatResults(toToolMessage(runtime, records), codec)));
    const change = changeChatTools({ ...rendering, tools, codec }, [second.describe()]);
    await client.chat.completions.create({
      model: 'scripted',
      messages,
      tools: change.rendering.tools,
      ...(change.toolChoice !== undefined && { tool_choice: change.toolChoice }),
    });

    const body = server.requests[1]?.body;
    expect(checkChatRequest(body)).toEqual([expect.stringContaining(`the id ${id}`)]);
    expect(body.messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: id,
      content: '{"city":"Oslo","days":3}',
    });
    expect(body.tools.map((sent: OpenAI.ChatCompletionFunctionTool) => sent.function.name)).toEqual([
      'weather',
      'find',
    ]);
    expect(body.tool_choice.allowed_tools.tools).toEqual([{ type: 'function', function: { name: 'find' } }]);
  });

  it('works with Responses, and with tools that change on the way', async () => {
    const server = await startResponsesServer(steps);
    onTestFinished(() => server.close());
    const client = new OpenAI({ apiKey: 'sk', baseURL: server.url, maxRetries: 0 });
    const { runtime } = startRuntime([first, second]);
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Go.', type: 'message' }];

    const rendering = renderResponsesTools([first.describe()]);
    const { tools, codec } = rendering;
    const response = await client.responses.create({ model: 'scripted', input, tools });
    const records = await runtime.callAll(readResponsesCalls(response, codec));
    input.push(...(response.output as OpenAI.Responses.ResponseFunctionToolCall[]));
    input.push(...(await renderResponsesResults(toToolMessage(runtime, records), codec)));
    const change = changeResponsesTools(rendering, [second.describe()]);
    input.push(...change.items);
    await client.responses.create({
      model: 'scripted',
      input,
      tools: change.rendering.tools,
      ...(change.toolChoice !== undefined && { tool_choice: change.toolChoice }),
    });

    const [before, after] = server.requests.map(({ body }) => body);
    expect(checkResponsesRequest(after)).toEqual([expect.stringContaining(`the id ${id}`)]);
    expect(after.tools).toEqual(before.tools);
    expect(after.input.slice(-2)).toEqual([
      { type: 'function_call_output', call_id: id, output: '{"city":"Oslo","days":3}' },
      { type: 'additional_tools', role: 'developer', tools: [expect.objectContaining({ name: 'find' })] },
    ]);
    expect(after.tool_choice).toEqual({
      type: 'allowed_tools',
      mode: 'auto',
      tools: [{ type: 'function', name: 'find' }],
    });
  });
});
