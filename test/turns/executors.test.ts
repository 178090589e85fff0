import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anthropicExecutor } from '../../packages/toolcrib/src/providers/anthropic/index.ts';
import {
  openaiChatExecutor,
  openaiResponsesExecutor,
} from '../../packages/toolcrib/src/providers/openai/index.ts';
import type { ModelExecutor } from '../../packages/toolcrib/src/runtime/index.ts';
import { createScriptedModel } from '../../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner } from '../../packages/toolcrib/src/turns/index.ts';
import { startMessagesServer } from '../providers/anthropic-server.ts';
import type { Loopback, SeenRequest } from '../providers/loopback.ts';
import { startChatServer } from '../providers/openai-chat-server.ts';
import { startResponsesServer } from '../providers/openai-responses-server.ts';
import { tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { ofType } from './looks.ts';
import { play } from './world.ts';

/** A step in nobody's format. */
interface Step {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly args: string }[];
}

const ASKED = 'What is the weather, and where is the needle?';

/** The conversation; what it asks in its third step depends on what it was told. */
function stepsOf(told: () => string): readonly (() => Step)[] {
  return [
    () => ({
      text: 'Let me look.',
      calls: [
        { id: 'call_oslo', name: 'weather', args: '{"city":"Oslo"}' },
        { id: 'call_rome', name: 'weather', args: '{"city":"Rome","days":1}' },
        { id: 'call_fail', name: 'broken', args: '{}' },
      ],
    }),
    () => ({ calls: [{ id: 'call_log', name: 'read_log', args: '{}' }] }),
    () => {
      const [, id] = told().match(/stored as artifact [\\"]+([^"\\]+)[\\"]+ /) ?? [];
      const args = JSON.stringify({ artifacts: [id], pattern: 'needle' });
      return { calls: [{ id: 'call_grep', name: 'artifact_grep', args }] };
    },
    () => ({ text: told().includes('the needle is here') ? 'It rains, and I found it.' : 'Nothing.' }),
  ];
}

/** The steps of a server, in its own format. */
function script<Format>(format: (step: Step) => Format): ((request: SeenRequest) => Format)[] {
  let body = '';
  return stepsOf(() => body).map((step) => (request: SeenRequest) => {
    body = JSON.stringify(request.body);
    return format(step());
  });
}

interface Started {
  readonly executor: ModelExecutor;
  readonly server?: Loopback;
}

async function startAnthropic(stream: boolean): Promise<Started> {
  const server = await startMessagesServer(
    script(({ calls = [], ...step }) => ({
      ...step,
      calls: calls.map(({ id, name, args }) => ({ id, name, input: args })),
    })),
  );
  const client = new Anthropic({ apiKey: 'key', baseURL: server.url, maxRetries: 0, logLevel: 'off' });
  return { server, executor: anthropicExecutor(client, { model: 'scripted', maxTokens: 100, stream }) };
}

/** Both formats of OpenAI have the same words for a step. */
const toOpenai = ({ calls = [], ...step }: Step) => ({
  ...step,
  ...(calls.length > 0 && { calls: calls.map(({ id, name, args }) => ({ id, name, arguments: args })) }),
});

function openaiClient(server: Loopback): OpenAI {
  return new OpenAI({ apiKey: 'key', baseURL: server.url, maxRetries: 0, logLevel: 'off' });
}

async function startChat(stream: boolean): Promise<Started> {
  const server = await startChatServer(script(toOpenai));
  return { server, executor: openaiChatExecutor(openaiClient(server), { model: 'scripted', stream }) };
}

async function startResponses(stream: boolean): Promise<Started> {
  const server = await startResponsesServer(script(toOpenai));
  return { server, executor: openaiResponsesExecutor(openaiClient(server), { model: 'scripted', stream }) };
}

async function startScripted(): Promise<Started> {
  let told = '';
  const executor = createScriptedModel(
    stepsOf(() => told).map((step) => ({ messages }) => {
      told = JSON.stringify(messages);
      const { calls = [], text } = step();
      return {
        ...(text !== undefined && { text }),
        calls: calls.map(({ id, name, args }) => ({ tool: name, args, providerCallId: id })),
      };
    }),
  );
  onTestFinished(() => executor.assertConsumed());
  return { executor };
}

const executors: readonly { name: string; isStreaming: boolean; start: () => Promise<Started> }[] = [
  { name: 'the scripted model', isStreaming: true, start: startScripted },
  ...[true, false].flatMap((isStreaming) =>
    [
      { name: 'anthropicExecutor', start: startAnthropic },
      { name: 'openaiChatExecutor', start: startChat },
      { name: 'openaiResponsesExecutor', start: startResponses },
    ].map(({ name, start }) => ({
      name: `${name}${isStreaming ? ', streaming' : ''}`,
      isStreaming,
      start: () => start(isStreaming),
    })),
  ),
];

const log = Array.from({ length: 4_000 }, (_, index) =>
  index === 2_999 ? 'the needle is here' : `line ${index}: nothing to see`,
).join('\n');

const tools = [
  weather({ effect: 'read' }),
  tool('broken', () => {
    throw new Error('hunter2');
  }),
  tool('read_log', () => log, { effect: 'read' }),
];

describe.each(executors)('a conversation through $name', ({ start, isStreaming }) => {
  it('[L2, L3, L4, L11, A1, A2] goes the same way: parallel calls, a failure, a query, an answer', async () => {
    const { executor, server } = await start();
    onTestFinished(() => server?.close());
    const runner = createTurnRunner({ executor, tools });

    const { result, events } = await play({ runner }, ASKED);

    expect(result).toMatchObject({ status: 'done', text: 'It rains, and I found it.', iterations: 4 });
    expect(
      result.records.map(({ toolName, status, providerCallId }) => [toolName, status, providerCallId]),
    ).toEqual([
      ['weather', 'ok', 'call_oslo'],
      ['weather', 'ok', 'call_rome'],
      ['broken', 'failed', 'call_fail'],
      ['read_log', 'ok', 'call_log'],
      ['artifact_grep', 'ok', 'call_grep'],
    ]);
    expect(result.messages.map(({ role }) => role)).toEqual([
      'user',
      ...['assistant', 'tool', 'assistant', 'tool', 'assistant', 'tool', 'assistant'],
    ]);
    expect(ofType(events, 'step-end').map(({ stop, calls }) => [stop, calls])).toEqual([
      ['calls', 3],
      ['calls', 1],
      ['calls', 1],
      ['end', 0],
    ]);
    const texts = ofType(events, 'text').map(({ text }) => text);
    expect(texts.join('')).toBe('Let me look.It rains, and I found it.');
    expect(texts.length > 2).toBe(isStreaming);
    expect(ofType(events, 'tool-call-proposed').map(({ toolName }) => toolName)).toEqual(
      isStreaming ? result.records.map(({ toolName }) => toolName) : [],
    );
    if (server !== undefined) {
      expect(server.requests).toHaveLength(4);
      expect(result.usage.outputTokens).toBe(4 * 7);
      expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('hunter2');
    }
  });
});
