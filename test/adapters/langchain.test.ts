import { Command, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { AIMessage, createMiddleware, HumanMessage, tool as langChainTool, ToolMessage } from 'langchain';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type LangChainApprovalRequest,
  toLangChainMiddleware,
  toLangChainTools,
} from '../../packages/toolcrib/src/adapters/langchain/index.ts';
import { Media } from '../../packages/toolcrib/src/core/media.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import { allow, ask, type Decision, deny } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import type { Runtime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import { startLoopback } from '../providers/loopback.ts';
import type { ChatCall } from '../providers/openai-chat-server.ts';
import { startResponsesServer } from '../providers/openai-responses-server.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { approveNextGate } from './approve-next-gate.ts';
import { brokenHosts, SECRET } from './broken-hosts.ts';
import { createModel, createTestAgent, go, playCalls, startModel, ways } from './langchain-world.ts';
import { muteConsole } from './mute-console.ts';
import { lastResults } from './play-calls.ts';
import { removal, removeCall } from './removal.ts';
import { createWaitingTool } from './waiting-tool.ts';
import { watchNetwork } from './watch-network.ts';

const network = watchNetwork();

afterAll(() => {
  expect(network.stop()).toEqual(['127.0.0.1']);
});

const parts = { tool: langChainTool, ToolMessage };

/** Calls a tool as a graph does, and gives what it gave. */
function invoke(each: unknown, input: unknown, config?: unknown): Promise<unknown> {
  return (each as { invoke(input: unknown, config?: unknown): Promise<unknown> }).invoke(input, config);
}

/** The tools of a runtime that interrupt, and the records of their calls. */
async function interrupting(runtime: Runtime, approver?: string) {
  const records: CallRecord[] = [];
  const onRecord = (record: CallRecord) => void records.push(record);
  return { records, tools: await toLangChainTools(runtime, { ...parts, interrupt, onRecord, approver }) };
}

describe.each(Object.entries(ways))('tools of a runtime in an agent of LangChain, by %s', (_name, run) => {
  it('runs the calls of a turn through the call path, with defaults and for the caller', async () => {
    const { runtime } = startRuntime([weather({ trusted: true })]);
    const records: CallRecord[] = [];
    const server = await playCalls(
      { id: 'call_a', name: 'weather', arguments: '{"city":"Oslo"}' },
      { id: 'call_b', name: 'weather', arguments: '{"city":"Bern","days":1}' },
    );
    const tools = await toLangChainTools(runtime, {
      ...parts,
      caller: { id: 'ada' },
      onRecord: (record) => records.push(record),
    });

    const { messages } = await run(createTestAgent(server, { tools }), go);
    await server.close();

    expect(lastResults(server)).toEqual({
      call_a: '{"city":"Oslo","days":3}',
      call_b: '{"city":"Bern","days":1}',
    });
    expect(records.map((record) => [record.providerCallId, record.status, record.caller.id])).toEqual([
      ['call_a', 'ok', 'ada'],
      ['call_b', 'ok', 'ada'],
    ]);
    expect(messages.filter(({ type }) => type === 'tool')).toMatchObject([
      {
        status: 'success',
        name: 'weather',
        artifact: { status: 'ok', invocationId: records[0]?.invocationId },
      },
      { status: 'success' },
    ]);
    const [offered] = server.requests[0]?.body.tools ?? [];
    expect(offered.function).toMatchObject({ name: 'weather', parameters: weather().inputSchema });
  });

  it('leaves unknown names to LangChain, and tells the model every field that is wrong', async () => {
    const { runtime } = startRuntime([weather()]);
    const { records, tools } = await interrupting(runtime);
    const server = await playCalls(
      { id: 'call_a', name: 'wether', arguments: '{}' },
      { id: 'call_b', name: 'weather', arguments: '{"city":"","days":"two"}' },
      { id: 'call_c', name: 'weather', arguments: '[1]' },
    );

    const { messages } = await run(createTestAgent(server, { tools }), go);
    await server.close();

    const results = lastResults(server);
    expect(results.call_a).toContain('wether is not a valid tool');
    expect(results.call_b).toMatch(/The arguments of tool "weather" are invalid\..*city.*\n.*days/s);
    expect(records.map(({ status }) => status)).toContain('invalid_args');
    expect(messages.find((each) => 'tool_call_id' in each && each.tool_call_id === 'call_b')).toMatchObject({
      status: 'error',
      artifact: { status: 'invalid_args' },
    });
  });

  it('answers arguments that are no JSON, and goes on', async () => {
    const { runtime } = startRuntime([weather({ trusted: true })]);
    const records: CallRecord[] = [];
    const onRecord = (record: CallRecord) => void records.push(record);
    const middleware = await toLangChainMiddleware(runtime, { createMiddleware, ToolMessage, onRecord });
    const tools = await toLangChainTools(runtime, { ...parts, onRecord });
    const server = await startModel(
      { calls: [{ id: 'call_a', name: 'weather', arguments: '{"city": Oslo}' }] },
      {
        calls: [
          { id: 'call_b', name: 'weather', arguments: '{"city": Oslo}' },
          { id: 'call_c', name: 'weather', arguments: '{"city":"Oslo"}' },
        ],
      },
      { text: 'Done.' },
    );

    const noise = muteConsole();
    const { messages } = await run(createTestAgent(server, { tools, middleware: [middleware] }), go);
    await server.close();
    noise.end();

    expect(lastResults(server)).toEqual({
      call_a: expect.stringContaining('The arguments of tool "weather" are invalid.'),
      call_b: expect.stringContaining('The arguments of tool "weather" are invalid.'),
      call_c: '{"city":"Oslo","days":3}',
    });
    expect(records.map(({ status }) => status)).toEqual(['invalid_args', 'invalid_args', 'ok']);
    expect(messages.at(-1)?.content).toBe('Done.');
  });

  it('takes an empty text for no arguments', async () => {
    const clock = tool('clock', () => '12:00', { trusted: true });
    const { runtime } = startRuntime([clock, weather()]);
    const middleware = await toLangChainMiddleware(runtime, { createMiddleware, ToolMessage });
    const tools = await toLangChainTools(runtime, parts);
    const server = await startModel(
      { calls: ['clock', 'weather'].map((name) => ({ id: `call_${name}`, name, arguments: '' })) },
      { text: 'Done.' },
    );

    const noise = muteConsole();
    const { messages } = await run(createTestAgent(server, { tools, middleware: [middleware] }), go);
    await server.close();
    noise.end();

    expect(lastResults(server)).toEqual({
      call_clock: '12:00',
      call_weather: expect.stringContaining('city is required'),
    });
    expect(messages.at(-1)?.content).toBe('Done.');
  });

  it('runs what came before a call that was cut off before its first argument, and not that call', async () => {
    const runs: string[] = [];
    const { runtime } = startRuntime([
      tool('read_all', () => `${runs.push('read')}`),
      tool('wipe_all', () => `${runs.push('wiped')}`, { effect: 'write' }),
    ]);
    const records: CallRecord[] = [];
    const onRecord = (record: CallRecord) => void records.push(record);
    const middleware = await toLangChainMiddleware(runtime, { createMiddleware, ToolMessage, onRecord });
    const tools = await toLangChainTools(runtime, { ...parts, onRecord });
    const server = await startResponsesServer([
      {
        calls: [
          { id: 'call_a', name: 'read_all', arguments: '{}' },
          { id: 'call_b', name: 'wipe_all', arguments: '' },
        ],
        incompleteReason: 'max_output_tokens',
      },
      { text: 'Done.' },
    ]);

    const noise = muteConsole();
    await run(createTestAgent(server, { tools, middleware: [middleware], api: 'responses' }), go);
    await server.close();
    noise.end();

    expect(runs).toEqual(['read']);
    expect(records.map(({ toolName, status }) => `${toolName} ${status}`).sort()).toEqual([
      'read_all ok',
      'wipe_all invalid_args',
    ]);
  });

  it('passes an abort on to the handler', async () => {
    const { wait, started, reasons } = createWaitingTool();
    const { runtime } = startRuntime([wait]);
    const ended = deferred<CallRecord>();
    const server = await playCalls({ id: 'call_a', name: 'wait', arguments: '{}' });
    const controller = new AbortController();

    const tools = await toLangChainTools(runtime, { ...parts, onRecord: ended.resolve });
    const running = run(createTestAgent(server, { tools }), go, { signal: controller.signal });
    await Promise.all([
      expect(running).rejects.toThrow(),
      started.then(() => controller.abort(new Error('the user left'))),
    ]);
    await server.close();

    await expect(ended.promise).resolves.toMatchObject({ status: 'aborted' });
    expect(reasons).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  it('sends the beginning of a large result only', async () => {
    const { runtime } = startRuntime([tool('read', () => 'All work and no play. '.repeat(100_000))]);
    const server = await playCalls({ id: 'call_a', name: 'read', arguments: '{}' });

    const { messages } = await run(
      createTestAgent(server, { tools: await toLangChainTools(runtime, parts) }),
      go,
    );
    await server.close();

    expect(lastResults(server).call_a).toContain('The result is stored as artifact');
    expect(JSON.stringify(server.requests.at(-1)?.body).length).toBeLessThan(65_536);
    expect(JSON.stringify(messages).length).toBeLessThan(65_536);
  });

  it('shows nothing of what a tool throws', async () => {
    const { runtime } = startRuntime([
      tool('query', () => {
        throw new Error('connect postgres://app:hunter2@db-7.internal:5432/app');
      }),
    ]);
    const server = await playCalls({ id: 'call_a', name: 'query', arguments: '{}' });

    const { messages } = await run(
      createTestAgent(server, { tools: await toLangChainTools(runtime, parts) }),
      go,
    );
    await server.close();

    expect(lastResults(server).call_a).toContain('Tool "query" failed');
    for (const text of [JSON.stringify(messages), JSON.stringify(server.requests)]) {
      expect(text).not.toMatch(/hunter2|db-7|at .*test\.ts/);
    }
  });

  it('interrupts, runs an approved call once, and writes down who approved', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const { records, tools } = await interrupting(runtime);
    const server = await playCalls(removeCall('call_r', '/a'));
    const agent = createTestAgent(server, { tools });

    const { interrupts } = await run(agent, go);
    expect(removed).toEqual([]);
    const resume = { decisions: [{ type: 'approve', approver: 'ada', message: 'it is old' }] };
    await run(agent, new Command({ resume }));
    await server.close();

    expect(interrupts.map(({ value }) => value)).toEqual([
      {
        actionRequests: [
          { name: 'remove', args: { path: '/a' }, description: expect.any(String), toolCallId: 'call_r' },
        ],
        reviewConfigs: [{ actionName: 'remove', allowedDecisions: ['approve', 'reject'] }],
      },
    ]);
    expect(removed).toEqual([{ path: '/a' }]);
    expect(records.map(({ status, gates }) => [status, gates])).toEqual([
      ['ok', [{ name: 'approval', status: 'approved', approver: 'ada', reason: 'it is old' }]],
    ]);
  });

  it.each(brokenHosts)('shows nothing of what a %s throws', async (_what, start) => {
    const { tools } = await interrupting(start());
    const server = await playCalls({ id: 'call_a', name: 'query', arguments: '{}' });

    const { messages } = await run(createTestAgent(server, { tools }), go);
    await server.close();

    expect(lastResults(server).call_a).toContain('Reference: ');
    expect(JSON.stringify([messages, server.requests])).not.toContain(SECRET);
  });

  it('never runs a call that was rejected, and writes that down', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const { records, tools } = await interrupting(runtime, 'grace');
    const server = await playCalls(removeCall('call_r', '/a'));
    const agent = createTestAgent(server, { tools });

    await run(agent, go);
    await run(agent, new Command({ resume: { decision: 'reject', reason: 'we need it' } }));
    await server.close();

    expect(removed).toEqual([]);
    expect(records.map(({ status, gates }) => [status, gates])).toEqual([
      ['denied', [{ name: 'approval', status: 'rejected', approver: 'grace', reason: 'we need it' }]],
    ]);
    expect(lastResults(server).call_r).toContain('we need it');
    await expect(runtime.gates.list()).resolves.toEqual([]);
  });
});

describe('approvals in LangGraph', () => {
  const run = ways.invoke;

  it('lets an answer count for the call that it names, and for no other of the turn', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const { records, tools } = await interrupting(runtime);
    const server = await playCalls(removeCall('call_a', '/a'), removeCall('call_b', '/b'));
    const agent = createTestAgent(server, { tools });

    await run(agent, go);
    const unnamed = await run(agent, new Command({ resume: { decisions: [{ type: 'approve' }] } }));
    const one = await run(agent, new Command({ resume: { decision: 'approve', toolCallId: 'call_b' } }));
    expect(removed).toEqual([{ path: '/b' }]);
    await run(agent, new Command({ resume: { decision: 'reject', toolCallId: 'call_a' } }));
    await server.close();

    expect(unnamed.interrupts).toHaveLength(2);
    expect(one.interrupts).toMatchObject([{ value: { actionRequests: [{ toolCallId: 'call_a' }] } }]);
    expect(removed).toEqual([{ path: '/b' }]);
    expect(records.map(({ providerCallId, status }) => [providerCallId, status])).toEqual([
      ['call_b', 'ok'],
      ['call_a', 'denied'],
    ]);
  });

  it('goes on in another process after the approval', async () => {
    const { removed, remove } = removal();
    const checkpointer = new MemorySaver();
    const server = await playCalls(removeCall('call_r', '/a'));
    const startAgent = async () => {
      const { tools } = await interrupting(startRuntime([remove]).runtime);
      return createTestAgent(server, { tools, checkpointer });
    };

    await run(await startAgent(), go);
    await run(await startAgent(), new Command({ resume: { decision: 'approve' } }));
    await server.close();

    expect(removed).toEqual([{ path: '/a' }]);
  });

  it('takes the decisions of a whole turn at once', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const { records, tools } = await interrupting(runtime);
    const server = await playCalls(removeCall('call_a', '/a'), removeCall('call_b', '/b'));
    const agent = createTestAgent(server, { tools });

    const { interrupts } = await run(agent, go);
    const decisions = interrupts.map(({ value }, index) => ({
      type: index === 0 ? 'approve' : 'reject',
      toolCallId: (value as LangChainApprovalRequest).actionRequests[0]?.toolCallId,
    }));
    await run(agent, new Command({ resume: { decisions } }));
    await server.close();

    expect(removed).toEqual([{ path: '/a' }]);
    expect(records.map(({ status }) => status).sort()).toEqual(['denied', 'ok']);
  });

  it.each([
    ['an edit', { decisions: [{ type: 'edit', editedAction: { name: 'remove', args: { path: '/b' } } }] }],
    ['two answers', { decisions: [{ type: 'approve' }, { type: 'reject' }] }],
    ['another call', { decision: 'approve', toolCallId: 'call_x' }],
    ['a plain yes', true],
    ['text', 'approve'],
  ])('asks again after %s', async (_what, resume) => {
    const { removed, remove } = removal();
    const { runtime, events } = startRuntime([remove]);
    const { tools } = await interrupting(runtime);
    const server = await playCalls(removeCall('call_r', '/a'));
    const agent = createTestAgent(server, { tools });

    await run(agent, go);
    const { interrupts } = await run(agent, new Command({ resume }));
    await server.close();

    expect(interrupts).toHaveLength(1);
    expect(removed).toEqual([]);
    expect(events.events).toEqual([]);
  });

  it('asks again when the model repeats an approved call under the same id, or with other arguments', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const { tools } = await interrupting(runtime);
    const server = await startModel(
      { calls: [removeCall('call_r', '/a')] },
      { calls: [removeCall('call_r', '/a')] },
      { calls: [removeCall('call_r', '/b')] },
    );
    const agent = createTestAgent(server, { tools });
    const approve = new Command({ resume: { decision: 'approve', toolCallId: 'call_r' } });

    await run(agent, go);
    const repeated = await run(agent, approve);
    expect(removed).toHaveLength(1);
    const changed = await run(agent, approve);
    await server.close();

    expect(repeated.interrupts).toHaveLength(1);
    expect(changed.interrupts).toHaveLength(1);
    expect(removed).toEqual([{ path: '/a' }, { path: '/a' }]);
  });

  it('denies what the policy forbids, also when it changed its mind after the approval', async () => {
    const { removed, remove } = removal();
    let decision: Decision = deny('the disk is frozen');
    // Whoever may not call a tool is not offered it; this one is.
    const policy = ({ args }: { args: unknown }) => (args === undefined ? allow() : decision);
    const { runtime } = startRuntime([remove], { policy });
    const { records, tools } = await interrupting(runtime);
    const server = await startModel(
      { calls: [removeCall('call_a', '/a')] },
      { calls: [removeCall('call_b', '/a')] },
      { text: 'Done.' },
    );
    const agent = createTestAgent(server, { tools });

    const asking = run(agent, go);
    const stop = runtime.subscribe(({ type }) => {
      if (type === 'tool-call-end') decision = ask('it cannot be taken back');
    });
    const { interrupts } = await asking;
    stop();
    decision = deny('too late');
    await run(agent, new Command({ resume: { decision: 'approve' } }));
    await server.close();

    expect(interrupts).toHaveLength(1);
    expect(lastResults(server)).toEqual({
      call_a: expect.stringContaining('the disk is frozen'),
      call_b: expect.stringContaining('too late'),
    });
    expect(records.map(({ status }) => status)).toEqual(['denied', 'denied']);
    expect(removed).toEqual([]);
  });

  it('lets calls wait at the gate of the runtime that no answer can tell apart', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const { tools } = await interrupting(runtime);
    const call = { type: 'tool_call', id: 'call_r', name: 'remove', args: { path: '/a' } } as const;
    const state = { messages: [new AIMessage({ content: '', tool_calls: [call, call] })] };

    const approving = approveNextGate(runtime, 'grace');
    await invoke(tools[0], call, { state });

    await expect(approving).resolves.toBe('remove');
    expect(removed).toHaveLength(1);
  });

  it.each([
    ['without interrupts', {}],
    ['when told to leave approvals to the runtime', { interrupt, approvals: 'runtime' } as const],
  ])('lets a call wait at the gate of the runtime %s', async (_when, options) => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await playCalls(removeCall('call_r', '/a'));
    const tools = await toLangChainTools(runtime, { ...parts, ...options });

    const approving = approveNextGate(runtime, 'grace');
    const { interrupts } = await run(createTestAgent(server, { tools }), go);
    await server.close();

    await expect(approving).resolves.toBe('remove');
    expect(interrupts).toEqual([]);
    expect(removed).toHaveLength(1);
  });
});

describe('toLangChainTools', () => {
  it('gives images to a provider as images', async () => {
    const picture = new Media({
      kind: 'image',
      mimeType: 'image/png',
      trustTier: 'third-party-public',
      hazard: 'opaque',
      source: new Uint8Array([1, 2, 3]),
    });
    const { runtime } = startRuntime([tool('look', () => picture)]);
    const [look] = await toLangChainTools(runtime, parts);
    const server = await startLoopback(() => ({ json: { error: { message: 'seen' } }, status: 400 }));
    const call = { type: 'tool_call', id: 'call_a', name: 'look', args: {} } as const;

    const result = await invoke(look, call);
    const said = [new HumanMessage('Go.'), new AIMessage({ content: '', tool_calls: [call] }), result];
    await expect(
      createModel(server, { useResponsesApi: true }).invoke(said as AIMessage[]),
    ).rejects.toThrow();
    await server.close();

    const items: { type: string; output: unknown }[] = server.requests[0]?.body.input;
    expect(items.find(({ type }) => type === 'function_call_output')?.output).toMatchObject([
      { type: 'input_text', text: expect.stringContaining('untrusted') },
      { type: 'input_image', image_url: 'data:image/png;base64,AQID' },
    ]);
  });

  it('gives only what a model would read to code that calls a tool by itself', async () => {
    const { runtime } = startRuntime([weather({ trusted: true })]);
    const [first] = await toLangChainTools(runtime, parts);

    await expect(invoke(first, { city: 'Oslo' })).resolves.toBe('{"city":"Oslo","days":3}');
  });

  it('runs the arguments that the model wrote, however much they look like a call', async () => {
    const seen: unknown[] = [];
    const { runtime } = startRuntime([
      tool('note', (args) => `Noted ${seen.push(args)}.`, { inputSchema: { type: 'object' } }),
    ]);
    const [note] = await toLangChainTools(runtime, parts);
    const args = { type: 'tool_call', id: 'other', name: 'note', args: { path: '/' } };

    const message = await invoke(note, { type: 'tool_call', id: 'call_a', name: 'note', args });

    expect(seen).toEqual([args]);
    expect(message).toMatchObject({ tool_call_id: 'call_a' });
  });

  it('takes nothing from the call of another tool that passes its own on', async () => {
    const { runtime } = startRuntime([weather({ trusted: true })]);
    const [inner] = await toLangChainTools(runtime, parts);
    const outer = langChainTool(async (_input: unknown, config) => invoke(inner, { city: 'Oslo' }, config), {
      name: 'outer',
      description: '',
      schema: { type: 'object' },
    });

    const message = await outer.invoke({
      type: 'tool_call',
      id: 'call_a',
      name: 'outer',
      args: { city: 'Bern' },
    });

    expect(message).toMatchObject({ content: '{"city":"Oslo","days":3}', tool_call_id: 'call_a' });
  });

  it('does not run a call that was cut off, whose arguments LangChain completes', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove], { policy: () => allow() });
    const { records, tools } = await interrupting(runtime);
    const cut: ChatCall = { id: 'call_r', name: 'remove', arguments: '{"path":"/home' };
    const server = await startModel({ calls: [cut], finishReason: 'length' }, { text: 'Done.' });

    await ways.stream(createTestAgent(server, { tools }), go);
    await server.close();

    expect(removed).toEqual([]);
    expect(records.map(({ status }) => status)).toEqual(['invalid_args']);
  });

  it('runs a call once, although its graph runs it again after another call of the task has interrupted', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove], {
      policy: ({ args }) => (args?.path === '/a' ? ask('it is in use') : allow()),
    });
    const { records, tools } = await interrupting(runtime);
    const server = await playCalls(removeCall('call_a', '/a'), removeCall('call_b', '/b'));
    const agent = createTestAgent(server, { tools, version: 'v1' });

    await ways.invoke(agent, go);
    expect(removed).toEqual([{ path: '/b' }]);
    await ways.invoke(agent, new Command({ resume: { decision: 'approve', toolCallId: 'call_a' } }));
    await server.close();

    expect(removed).toEqual([{ path: '/b' }, { path: '/a' }]);
    expect(records.filter(({ replayOf }) => replayOf === records[0]?.invocationId)).toHaveLength(1);
    expect(lastResults(server)).toEqual({
      call_a: expect.stringContaining('Removed 2.'),
      call_b: expect.stringContaining('Removed 1.'),
    });
  });

  it('counts no answer that names no call in a graph that runs in another one', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const { tools } = await interrupting(runtime);
    const servers = [
      await playCalls(removeCall('call_a', '/a')),
      await playCalls(removeCall('call_b', '/b')),
    ];
    const [first, second] = servers.map((server) => createTestAgent(server, { tools, checkpointer: true }));
    if (first === undefined || second === undefined) throw new Error('There are two.');
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('first', first.graph)
      .addNode('second', second.graph)
      .addEdge(START, 'first')
      .addEdge(START, 'second')
      .compile({ checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: 't' } };

    await graph.invoke(go, thread);
    await graph.invoke(new Command({ resume: { decision: 'approve' } }), thread);
    expect(removed).toEqual([]);
    await graph.invoke(new Command({ resume: { decision: 'approve', toolCallId: 'call_b' } }), thread);
    for (const server of servers) await server.close();

    expect(removed).toEqual([{ path: '/b' }]);
  });

  it('names the option that is wrong', async () => {
    const { runtime } = startRuntime([weather()]);

    await expect(toLangChainTools(runtime, { ...parts, caller: { id: '' } })).rejects.toThrow('caller');
    const two = [weather(), weather()];
    await expect(toLangChainTools(runtime, { ...parts, tools: two })).rejects.toThrow('two tools');
  });
});
