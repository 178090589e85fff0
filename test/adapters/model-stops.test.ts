import { createOpenAI } from '@ai-sdk/openai';
import { Agent, OpenAIChatCompletionsModel, Runner } from '@openai/agents';
import { isStepCount, streamText } from 'ai';
import { tool as langChainTool, ToolMessage } from 'langchain';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { toAiSdkTools } from '../../packages/toolcrib/src/adapters/ai-sdk/index.ts';
import { toLangChainTools } from '../../packages/toolcrib/src/adapters/langchain/index.ts';
import { toMastraTools } from '../../packages/toolcrib/src/adapters/mastra/index.ts';
import { toAgentsTools } from '../../packages/toolcrib/src/adapters/openai-agents/index.ts';
import type { Runtime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import { type Loopback, type SeenRequest, type SentEvent, startLoopback } from '../providers/loopback.ts';
import { startChatServer, streamChat } from '../providers/openai-chat-server.ts';
import { deferred, startRuntime } from '../runtime.ts';
import { weather } from '../weather.ts';
import { createTestAgent as createLangChainAgent, go, ways as langChainWays } from './langchain-world.ts';
import { createTestAgent as createMastraAgent, ways as mastraWays } from './mastra-world.ts';

interface Question {
  readonly server: Loopback;
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
}

/** A streaming run of each framework with our tools, to its end. */
const frameworks = {
  'AI SDK': async ({ server, runtime, signal }: Question) => {
    const { chat } = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none' });
    const { fullStream } = streamText({
      model: chat('scripted'),
      tools: await toAiSdkTools(runtime),
      stopWhen: isStepCount(5),
      maxRetries: 0,
      abortSignal: signal,
      prompt: 'Go.',
    });
    for await (const _ of fullStream);
  },
  'OpenAI Agents': async ({ server, runtime, signal }: Question) => {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 });
    const model = new OpenAIChatCompletionsModel(client, 'scripted');
    const agent = new Agent({ name: 'clerk', model, tools: await toAgentsTools(runtime) });
    const result = await new Runner({ tracingDisabled: true }).run(agent, 'Go.', { stream: true, signal });
    await result.completed;
  },
  LangChain: async ({ server, runtime, signal }: Question) => {
    const tools = await toLangChainTools(runtime, { tool: langChainTool, ToolMessage });
    await langChainWays.stream(createLangChainAgent(server, { tools }), go, { signal });
  },
  Mastra: async ({ server, runtime, signal }: Question) => {
    const agent = createMastraAgent(server, await toMastraTools(runtime));
    await mastraWays.stream.run(agent, { abortSignal: signal });
  },
};

/** The beginning of an answer with a call, which then goes no further until the client hangs up. */
async function* stall({ signal }: SeenRequest, reached: () => void): AsyncGenerator<SentEvent> {
  const call = { name: 'weather', arguments: '{"city":"Oslo, the capital of Norway"}' };
  for (const event of [...streamChat({ text: 'I look.', calls: [call] })].slice(0, -4)) yield event;
  reached();
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

describe.each(Object.entries(frameworks))('a model in %s', (_name, run) => {
  it('[L8] that is aborted in the middle of its answer makes no call', async () => {
    const [reached, hungUp] = [deferred<void>(), deferred<void>()];
    const server = await startLoopback((request) => {
      request.signal.addEventListener('abort', () => hungUp.resolve());
      return { events: stall(request, reached.resolve) };
    });
    const { runtime, events } = startRuntime([weather()]);
    const controller = new AbortController();

    const running = run({ server, runtime, signal: controller.signal }).catch(() => 'rejected');
    await reached.promise;
    controller.abort();
    await Promise.all([running, hungUp.promise]);

    expect(server.requests).toHaveLength(1);
    expect(events.events).toEqual([]);
    await server.close();
  });

  it('that refuses makes no call, and is asked once', async () => {
    const server = await startChatServer([{ refusal: 'I will not.' }]);
    const { runtime, events } = startRuntime([weather()]);

    await run({ server, runtime, signal: new AbortController().signal }).catch(() => 'rejected');

    expect(server.requests).toHaveLength(1);
    expect(events.events).toEqual([]);
    await server.close();
  });
});
