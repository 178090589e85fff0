import Anthropic from '@anthropic-ai/sdk';
import { onTestFinished } from 'vitest';
import type { Tool, ToolDescription } from '../../packages/toolcrib/src/index.ts';
import {
  type AnthropicExecutorOptions,
  anthropicExecutor,
} from '../../packages/toolcrib/src/providers/anthropic/index.ts';
import {
  type CallRecord,
  type ModelExecutor,
  type ModelMessage,
  type ModelStep,
  type Runtime,
  toToolMessage,
} from '../../packages/toolcrib/src/runtime/index.ts';
import { startRuntime } from '../runtime.ts';
import { type MessagesScript, startMessagesServer } from './anthropic-server.ts';
import type { Loopback } from './loopback.ts';

/** A key that nothing but a header may have in it. */
export const API_KEY = 'sk-ant-api03-this-is-the-secret-key-of-the-test';

/** The real SDK, a scripted server behind it, and a runtime of some tools. */
export interface World {
  readonly executor: ModelExecutor;
  readonly server: Loopback;
  readonly runtime: Runtime;
  readonly tools: readonly ToolDescription[];
}

/** Starts all that a conversation takes. The server stops with the test. */
export async function startWorld(
  script: MessagesScript,
  tools: readonly Tool[] = [],
  options: Partial<AnthropicExecutorOptions> & { readonly maxRetries?: number } = {},
): Promise<World> {
  const { maxRetries = 0, ...executorOptions } = options;
  const server = await startMessagesServer(script);
  onTestFinished(() => server.close());
  const client = new Anthropic({ apiKey: API_KEY, baseURL: server.url, maxRetries, logLevel: 'off' });
  const executor = anthropicExecutor(client, { model: 'scripted', maxTokens: 100, ...executorOptions });
  const { runtime } = startRuntime(tools);
  return { executor, server, runtime, tools: tools.map((tool) => tool.describe()) };
}

/** What came of a conversation. */
export interface Conversation {
  readonly messages: readonly ModelMessage[];
  readonly steps: readonly ModelStep[];
  readonly records: readonly CallRecord[];
}

/** Asks and calls in turns until the model has nothing to call any more. */
export async function converse({ executor, runtime, tools }: World, prompt = 'Go.'): Promise<Conversation> {
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  const steps: ModelStep[] = [];
  const records: CallRecord[] = [];
  for (;;) {
    const step = await executor.run({ messages, tools });
    steps.push(step);
    messages.push(step.message);
    if (step.message.calls.length === 0) return { messages, steps, records };
    const ended = await runtime.callAll(step.message.calls);
    records.push(...ended);
    messages.push(toToolMessage(runtime, ended));
  }
}
