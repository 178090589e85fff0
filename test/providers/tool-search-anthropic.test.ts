import { describe, expect, it } from 'vitest';
import { toWireName } from '../../packages/toolcrib/src/providers/index.ts';
import { findRequestProblems } from './anthropic-checker.ts';
import type { MessagesScript, MessagesStep } from './anthropic-server.ts';
import { startWorld } from './anthropic-world.ts';
import type { Loopback } from './loopback.ts';
import { checkAnthropicTools } from './published-rules/anthropic.ts';
import { checkAnthropicReferences } from './published-rules/anthropic-tool-search.ts';
import { converseWithSearch, echoTool, findByHand, searchTool } from './tool-search-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent.
type Sent = any;

const refund = echoTool('refund_order');
const cancel = echoTool('cancel_order');
const invoice = echoTool('print_invoice');
const findable = [refund, cancel, invoice];

function search(query: string, id = `toolu_${query}`) {
  return { id, name: 'search_tools', input: JSON.stringify({ query }) };
}

function call(name: string, id = `toolu_${name}`) {
  return { id, name, input: '{"order":"7"}' };
}

function referTo(...names: string[]) {
  return names.map((tool_name) => ({ type: 'tool_reference', tool_name }));
}

function bodiesOf({ requests }: Loopback): Sent[] {
  return requests.map(({ body }) => body);
}

/** Whatever the API publishes of requests is kept by all of them. */
function expectLegal(server: Loopback): void {
  for (const body of bodiesOf(server)) {
    expect([
      ...findRequestProblems(body),
      ...checkAnthropicTools(body.tools),
      ...checkAnthropicReferences(body),
    ]).toEqual([]);
  }
}

/** What the provider has cached of one request is how the next one begins. */
function expectSamePrefix(server: Loopback): void {
  const prefixOf = ({ tools, messages, ...rest }: Sent) => ({
    rest: JSON.stringify(rest),
    tools: JSON.stringify(tools.filter(({ defer_loading }: Sent) => defer_loading !== true)),
    deferred: JSON.stringify(tools.filter(({ defer_loading }: Sent) => defer_loading === true)).slice(0, -1),
    messages: JSON.stringify(messages).slice(0, -1),
  });
  const prefixes = bodiesOf(server).map(prefixOf);
  for (const [at, after] of prefixes.slice(1).entries()) {
    const before = prefixes[at];
    expect(after.rest).toBe(before?.rest);
    expect(after.tools).toBe(before?.tools);
    expect(after.deferred.startsWith(before?.deferred ?? '?')).toBe(true);
    expect(after.messages.startsWith(before?.messages ?? '?')).toBe(true);
  }
}

describe.each([{ stream: true }, { stream: false }])(
  'a search through Anthropic, streamed: $stream',
  ({ stream }) => {
    const start = (script: MessagesScript, options = {}) => startWorld(script, [], { stream, ...options });

    it('shows what was found where it was found, and the model calls it', async () => {
      const { executor, server } = await start([
        { text: 'I look.', calls: [search('order')] },
        { calls: [call('refund_order')] },
        { text: 'Done.' },
      ]);

      const { records, steps, events } = await converseWithSearch(executor, { findable });

      expect(executor.loadsFoundTools).toBe(true);
      expect(records.map(({ toolName, status }) => [toolName, status])).toEqual([
        ['search_tools', 'ok'],
        ['refund_order', 'ok'],
      ]);
      expect(steps.at(-1)?.message.text).toBe('Done.');
      if (stream) {
        expect(events).toContainEqual({
          type: 'call-start',
          providerCallId: 'toolu_refund_order',
          tool: 'refund_order',
        });
      }
      const [first, second] = bodiesOf(server);
      expect(first.tools.map(({ name }: Sent) => name)).toEqual(['search_tools']);
      expect(second.tools.map(({ name, defer_loading }: Sent) => [name, defer_loading])).toEqual([
        ['search_tools', undefined],
        ['refund_order', true],
        ['cancel_order', true],
      ]);
      expect(second.messages.at(-1).content).toEqual([
        {
          type: 'tool_result',
          tool_use_id: 'toolu_order',
          content: referTo('refund_order', 'cancel_order'),
        },
      ]);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('keeps what it sent when the model searches again, and finds a tool for the second time', async () => {
      const { executor, server } = await start([
        { calls: [search('refund'), search('print')] },
        { calls: [search('order')] },
        { calls: [call('cancel_order'), call('refund_order')] },
        { text: 'Done.' },
      ]);

      const { records } = await converseWithSearch(executor, { findable });

      expect(records.every(({ status }) => status === 'ok')).toBe(true);
      const last = bodiesOf(server).at(-1);
      // In the order found, not by name.
      expect(last.tools.map(({ name }: Sent) => name)).toEqual([
        'search_tools',
        'refund_order',
        'print_invoice',
        'cancel_order',
      ]);
      expect(last.messages[4].content[0].content).toEqual(referTo('refund_order', 'cancel_order'));
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('refers to no tool that is gone, and tells in words what is left of a search', async () => {
      const { executor, server } = await start([
        { calls: [search('order'), search('print')] },
        { calls: [search('order', 'toolu_2')] },
        { text: 'Done.' },
      ]);
      const isThere = (name: string, requests: number) => requests < 2 || name === 'cancel_order';

      await converseWithSearch(executor, { findable, isThere });

      const last = bodiesOf(server).at(-1);
      expect(last.tools.map(({ name }: Sent) => name)).toEqual(['search_tools', 'cancel_order']);
      expect(last.messages[2].content.map(({ content }: Sent) => content)).toEqual([
        referTo('cancel_order'),
        [{ type: 'text', text: 'Found: print.' }],
      ]);
      expectLegal(server);
    });

    it('tells in words of a search that found nothing or that failed', async () => {
      const { executor, server } = await start([
        {
          calls: [
            search('nothing of the kind', 'toolu_1'),
            { id: 'toolu_2', name: 'search_tools', input: '{}' },
          ],
        },
        { text: 'Done.' },
      ]);

      const { records } = await converseWithSearch(executor, { findable });

      expect(records.map(({ status }) => status)).toEqual(['ok', 'invalid_args']);
      const [, last] = bodiesOf(server);
      expect(last.messages[2].content).toMatchObject([
        { content: [{ type: 'text', text: 'Found: nothing of the kind.' }] },
        { content: [{ type: 'text' }], is_error: true },
      ]);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('uses legal names for tools that have none, and reads them back', async () => {
      const name = 'crm.orders/refund';
      const wireName = toWireName(name, 'anthropic');
      const { executor, server } = await start([{ calls: [search('crm')] }, { calls: [call(wireName)] }, {}]);

      const { steps } = await findByHand(executor, [{ ...refund.describe(), name }]);

      expect(steps[1]?.message.calls).toMatchObject([{ tool: name }]);
      expect(bodiesOf(server)[1].messages[2].content[0].content).toEqual(referTo(wireName));
      expect(bodiesOf(server)[2].messages[3].content[0].name).toBe(wireName);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('makes found tools strict with what is left of the budgets, and no tool loose that was strict', async () => {
      const options = Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [`o${at}`, { type: 'string' }]),
      );
      const pinned = echoTool('a_pinned', options);
      const found = ['one', 'two', 'three'].map((name) => echoTool(`find_${name}`, options));
      const { executor, server } = await start(
        [
          { calls: [search('one')] },
          { calls: [search('find')] },
          { calls: [call('find_two')] },
          { text: 'Done.' },
        ],
        { strict: 'exact' },
      );

      await converseWithSearch(executor, { shown: [pinned, searchTool], findable: found });

      const strictOf = (body: Sent) => body.tools.map(({ name, strict }: Sent) => [name, strict === true]);
      expect(bodiesOf(server).map(strictOf).at(-1)).toEqual([
        ['a_pinned', true],
        ['search_tools', true],
        ['find_one', true],
        ['find_two', false],
        ['find_three', false],
      ]);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('takes 200 found tools', async () => {
      const many = Array.from({ length: 200 }, (_, at) => echoTool(`tool_${at}`));
      const { executor, server } = await start([
        { calls: [search('tool_')] },
        { calls: [call('tool_199')] },
        { text: 'Done.' },
      ]);

      const { records } = await converseWithSearch(executor, { findable: many });

      expect(records.at(-1)).toMatchObject({ toolName: 'tool_199', status: 'ok' });
      expect(bodiesOf(server)[1].tools).toHaveLength(201);
      expect(bodiesOf(server)[1].messages[2].content[0].content).toHaveLength(200);
      expectLegal(server);
      expectSamePrefix(server);
    });

    it('appends found tools for a model that cannot load them', async () => {
      const { executor, server } = await start(
        [{ calls: [search('refund')] }, { calls: [search('order', 'toolu_2')] }, { text: 'Done.' }],
        { loadsFoundTools: false },
      );

      await converseWithSearch(executor, { findable });

      expect(executor.loadsFoundTools).toBe(false);
      const [, second, third] = bodiesOf(server);
      expect(third.tools.map(({ name }: Sent) => name)).toEqual([
        'search_tools',
        'refund_order',
        'cancel_order',
      ]);
      expect(JSON.stringify(third.tools)).toContain(JSON.stringify(second.tools).slice(0, -1));
      expect(JSON.stringify(third)).not.toMatch(/defer_loading|tool_reference/);
      expect(third.messages[2].content[0].content).toEqual([{ type: 'text', text: 'Found: refund.' }]);
      expectLegal(server);
    });
  },
);

describe('a search through Anthropic', () => {
  const found = [refund.describe()];
  const request = { tools: [searchTool.describe()], toolSearch: { tool: 'search_tools', found } };
  const done: MessagesStep = { text: 'Done.' };

  it('lists a tool whose search is no part of the conversation any more', async () => {
    const { executor, server } = await startWorld([done]);

    await executor.run({ ...request, messages: [{ role: 'user', content: 'Go on.' }] });

    expect(bodiesOf(server)[0].tools).toMatchObject([{ name: 'search_tools' }, { name: 'refund_order' }]);
    expect(JSON.stringify(bodiesOf(server)[0])).not.toContain('defer_loading');
    expectLegal(server);
  });

  it('defers the others beside it', async () => {
    const { executor, server } = await startWorld([{ calls: [search('refund')] }, done, done]);
    const { messages } = await converseWithSearch(executor, { findable });
    const toolSearch = { tool: 'search_tools', found: [cancel.describe(), refund.describe()] };

    await executor.run({
      ...request,
      messages: [...messages, { role: 'user', content: 'And?' }],
      toolSearch,
    });

    expect(
      bodiesOf(server)
        .at(-1)
        .tools.map(({ name, defer_loading }: Sent) => [name, defer_loading]),
    ).toEqual([
      ['search_tools', undefined],
      ['cancel_order', undefined],
      ['refund_order', true],
    ]);
    expectLegal(server);
  });

  it('defers nothing if no search tool is there, because a request has to have a tool that is not', async () => {
    const { executor, server } = await startWorld([done]);

    await executor.run({ ...request, tools: [], messages: [{ role: 'user', content: 'Go on.' }] });

    expect(bodiesOf(server)[0].tools).toMatchObject([{ name: 'refund_order' }]);
    expectLegal(server);
  });

  it('goes on with another request that searches nothing', async () => {
    const { executor, server } = await startWorld([{ calls: [search('refund')] }, done, done]);
    const { messages } = await converseWithSearch(executor, { findable });

    await executor.run({ messages: [...messages, { role: 'user', content: 'And?' }], tools: request.tools });

    const last = bodiesOf(server).at(-1);
    expect(last.messages[2].content[0].content).toEqual([{ type: 'text', text: 'Found: refund.' }]);
    expectLegal(server);
  });

  it.each([
    [{ toolSearch: { tool: 'search_tools' } }, 'toolSearch'],
    [{ toolSearch: null }, 'toolSearch'],
    [{ toolSearch: { tool: 'search_tools', found: [{}] } }, 'tools'],
  ])('refuses %j', async (change, option) => {
    const { executor } = await startWorld([]);

    await expect(executor.run({ ...request, messages: [], ...change } as never)).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option },
    });
  });

  it('refuses an option that is no answer', async () => {
    await expect(startWorld([], [], { loadsFoundTools: 'no' as never })).rejects.toMatchObject({
      code: 'E_INVALID_OPTION',
      context: { option: 'loadsFoundTools' },
    });
  });
});
