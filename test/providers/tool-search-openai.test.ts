import OpenAI from 'openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toWireName } from '../../packages/toolcrib/src/providers/index.ts';
import {
  type OpenAiResponsesExecutorOptions,
  openaiResponsesExecutor,
} from '../../packages/toolcrib/src/providers/openai/index.ts';
import type { ModelMessage } from '../../packages/toolcrib/src/runtime/index.ts';
import { startWorld as startAnthropicWorld } from './anthropic-world.ts';
import type { Loopback, Reply } from './loopback.ts';
import { checkResponsesRequest } from './openai-checker.ts';
import { type ResponsesStep, startResponsesServer } from './openai-responses-server.ts';
import { API_KEY } from './openai-world.ts';
import { checkOpenAIResponsesTools } from './published-rules/openai-responses.ts';
import { checkOpenAIToolSearch } from './published-rules/openai-tool-search.ts';
import { converseWithSearch, echoTool, findByHand, searchTool } from './tool-search-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent.
type Sent = any;

const refund = echoTool('refund_order');
const cancel = echoTool('cancel_order');
const invoice = echoTool('print_invoice');
const findable = [refund, cancel, invoice];

function search(query: string, id = `call_${query}`) {
  return { id, arguments: { query } };
}

/** A call as the API tells it of a function that a search loaded. */
function call(name: string, id = `call_${name}`) {
  return { id, name, namespace: name, arguments: '{"order":"7"}' };
}

async function startWorld(
  script: readonly (ResponsesStep | (() => Reply))[],
  options: Partial<OpenAiResponsesExecutorOptions> = {},
) {
  const server = await startResponsesServer(script);
  onTestFinished(() => server.close());
  const client = new OpenAI({ apiKey: API_KEY, baseURL: server.url, maxRetries: 0, logLevel: 'off' });
  return { server, executor: openaiResponsesExecutor(client, { model: 'scripted', ...options }) };
}

function bodiesOf({ requests }: Loopback): Sent[] {
  return requests.map(({ body }) => body);
}

function namesOf(tools: Sent[]): string[] {
  return tools.map(({ type, name }) => name ?? type);
}

/** Whatever the API publishes of requests is kept by all of them. */
function expectLegal(server: Loopback): void {
  for (const body of bodiesOf(server)) {
    expect([
      ...checkResponsesRequest(body),
      ...checkOpenAIResponsesTools(body.tools),
      ...checkOpenAIToolSearch(body),
    ]).toEqual([]);
  }
}

/** What the provider has cached of one request is how the next one begins. */
function expectSamePrefix(server: Loopback): void {
  const texts = bodiesOf(server).map(({ input, ...rest }) => ({
    rest: JSON.stringify(rest),
    input: JSON.stringify(input).slice(0, -1),
  }));
  for (const [at, after] of texts.slice(1).entries()) {
    expect(after.rest).toBe(texts[at]?.rest);
    expect(after.input.startsWith(texts[at]?.input ?? '?')).toBe(true);
  }
}

describe.each([{ stream: true }, { stream: false }])(
  'a search through Responses, streamed: $stream',
  ({ stream }) => {
    const start = (script: readonly ResponsesStep[], options = {}) =>
      startWorld(script, { stream, ...options });

    it('is told as one, and what it found in its output', async () => {
      const { executor, server } = await start([
        { thoughts: 'secret', searches: [search('order')] },
        { thoughts: 'secret', calls: [call('refund_order')] },
        { text: 'Done.' },
      ]);

      const { records, steps, events } = await converseWithSearch(executor, { findable });

      expect(executor.loadsFoundTools).toBe(true);
      expect(
        records.map(({ toolName, status, providerCallId }) => [toolName, status, providerCallId]),
      ).toEqual([
        ['search_tools', 'ok', 'call_order'],
        ['refund_order', 'ok', 'call_refund_order'],
      ]);
      expect(steps.map(({ stop }) => stop)).toEqual(['calls', 'calls', 'end']);
      // A search is told of once its id is known.
      expect(events.filter(({ type }) => type === 'call-start')).toEqual(
        stream
          ? [
              { type: 'call-start', providerCallId: 'call_order', tool: 'search_tools' },
              { type: 'call-start', providerCallId: 'call_refund_order', tool: 'refund_order' },
            ]
          : [],
      );
      const [first, , last] = bodiesOf(server);
      const { description, inputSchema } = searchTool.describe();
      expect(first.tools).toEqual([
        { type: 'tool_search', execution: 'client', description, parameters: inputSchema },
      ]);
      const shared = { call_id: 'call_order', execution: 'client', status: 'completed' };
      const loaded = { type: 'function', strict: false, defer_loading: true };
      expect(last.input).toMatchObject([
        { type: 'message' },
        { type: 'reasoning', encrypted_content: 'secret' },
        { type: 'tool_search_call', id: 'tsc_0_0', arguments: { query: 'order' }, ...shared },
        {
          type: 'tool_search_output',
          tools: [
            { name: 'refund_order', ...loaded },
            { name: 'cancel_order', ...loaded },
          ],
          ...shared,
        },
        { type: 'reasoning' },
        { type: 'function_call', id: 'fc_1_0', name: 'refund_order', namespace: 'refund_order' },
        { type: 'function_call_output', call_id: 'call_refund_order' },
      ]);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('keeps what it sent when the model searches again, and finds a tool for the second time', async () => {
      const { executor, server } = await start([
        { searches: [search('refund'), search('print')] },
        { searches: [search('order')] },
        { calls: [call('cancel_order'), call('refund_order')] },
        { text: 'Done.' },
      ]);

      const { records } = await converseWithSearch(executor, { findable });

      expect(records.every(({ status }) => status === 'ok')).toBe(true);
      const outputs = bodiesOf(server)
        .at(-1)
        .input.filter(({ type }: Sent) => type === 'tool_search_output');
      expect(outputs.map(({ tools }: Sent) => namesOf(tools))).toEqual([
        ['refund_order'],
        ['print_invoice'],
        ['refund_order', 'cancel_order'],
      ]);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('loads no tool that is gone, and keeps the calls of it', async () => {
      const { executor, server } = await start([
        { searches: [search('order'), search('print')] },
        { calls: [call('print_invoice'), call('cancel_order')] },
        { text: 'Done.' },
      ]);
      const isThere = (name: string, requests: number) => requests < 2 || name === 'cancel_order';

      await converseWithSearch(executor, { findable, isThere });

      const { input } = bodiesOf(server).at(-1);
      const ofType = (wanted: string) => input.filter(({ type }: Sent) => type === wanted);
      expect(ofType('tool_search_output').map(({ tools }: Sent) => namesOf(tools))).toEqual([
        ['cancel_order'],
        [],
      ]);
      expect(ofType('function_call').map(({ namespace }: Sent) => namespace)).toEqual([
        undefined,
        'cancel_order',
      ]);
      expectLegal(server);
    });

    it('gives an output without tools to a search that found nothing or that failed, and says why', async () => {
      const { executor, server } = await start([
        { searches: [search('nothing of the kind', 'call_1'), { id: 'call_2', arguments: {} }] },
        { searches: [{ id: 'call_3', arguments: '{"query":' }] },
        { text: 'Done.' },
      ]);

      const { records } = await converseWithSearch(executor, { findable });

      expect(records.map(({ status }) => status)).toEqual(['ok', 'invalid_args', 'invalid_args']);
      const { input } = bodiesOf(server).at(-1);
      expect(input.flatMap(({ tools }: Sent) => (tools === undefined ? [] : [tools]))).toEqual([[], [], []]);
      expect(input.at(-3).arguments).toEqual({ INVALID_JSON: '{"query":' });
      const reasons = input.filter(({ role }: Sent) => role === 'developer');
      expect(reasons).toHaveLength(3);
      const texts = reasons.map(({ content }: Sent) => content.slice(0, 31));
      expect(texts).toEqual([
        'The last search has loaded no t',
        'The last search did not work. I',
        'The last search did not work. I',
      ]);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('uses legal names for tools that have none, and reads them back', async () => {
      const name = 'crm.orders/refund';
      const wireName = toWireName(name, 'openai');
      const { executor, server } = await start([
        { searches: [search('crm')] },
        { calls: [call(wireName)] },
        { text: 'Done.' },
      ]);

      const { steps } = await findByHand(executor, [{ ...refund.describe(), name }]);

      expect(steps[1]?.message.calls).toMatchObject([{ tool: name }]);
      expect(namesOf(bodiesOf(server)[1].input.at(-1).tools)).toEqual([wireName]);
      expect(bodiesOf(server)[2].input.at(-2)).toMatchObject({ name: wireName, namespace: wireName });
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('makes found tools strict, and decodes what they are called with', async () => {
      const { executor, server } = await start(
        [
          { searches: [search('refund')] },
          { calls: [{ ...call('refund_order'), arguments: '{"order":null}' }] },
          { text: 'Done.' },
        ],
        { strict: 'exact' },
      );

      const { steps, records } = await converseWithSearch(executor, { findable });

      expect(bodiesOf(server)[1].input.at(-1).tools).toMatchObject([{ name: 'refund_order', strict: true }]);
      expect(steps[1]?.message.calls).toMatchObject([{ tool: 'refund_order', args: {} }]);
      expect(records.at(-1)).toMatchObject({ status: 'ok' });
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('takes 200 found tools, more than a request may list', async () => {
      const many = Array.from({ length: 200 }, (_, at) => echoTool(`tool_${at}`));
      const { executor, server } = await start([
        { searches: [search('tool_')] },
        { calls: [call('tool_199')] },
        { text: 'Done.' },
      ]);

      const { records } = await converseWithSearch(executor, { findable: many });

      expect(records.at(-1)).toMatchObject({ toolName: 'tool_199', status: 'ok' });
      expect(bodiesOf(server)[1].input.at(-1).tools).toHaveLength(200);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('appends found tools for a model that cannot load them', async () => {
      const asFunction = (query: string, id: string) => ({
        id,
        name: 'search_tools',
        arguments: `{"query":"${query}"}`,
      });
      const { executor, server } = await start(
        [
          { calls: [asFunction('refund', 'call_1')] },
          { calls: [asFunction('order', 'call_2')] },
          { text: 'Done.' },
        ],
        { loadsFoundTools: false },
      );

      await converseWithSearch(executor, { findable });

      expect(executor.loadsFoundTools).toBe(false);
      const [, second, third] = bodiesOf(server);
      expect(namesOf(third.tools)).toEqual(['search_tools', 'refund_order', 'cancel_order']);
      expect(JSON.stringify(third.tools)).toContain(JSON.stringify(second.tools).slice(0, -1));
      expect(JSON.stringify(third)).not.toMatch(/tool_search|defer_loading|namespace/);
      expect(third.input[2]).toMatchObject({ type: 'function_call_output', output: 'Found: refund.' });
      expectLegal(server);
    });
  },
);

describe('a search through Responses', () => {
  const tools = [searchTool.describe()];
  const toolSearch = { tool: 'search_tools', found: [refund.describe()] };
  const more = { role: 'user', content: 'And?' } as const;
  const done: ResponsesStep = { text: 'Done.' };
  const script: ResponsesStep[] = [
    { thoughts: 'secret', searches: [search('refund')] },
    { calls: [call('refund_order')] },
    done,
  ];

  it('is a call of a function in a later request that searches nothing', async () => {
    const { executor, server } = await startWorld([...script, done]);
    const { messages } = await converseWithSearch(executor, { findable });

    await executor.run({ messages: [...messages, more], tools: [...tools, refund.describe()] });

    const last = bodiesOf(server).at(-1);
    expect(namesOf(last.tools)).toEqual(['refund_order', 'search_tools']);
    expect(last.input.slice(1, 6)).toEqual([
      expect.objectContaining({ type: 'reasoning' }),
      {
        type: 'function_call',
        call_id: 'call_refund',
        name: 'search_tools',
        arguments: '{"query":"refund"}',
      },
      { type: 'function_call_output', call_id: 'call_refund', output: 'Found: refund.' },
      {
        type: 'function_call',
        id: 'fc_1_0',
        call_id: 'call_refund_order',
        name: 'refund_order',
        arguments: '{"order":"7"}',
      },
      expect.objectContaining({ type: 'function_call_output' }),
    ]);
    expectLegal(server);
  });

  it('goes to another provider and comes back', async () => {
    const { executor, server } = await startWorld([...script, done]);
    const anthropic = await startAnthropicWorld([
      { calls: [{ id: 'toolu_1', name: 'search_tools', input: '{"query":"refund"}' }] },
      { calls: [{ id: 'toolu_2', name: 'refund_order', input: '{"order":"8"}' }] },
      { text: 'Done there.' },
    ]);
    const first = await converseWithSearch(executor, { findable });

    const second = await converseWithSearch(anthropic.executor, {
      findable,
      messages: [...first.messages, more],
    });
    const third: ModelMessage[] = [...second.messages, more];
    await executor.run({ messages: third, tools, toolSearch });

    expect(anthropic.server.requests[0]?.body.messages[1].content).toMatchObject([
      { type: 'tool_use', name: 'search_tools', input: { query: 'refund' } },
    ]);
    const { input } = bodiesOf(server).at(-1);
    expect(input.filter(({ type }: Sent) => type === 'tool_search_call')).toMatchObject([
      { call_id: 'call_refund', id: 'tsc_0_0' },
      { call_id: 'toolu_1' },
    ]);
    expect(input.filter(({ type }: Sent) => type === 'function_call')).toMatchObject([
      { namespace: 'refund_order' },
      { call_id: 'toolu_2', namespace: 'refund_order' },
    ]);
    expectLegal(server);
  });

  it('is told as one even if the model took it for a function', async () => {
    const asFunction = { id: 'call_1', name: 'search_tools', arguments: '{"query":"refund"}' };
    const { executor, server } = await startWorld([{ calls: [asFunction] }, done]);

    await converseWithSearch(executor, { findable });

    expect(bodiesOf(server)[1].input.slice(1)).toMatchObject([
      { type: 'tool_search_call', call_id: 'call_1', arguments: { query: 'refund' } },
      { type: 'tool_search_output', call_id: 'call_1', tools: [{ name: 'refund_order' }] },
    ]);
    expect(bodiesOf(server)[1].input[1]).not.toHaveProperty('id');
    expectLegal(server);
  });

  it('keeps no thoughts of a search that somebody has changed', async () => {
    const { executor, server } = await startWorld([...script, done]);
    const { messages } = await converseWithSearch(executor, { findable });
    const changed = messages.map((message) =>
      message.role === 'assistant'
        ? { ...message, calls: message.calls.map((one) => ({ ...one, args: { query: '[redacted]' } })) }
        : message,
    );

    await executor.run({ messages: [...changed, more], tools, toolSearch });

    const { input } = bodiesOf(server).at(-1);
    expect(JSON.stringify(input)).not.toMatch(/secret|tsc_0_0|"refund"/);
    expect(input[1]).toMatchObject({ type: 'tool_search_call', arguments: { query: '[redacted]' } });
    expectLegal(server);
  });

  it('lists a tool whose search is no part of the conversation any more', async () => {
    const { executor, server } = await startWorld([done]);

    await executor.run({ messages: [more], tools, toolSearch });

    expect(namesOf(bodiesOf(server)[0].tools)).toEqual(['tool_search', 'refund_order']);
    expect(JSON.stringify(bodiesOf(server)[0])).not.toContain('defer_loading');
    expectLegal(server);
  });

  it('loads nothing if no search tool is there', async () => {
    const { executor, server } = await startWorld([...script, done]);
    const { messages } = await converseWithSearch(executor, { findable });

    await executor.run({ messages: [...messages, more], tools: [cancel.describe()], toolSearch });

    const last = bodiesOf(server).at(-1);
    expect(namesOf(last.tools)).toEqual(['cancel_order', 'refund_order']);
    expect(JSON.stringify(last)).not.toMatch(/tool_search|namespace/);
    expectLegal(server);
  });

  it('lists no more than the API takes', async () => {
    const found = Array.from({ length: 200 }, (_, at) => echoTool(`tool_${at}`).describe());
    const { executor, server } = await startWorld([done]);

    await executor.run({ messages: [more], tools, toolSearch: { ...toolSearch, found } });

    expect(bodiesOf(server)[0].tools).toHaveLength(128);
    expect(executor.renderTools(tools, [], found).report.count).toEqual({ used: 201, limit: Infinity });
  });

  it('leaves the namespaces of others and the searches of the API as they came', async () => {
    const output = [
      {
        type: 'tool_search_call',
        id: 'tsc_1',
        call_id: null,
        execution: 'server',
        status: 'completed',
        arguments: {},
      },
      {
        type: 'tool_search_output',
        id: 'tso_1',
        call_id: null,
        execution: 'server',
        status: 'completed',
        tools: [],
      },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'list',
        namespace: 'crm',
        arguments: '{}',
      },
    ];
    const reply = () => ({ json: { id: 'resp_1', object: 'response', status: 'completed', output } });
    const { executor, server } = await startWorld(
      [reply, () => ({ json: { status: 'completed', output: [] } })],
      {
        stream: false,
      },
    );

    const { message } = await executor.run({ messages: [more], tools });
    await executor.run({ messages: [more, message], tools });

    expect(message.calls).toMatchObject([{ tool: 'list' }]);
    expect(bodiesOf(server)[1].input.slice(1, 4)).toMatchObject(output);
  });

  it('refuses an option that is no answer', async () => {
    await expect(startWorld([], { loadsFoundTools: 1 as never })).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option: 'loadsFoundTools' },
    });
  });
});
