import {
  Agent,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
  RunState,
  tool as sdkTool,
} from '@openai/agents';
import OpenAI from 'openai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AgentsTool, toAgentsTools } from '../../packages/toolcrib/src/adapters/openai-agents/index.ts';
import { Media } from '../../packages/toolcrib/src/core/media.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import {
  allow,
  ask,
  type Decision,
  deny,
  type Policy,
} from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { type Loopback, startLoopback } from '../providers/loopback.ts';
import { startChatServer } from '../providers/openai-chat-server.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { approveNextGate } from './approve-next-gate.ts';
import { brokenHosts, SECRET } from './broken-hosts.ts';
import { lastResults, playCalls } from './play-calls.ts';
import { removal, removeCall } from './removal.ts';
import { createWaitingTool } from './waiting-tool.ts';

type AnyAgent = Agent<unknown, 'text'>;
type AnyState = RunState<unknown, AnyAgent>;

/** What a run of a test wants besides. */
interface RunWish {
  readonly signal?: AbortSignal;
  readonly preApprovalInputGuardrails?: boolean;
}

/** Both ways of the SDK, to the same: the result of a run that has ended or was interrupted. */
const ways = {
  run: (agent: AnyAgent, input: string | AnyState, { signal, ...execution }: RunWish = {}) =>
    createRunner(execution).run(agent, input, { ...(signal && { signal }) }),
  'run with a stream': async (
    agent: AnyAgent,
    input: string | AnyState,
    { signal, ...execution }: RunWish = {},
  ) => {
    const result = await createRunner(execution).run(agent, input, {
      stream: true,
      ...(signal && { signal }),
    });
    await result.completed;
    return result;
  },
};

/** Tracing is the one thing that would use the network. */
function createRunner(toolExecution: Omit<RunWish, 'signal'>): Runner {
  return new Runner({
    tracingDisabled: true,
    toolNotFoundBehavior: 'return_error_to_model',
    toolExecution,
  });
}

function clientOf(server: Loopback): OpenAI {
  return new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 });
}

function createAgent(server: Loopback, tools: AgentsTool[]): AnyAgent {
  const model = new OpenAIChatCompletionsModel(clientOf(server), 'scripted');
  return new Agent({ name: 'clerk', model, tools });
}

const removeA = removeCall('call_r', '/a');

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(Object.entries(ways))('tools of a runtime in %s of the Agents SDK', (_name, run) => {
  it('runs the calls of a step through the call path, with defaults and for the caller', async () => {
    const { runtime } = startRuntime([weather({ trusted: true })]);
    const records: CallRecord[] = [];
    const server = await playCalls(
      { id: 'call_a', name: 'weather', arguments: '{"city":"Oslo"}' },
      { id: 'call_b', name: 'weather', arguments: '{"city":"Bern","days":1}' },
    );

    const options = { caller: { id: 'ada' }, onRecord: (record: CallRecord) => records.push(record) };
    const { finalOutput } = await run(createAgent(server, await toAgentsTools(runtime, options)), 'Go.');
    await server.close();

    expect(finalOutput).toBe('Done.');
    expect(lastResults(server)).toEqual({
      call_a: '{"city":"Oslo","days":3}',
      call_b: '{"city":"Bern","days":1}',
    });
    expect(records.map((record) => [record.providerCallId, record.status, record.caller.id])).toEqual([
      ['call_a', 'ok', 'ada'],
      ['call_b', 'ok', 'ada'],
    ]);
    const [offered] = server.requests[0]?.body.tools ?? [];
    expect(offered.function).toMatchObject({ name: 'weather', parameters: weather().inputSchema });
  });

  it('tells the model of names that no tool has, and goes on', async () => {
    const { runtime, events } = startRuntime([weather()]);
    const server = await playCalls({ id: 'call_a', name: 'wether', arguments: '{}' });

    const { finalOutput } = await run(createAgent(server, await toAgentsTools(runtime)), 'Go.');
    await server.close();

    expect(finalOutput).toBe('Done.');
    expect(lastResults(server).call_a).toContain('wether');
    expect(events.events).toEqual([]);
  });

  it.each(['{"city":', '["Oslo"]'])(
    'asks no person about arguments like %s of a tool that the policy never asks about',
    async (text) => {
      const { runtime } = startRuntime([weather()]);
      const server = await playCalls({ id: 'call_a', name: 'weather', arguments: text });
      const agent = createAgent(server, await toAgentsTools(runtime, { tool: sdkTool }));

      const { interruptions, finalOutput } = await run(agent, 'Go.');
      await server.close();

      expect(interruptions).toEqual([]);
      expect(finalOutput).toBe('Done.');
      expect(lastResults(server).call_a).toMatch(/valid JSON|are invalid/);
    },
  );

  it.each(['{"path":', '["/a"]', ''])(
    'tells the model of arguments like %j of a tool that the policy asks about, and asks nobody',
    async (text) => {
      vi.stubEnv('OPENAI_AGENTS_DONT_LOG_TOOL_DATA', '0');
      const { removed, remove } = removal();
      const { runtime } = startRuntime([remove]);
      const records: CallRecord[] = [];
      const server = await playCalls({ ...removeA, arguments: text });
      const tools = await toAgentsTools(runtime, {
        tool: sdkTool,
        onRecord: (record) => records.push(record),
      });

      const { interruptions, finalOutput } = await run(createAgent(server, tools), 'Go.', {
        preApprovalInputGuardrails: true,
      });
      await server.close();

      expect(interruptions).toEqual([]);
      expect(finalOutput).toBe('Done.');
      expect(removed).toEqual([]);
      expect(records.map(({ status }) => status)).toEqual(['invalid_args']);
      expect(lastResults(server).call_r).toContain('The arguments of tool "remove" are invalid.');
    },
  );

  it('runs nothing of arguments that the SDK hides because they cannot be read', async () => {
    vi.stubEnv('OPENAI_AGENTS_DONT_LOG_TOOL_DATA', '1');
    let runs = 0;
    const clean = tool('clean', () => String(++runs));
    const policy: Policy = () => allow();
    const { runtime } = startRuntime([clean], { policy });
    const records: CallRecord[] = [];
    const server = await playCalls({ id: 'call_a', name: 'clean', arguments: '{"only":' });
    const tools = await toAgentsTools(runtime, { onRecord: (record) => records.push(record) });

    const { interruptions, finalOutput } = await run(createAgent(server, tools), 'Go.', {
      preApprovalInputGuardrails: true,
    });
    await server.close();

    expect([interruptions, finalOutput, runs]).toEqual([[], 'Done.', 0]);
    expect(records.map(({ status }) => status)).toEqual(['invalid_args']);
    expect(lastResults(server).call_a).toContain('failed');
  });

  it('asks about what it must ask about, where the runner has guardrails look first', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await playCalls(removeA);
    const agent = createAgent(server, await toAgentsTools(runtime, { tool: sdkTool }));
    const look = { preApprovalInputGuardrails: true };

    const { interruptions, state } = await run(agent, 'Go.', look);
    for (const interruption of interruptions) state.approve(interruption);
    await run(agent, state, look);
    await server.close();

    expect(interruptions).toHaveLength(1);
    expect(removed).toEqual([{ path: '/a' }]);
  });

  it.each(['{"path":', '["/a"]'])(
    'never runs arguments like %s, about which a runner without that setting asks',
    async (text) => {
      const { removed, remove } = removal();
      const { runtime, events } = startRuntime([remove]);
      const server = await playCalls({ ...removeA, arguments: text });
      const agent = createAgent(server, await toAgentsTools(runtime));

      const { interruptions, state } = await run(agent, 'Go.');
      for (const interruption of interruptions) state.approve(interruption);
      const { finalOutput } = await run(agent, state);
      await server.close();

      expect(interruptions).toHaveLength(1);
      expect(finalOutput).toBe('Done.');
      expect(removed).toEqual([]);
      expect(events.events.map(({ type }) => type)).not.toContain('gate-open');
      expect(lastResults(server).call_r).toMatch(/valid JSON|are invalid/);
    },
  );

  it('tells the model of arguments that are no JSON when approvals are up to the runtime', async () => {
    const { runtime } = startRuntime([weather()]);
    const server = await playCalls(
      { id: 'call_a', name: 'weather', arguments: '{"city":' },
      { id: 'call_b', name: 'weather', arguments: '["Oslo"]' },
    );

    const records: CallRecord[] = [];
    const onRecord = (record: CallRecord) => void records.push(record);

    const tools = await toAgentsTools(runtime, { approvals: 'runtime', tool: sdkTool, onRecord });
    const { finalOutput } = await run(createAgent(server, tools), 'Go.');
    await server.close();

    expect(finalOutput).toBe('Done.');
    const results = lastResults(server);
    expect(results.call_a).toContain('JSON');
    expect(results.call_b).toContain('The arguments of tool "weather" are invalid.');
    // The SDK answers the first one itself.
    expect(records.map(({ providerCallId }) => providerCallId)).toEqual(['call_b']);
  });

  it('tells the model every field that is wrong, in the words of the call path', async () => {
    const { runtime } = startRuntime([weather()]);
    const records: CallRecord[] = [];
    const server = await playCalls({ id: 'call_a', name: 'weather', arguments: '{"city":"","days":"two"}' });

    const tools = await toAgentsTools(runtime, { onRecord: (record) => records.push(record) });
    await run(createAgent(server, tools), 'Go.');
    await server.close();

    const { call_a } = lastResults(server);
    expect(call_a).toContain('The arguments of tool "weather" are invalid.');
    expect(call_a).toMatch(/city.*\n.*days/);
    expect(records.map(({ status }) => status)).toEqual(['invalid_args']);
  });

  it('passes an abort on to the handler', async () => {
    const { wait, started, reasons } = createWaitingTool();
    const { runtime } = startRuntime([wait]);
    const ended = deferred<CallRecord>();
    const server = await playCalls({ id: 'call_a', name: 'wait', arguments: '{}' });
    const controller = new AbortController();

    const tools = await toAgentsTools(runtime, { onRecord: ended.resolve });
    const running = run(createAgent(server, tools), 'Go.', controller);
    await Promise.all([
      Promise.allSettled([running]),
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

    const { history } = await run(createAgent(server, await toAgentsTools(runtime)), 'Go.');
    await server.close();

    expect(lastResults(server).call_a).toContain('The result is stored as artifact');
    expect(JSON.stringify(server.requests.at(-1)?.body).length).toBeLessThan(65_536);
    expect(JSON.stringify(history).length).toBeLessThan(65_536);
  });

  it('shows nothing of what a tool throws', async () => {
    const { runtime } = startRuntime([
      tool('query', () => {
        throw new Error('connect postgres://app:hunter2@db-7.internal:5432/app');
      }),
    ]);
    const server = await playCalls({ id: 'call_a', name: 'query', arguments: '{}' });

    const { history } = await run(createAgent(server, await toAgentsTools(runtime)), 'Go.');
    await server.close();

    expect(lastResults(server).call_a).toContain('Tool "query" failed');
    for (const text of [JSON.stringify(history), JSON.stringify(server.requests)]) {
      expect(text).not.toMatch(/hunter2|db-7|at .*test\.ts/);
    }
  });

  it('interrupts the run, runs an approved call once, and writes down who approved', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const records: CallRecord[] = [];
    const options = { approver: 'ada', onRecord: (record: CallRecord) => records.push(record) };
    const server = await playCalls(removeA);
    const agent = createAgent(server, await toAgentsTools(runtime, options));

    const { interruptions, state } = await run(agent, 'Go.');
    expect(removed).toEqual([]);
    for (const interruption of interruptions) state.approve(interruption);
    const { finalOutput } = await run(agent, state);
    await server.close();

    expect(finalOutput).toBe('Done.');
    expect(removed).toEqual([{ path: '/a' }]);
    expect(records.map(({ status, gates }) => [status, gates])).toEqual([
      ['ok', [expect.objectContaining({ status: 'approved', approver: 'ada' })]],
    ]);
  });

  it('takes an approval from a state that was serialised, in a process that never asked', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await playCalls(removeA);
    const createNext = async () => createAgent(server, await toAgentsTools(runtime));

    const asked = await run(await createNext(), 'Go.');
    const decider = await createNext();
    const decided = await RunState.fromString<unknown, AnyAgent>(decider, asked.state.toString());
    for (const interruption of decided.getInterruptions()) decided.approve(interruption);
    const resumer = await createNext();
    await run(resumer, await RunState.fromString<unknown, AnyAgent>(resumer, decided.toString()));
    await server.close();

    expect(removed).toEqual([{ path: '/a' }]);
    expect(lastResults(server).call_r).toContain('Removed 1.');
  });

  it.each(brokenHosts)('shows nothing of what a %s throws', async (_what, start) => {
    const server = await playCalls({ id: 'call_a', name: 'query', arguments: '{}' });

    const { history } = await run(createAgent(server, await toAgentsTools(start())), 'Go.');
    await server.close();

    expect(lastResults(server).call_a).toContain('Reference: ');
    expect(JSON.stringify([history, server.requests])).not.toContain(SECRET);
  });

  it('uses an approval once: a state that comes again waits at the gate of the runtime', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const done = { text: 'Done.' };
    const server = await startChatServer([{ calls: [removeA] }, done, done]);
    const agent = createAgent(server, await toAgentsTools(runtime));
    const resume = async (text: string) => {
      const next = createAgent(server, await toAgentsTools(runtime));
      return run(next, await RunState.fromString<unknown, AnyAgent>(next, text));
    };

    const { interruptions, state } = await run(agent, 'Go.');
    for (const interruption of interruptions) state.approve(interruption);
    const opened = deferred<void>();
    runtime.subscribe(({ type }) => {
      if (type === 'gate-open') opened.resolve();
    });
    const resumed = Promise.all([resume(state.toString()), resume(state.toString())]);
    await opened.promise;
    const [gate] = await runtime.gates.list();
    if (gate !== undefined) await runtime.gates.settle(gate, { decision: 'reject', approver: 'grace' });
    await resumed;
    await server.close();

    expect(removed).toHaveLength(1);
    expect(JSON.stringify(server.requests)).toContain('grace did not approve it');
  });

  it('never runs a call that was rejected', async () => {
    const { removed, remove } = removal();
    const { runtime, events } = startRuntime([remove]);
    const server = await playCalls(removeA);
    const agent = createAgent(server, await toAgentsTools(runtime));

    const { interruptions, state } = await run(agent, 'Go.');
    for (const interruption of interruptions) state.reject(interruption);
    await run(agent, state);
    await server.close();

    expect(removed).toEqual([]);
    expect(events.events).toEqual([]);
    expect(lastResults(server).call_r).toContain('not approved');
  });

  it('does not use an approval for other arguments under the same id', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const other = { ...removeA, arguments: '{"path":"/"}' };
    const server = await startChatServer([{ calls: [removeA] }, { calls: [other] }]);
    const agent = createAgent(server, await toAgentsTools(runtime));

    const { interruptions, state } = await run(agent, 'Go.');
    for (const interruption of interruptions) state.approve(interruption);
    await expect(run(agent, state)).rejects.toThrow('reused for a different invocation');
    await server.close();

    expect(removed).toEqual([{ path: '/a' }]);
  });

  it('runs an approved call once when the model repeats it under the same id', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await startChatServer([{ calls: [removeA] }, { calls: [removeA] }, { text: 'Done.' }]);
    const agent = createAgent(server, await toAgentsTools(runtime));

    const { interruptions, state } = await run(agent, 'Go.');
    for (const interruption of interruptions) state.approve(interruption);
    await run(agent, state);
    await server.close();

    expect(removed).toHaveLength(1);
    expect(server.requests).toHaveLength(3);
  });

  it('runs each of two approved calls that differ in their ids alone', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await startChatServer([
      { calls: [removeA, { ...removeA, id: 'call_again' }] },
      { text: 'Done.' },
    ]);
    const agent = createAgent(server, await toAgentsTools(runtime));

    const { interruptions, state } = await run(agent, 'Go.');
    for (const interruption of interruptions) state.approve(interruption);
    await run(agent, state);
    await server.close();

    expect(interruptions).toHaveLength(2);
    expect(removed).toHaveLength(2);
  });

  it('does not take an approval of all calls for one of this call', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await playCalls(removeA);
    const agent = createAgent(server, await toAgentsTools(runtime));

    const { interruptions, state } = await run(agent, 'Go.');
    for (const interruption of interruptions) state.approve(interruption, { alwaysApprove: true });
    const approving = approveNextGate(runtime, 'grace');
    await run(agent, state);
    await server.close();

    await expect(approving).resolves.toBe('remove');
    expect(removed).toHaveLength(1);
  });

  it('tells the model what the policy forbids, also when it changed its mind after the approval', async () => {
    const { removed, remove } = removal();
    let decision: Decision = deny('the disk is frozen');
    // Whoever may not call a tool is not offered it; this one is.
    const policy = ({ args }: { args: unknown }) => (args === undefined ? allow() : decision);
    const { runtime } = startRuntime([remove], { policy });
    const server = await startChatServer([
      { calls: [removeA] },
      { text: 'Done.' },
      { calls: [removeA] },
      { text: 'Done.' },
    ]);
    const agent = createAgent(server, await toAgentsTools(runtime));

    await run(agent, 'Go.');
    expect(lastResults(server).call_r).toContain('the disk is frozen');
    decision = ask('it cannot be taken back');
    const { interruptions, state } = await run(agent, 'Go.');
    for (const interruption of interruptions) state.approve(interruption);
    decision = deny('too late');
    await run(agent, state);
    await server.close();

    expect(lastResults(server).call_r).toContain('too late');
    expect(removed).toEqual([]);
  });

  it('leaves all approvals to the runtime when told to', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await playCalls(removeA);
    const agent = createAgent(server, await toAgentsTools(runtime, { approvals: 'runtime' }));

    const approving = approveNextGate(runtime, 'grace');
    const { interruptions } = await run(agent, 'Go.');
    await server.close();

    await approving;
    expect(interruptions).toEqual([]);
    expect(removed).toHaveLength(1);
  });
});

describe('toAgentsTools', () => {
  it('gives images and documents to the Responses API as what they are', async () => {
    const create = (kind: 'image' | 'document' | 'audio', mimeType: string) =>
      new Media({
        kind,
        mimeType,
        trustTier: 'first-party',
        hazard: 'opaque',
        source: new Uint8Array([1, 2, 3]),
      });
    const media = [
      create('image', 'image/png'),
      create('document', 'application/pdf'),
      create('audio', 'audio/wav'),
    ];
    const { runtime } = startRuntime([tool('look', () => media)]);
    const server = await startLoopback((_request, index) => ({ json: toResponse(index) }));
    const model = new OpenAIResponsesModel(clientOf(server), 'scripted');
    const agent = new Agent({ name: 'clerk', model, tools: await toAgentsTools(runtime) });

    await createRunner({}).run(agent, 'Go.');
    await server.close();

    const items: { type: string; output: unknown }[] = server.requests[1]?.body.input;
    expect(items.find(({ type }) => type === 'function_call_output')?.output).toMatchObject([
      { type: 'input_image', image_url: 'data:image/png;base64,AQID' },
      { type: 'input_file', file_data: 'data:application/pdf;base64,AQID' },
      { type: 'input_text', text: expect.stringContaining('audio/wav') },
    ]);
  });
});

/** A step of OpenAI's Responses: a call, then a text. */
function toResponse(index: number): unknown {
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'look', arguments: '{}' };
  const content = [{ type: 'output_text', text: 'Done.', annotations: [] }];
  const text = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  return {
    id: `resp_${index}`,
    object: 'response',
    created_at: 1_700_000_000,
    model: 'scripted',
    output: [index === 0 ? call : text],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
}
