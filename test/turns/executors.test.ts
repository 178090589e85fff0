import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createToolRegistry, Media } from '../../packages/toolcrib/src/index.ts';
import { anthropicExecutor } from '../../packages/toolcrib/src/providers/anthropic/index.ts';
import {
  openaiChatExecutor,
  openaiResponsesExecutor,
} from '../../packages/toolcrib/src/providers/openai/index.ts';
import type { ModelExecutor } from '../../packages/toolcrib/src/runtime/index.ts';
import { createScriptedModel } from '../../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner } from '../../packages/toolcrib/src/turns/index.ts';
import { errorOf } from '../errors.ts';
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

/** A conversation; what it asks may depend on what it was told. */
type Conversation = (told: () => string) => readonly (() => Step)[];

const searching: Conversation = (told) => {
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
};

/** It asks for what is not there, and never comes to an end by itself. */
const wandering: Conversation = () => [
  () => ({
    calls: [
      { id: 'call_smuggled', name: 'smuggled', args: '{}' },
      { id: 'call_photo', name: 'take_photo', args: '{}' },
    ],
  }),
  () => ({ calls: [{ id: 'call_log', name: 'read_log', args: '{}' }] }),
  () => ({ calls: [{ id: 'call_cat', name: 'artifact_cat', args: '{"artifacts":["nowhere"]}' }] }),
];

/** The steps of a server, in its own format. */
function script<Format>(
  conversation: Conversation,
  format: (step: Step) => Format,
): ((request: SeenRequest) => Format)[] {
  let body = '';
  return conversation(() => body).map((step) => (request: SeenRequest) => {
    body = JSON.stringify(request.body);
    return format(step());
  });
}

interface Started {
  readonly executor: ModelExecutor;
  readonly server?: Loopback;
}

async function startAnthropic(conversation: Conversation, stream: boolean): Promise<Started> {
  const server = await startMessagesServer(
    script(conversation, ({ calls = [], ...step }) => ({
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

async function startChat(conversation: Conversation, stream: boolean): Promise<Started> {
  const server = await startChatServer(script(conversation, toOpenai));
  return { server, executor: openaiChatExecutor(openaiClient(server), { model: 'scripted', stream }) };
}

async function startResponses(conversation: Conversation, stream: boolean): Promise<Started> {
  const server = await startResponsesServer(script(conversation, toOpenai));
  return { server, executor: openaiResponsesExecutor(openaiClient(server), { model: 'scripted', stream }) };
}

async function startScripted(conversation: Conversation): Promise<Started> {
  let told = '';
  const executor = createScriptedModel(
    conversation(() => told).map((step) => ({ messages }) => {
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

const executors: readonly {
  name: string;
  isStreaming: boolean;
  start: (conversation: Conversation) => Promise<Started>;
}[] = [
  { name: 'the scripted model', isStreaming: true, start: startScripted },
  ...[true, false].flatMap((isStreaming) =>
    [
      { name: 'anthropicExecutor', start: startAnthropic },
      { name: 'openaiChatExecutor', start: startChat },
      { name: 'openaiResponsesExecutor', start: startResponses },
    ].map(({ name, start }) => ({
      name: `${name}${isStreaming ? ', streaming' : ''}`,
      isStreaming,
      start: (conversation: Conversation) => start(conversation, isStreaming),
    })),
  ),
];

const log = Array.from({ length: 4_000 }, (_, index) =>
  index === 2_999 ? 'the needle is here' : `line ${index}: nothing to see`,
).join('\n');

const picture = new Media({
  ...{ kind: 'image', mimeType: 'image/png', trustTier: 'first-party', hazard: 'inert' },
  source: new Uint8Array([1, 2, 3]),
});

const tools = [
  weather({ effect: 'read' }),
  tool('broken', () => {
    throw new Error('hunter2');
  }),
  tool('read_log', () => log, { effect: 'read' }),
];

describe.each(executors)('a conversation through $name', ({ start, isStreaming }) => {
  it('[L2, L3, L4, L5, L9, L11, A1, A2] goes the same way: parallel calls, a failure, a query, an answer', async () => {
    const { executor, server } = await start(searching);
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
    expect(new Set(result.records.map(({ invocationId }) => invocationId)).size).toBe(5);
    expect(result.records.some((made) => made.invocationId === made.providerCallId)).toBe(false);
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

  it('[L1, L6, L7, L8, L10, A3, A4, A5, S7] keeps to the rules, whatever the model and middleware try', async () => {
    const { executor, server } = await start(wandering);
    onTestFinished(() => server?.close());
    const heard: unknown[] = [];
    const photo = tool('take_photo', () => picture, { effect: 'read' });
    const baseline = createToolRegistry([...tools, photo]);
    const runner = createTurnRunner({
      executor,
      tools: baseline,
      limits: { maxIterations: 3 },
      pipelines: {
        turnInput: [
          (ctx, next) => {
            heard.push(errorOf(() => ctx.tools.register(tool('smuggled', () => 'in'))).code);
            ctx.tools.unregister('broken');
            return next();
          },
        ],
        turnOutput: [
          (ctx, next) => {
            ctx.onAck(() => heard.push('first'));
            ctx.onAck(() => heard.push('second'));
            ctx.ack();
            heard.push(errorOf(() => ctx.ack()).code, ctx.turnToolCalls.length);
            return next();
          },
        ],
      },
    });

    const { result } = await play({ runner }, ASKED);

    expect(result).toMatchObject({ status: 'stopped', limit: 'iterations', addedTools: [], leftTools: [] });
    expect(heard).toEqual(['E_REGISTRY_SEALED', 'first', 'second', 'E_ALREADY_SIGNALLED', 4]);
    expect(result.records.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['smuggled', 'unknown_tool'],
      ['take_photo', 'ok'],
      ['read_log', 'ok'],
      ['artifact_cat', 'failed'],
    ]);
    expect(result.records[3]?.problem?.message).toMatch(/^There is no artifact "nowhere"\. The ids are "/);
    expect((await runner.runtime.visible()).map(({ name }) => name)).toEqual(baseline.list());
    expect(JSON.stringify(result.records)).not.toContain('AQID');
    if (server !== undefined) {
      const last = JSON.stringify(server.requests.at(-1)?.body);
      expect(last).toMatch(/<untrusted-tool-output nonce=[^>]+>\\+nline 0: nothing to see/);
      expect(last).toContain('artifact_cat');
      expect(JSON.stringify(server.requests[0]?.body)).not.toContain('broken');
    }
  });
});
