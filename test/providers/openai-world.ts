import OpenAI from 'openai';
import { expect, onTestFinished } from 'vitest';
import { createToolRegistry, type Tool, type ToolDescription } from '../../packages/toolcrib/src/index.ts';
import type { ExecutorOptions } from '../../packages/toolcrib/src/providers/index.ts';
import {
  openaiChatExecutor,
  openaiResponsesExecutor,
} from '../../packages/toolcrib/src/providers/openai/index.ts';
import {
  type CallRecord,
  type ModelExecutor,
  type ModelMessage,
  type ModelRequest,
  type ModelStep,
  type Runtime,
  toToolMessage,
} from '../../packages/toolcrib/src/runtime/index.ts';
import { startRuntime } from '../runtime.ts';
import type { Loopback, Reply, SeenRequest, SentEvent } from './loopback.ts';
import { startChatServer, streamChat } from './openai-chat-server.ts';
import { checkChatRequest, checkResponsesRequest } from './openai-checker.ts';
import { startResponsesServer, streamResponse } from './openai-responses-server.ts';

/** A key that nothing but a header may have in it. */
export const API_KEY = 'sk-proj-this-is-the-secret-key-of-the-test';

/** What a model does in one step, whatever API it is asked through. */
export interface ModelScript {
  readonly text?: string;
  readonly refusal?: string;
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly arguments: string }[];
  readonly cutBy?: 'length' | 'filter';
  readonly cachedTokens?: number;
}

/** One step, or what a server answers with instead. */
export type Script = readonly (ModelScript | ((request: SeenRequest) => Reply))[];

/** A call and its result as they were sent. */
export interface SentResult {
  readonly id: string;
  readonly output: unknown;
}

/** One API in one way of asking it, so that a test can hold for all of them. */
export interface Api {
  readonly name: string;
  readonly isStreaming: boolean;
  readonly provider: string;
  start(script: Script): Promise<Loopback>;
  createExecutor(client: OpenAI, options: ExecutorOptions): ModelExecutor;
  /** What the API would refuse a request for. */
  check(body: unknown): string[];
  /** The results in a request, in their order. */
  resultsIn(body: unknown): SentResult[];
  /** The calls in a request, in their order. */
  callsIn(body: unknown): { readonly id: string; readonly name: string; readonly args: string }[];
  /** The events of a step, for a stream that does not come to its end. */
  eventsOf(step: ModelScript): Generator<SentEvent>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever a client sent.
type Sent = any;

const chat = {
  provider: 'openai-chat',
  start: (script: Script) =>
    startChatServer(script.map((step) => (typeof step === 'function' ? step : toChat(step)))),
  createExecutor: openaiChatExecutor,
  check: checkChatRequest,
  resultsIn: (body: Sent) =>
    body.messages
      .filter(({ role }: Sent) => role === 'tool')
      .map(({ tool_call_id, content }: Sent) => ({ id: tool_call_id, output: content })),
  callsIn: (body: Sent) =>
    body.messages
      .flatMap(({ tool_calls = [] }: Sent) => tool_calls)
      .map(({ id, function: called }: Sent) => ({ id, name: called.name, args: called.arguments })),
  eventsOf: (step: ModelScript) => streamChat(toChat(step)),
};

const responses = {
  provider: 'openai-responses',
  start: (script: Script) =>
    startResponsesServer(script.map((step) => (typeof step === 'function' ? step : toResponses(step)))),
  createExecutor: openaiResponsesExecutor,
  check: checkResponsesRequest,
  resultsIn: (body: Sent) =>
    body.input
      .filter(({ type }: Sent) => type === 'function_call_output')
      .map(({ call_id, output }: Sent) => ({ id: call_id, output })),
  callsIn: (body: Sent) =>
    body.input
      .filter(({ type }: Sent) => type === 'function_call')
      .map(({ call_id, name, arguments: args }: Sent) => ({ id: call_id, name, args })),
  eventsOf: (step: ModelScript) => streamResponse(toResponses(step)),
};

function toChat({ cutBy, ...step }: ModelScript) {
  const finishReason = cutBy === 'filter' ? 'content_filter' : cutBy;
  return { ...step, ...(finishReason !== undefined && { finishReason }) };
}

function toResponses({ cutBy, ...step }: ModelScript) {
  const incompleteReason = cutBy === 'filter' ? 'content_filter' : 'max_output_tokens';
  return { ...step, ...(cutBy !== undefined && { incompleteReason }) };
}

/** Both APIs, streaming and not. */
export const apis: readonly Api[] = [chat, responses].flatMap((api) =>
  [true, false].map((isStreaming) => ({
    ...api,
    isStreaming,
    name: `${api.provider}${isStreaming ? ', streaming' : ''}`,
  })),
);

/** The real SDK, a scripted server behind it, and a runtime of some tools. */
export interface World {
  readonly executor: ModelExecutor;
  readonly server: Loopback;
  readonly runtime: Runtime;
  readonly tools: readonly ToolDescription[];
}

/** Starts all that a conversation takes. When the test is over, every request must have been a legal one. */
export async function startWorld(
  api: Api,
  script: Script,
  {
    tools = [],
    maxRetries = 0,
    ...options
  }: Partial<ExecutorOptions> & { tools?: readonly Tool[]; maxRetries?: number } = {},
): Promise<World> {
  const server = await api.start(script);
  onTestFinished(async () => {
    await server.close();
    for (const { body } of server.requests) expect(api.check(body)).toEqual([]);
  });
  const client = new OpenAI({ apiKey: API_KEY, baseURL: server.url, maxRetries, logLevel: 'off' });
  const executor = api.createExecutor(client, { model: 'scripted', stream: api.isStreaming, ...options });
  const resolver = createToolRegistry(tools);
  const { runtime } = startRuntime(tools, { resolver });
  return { executor, server, runtime, tools: tools.map((tool) => tool.describe()) };
}

/** What came of a conversation. */
export interface Conversation {
  readonly messages: readonly ModelMessage[];
  readonly steps: readonly ModelStep[];
  readonly records: readonly CallRecord[];
  readonly events: readonly unknown[];
}

/** Asks and calls in turns until the model has nothing to call any more. */
export async function converse(
  { executor, runtime, tools }: World,
  request: Partial<ModelRequest> = {},
): Promise<Conversation> {
  const messages: ModelMessage[] = [...(request.messages ?? [{ role: 'user', content: 'Go.' } as const])];
  const steps: ModelStep[] = [];
  const records: CallRecord[] = [];
  const events: unknown[] = [];
  for (;;) {
    const step = await executor.run({ tools, onEvent: (event) => events.push(event), ...request, messages });
    steps.push(step);
    messages.push(step.message);
    if (step.message.calls.length === 0) return { messages, steps, records, events };
    const ended = await runtime.callAll(step.message.calls);
    records.push(...ended);
    messages.push(toToolMessage(runtime, ended));
  }
}
