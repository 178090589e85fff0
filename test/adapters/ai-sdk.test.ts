import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, type ModelMessage, streamText, type ToolSet } from 'ai';
import { describe, expect, it } from 'vitest';
import { toAiSdkTools } from '../../packages/toolcrib/src/adapters/ai-sdk/index.ts';
import { Media } from '../../packages/toolcrib/src/core/media.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import { allow, ask, type Decision, deny } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { type Loopback, startLoopback } from '../providers/loopback.ts';
import { startChatServer } from '../providers/openai-chat-server.ts';
import { deferred, startRuntime, tool } from '../runtime.ts';
import { weather } from '../weather.ts';
import { approveNextGate } from './approve-next-gate.ts';
import { brokenHosts, SECRET } from './broken-hosts.ts';
import { lastResults, playCalls } from './play-calls.ts';
import { removal, removeCall } from './removal.ts';
import { createWaitingTool } from './waiting-tool.ts';

const user: ModelMessage = { role: 'user', content: 'Go.' };

type RunOptions = Pick<
  Parameters<typeof generateText<ToolSet>>[0],
  'tools' | 'abortSignal' | 'toolApproval' | 'experimental_toolApprovalSecret'
> & { readonly messages?: ModelMessage[] };

/** Both ways of the AI SDK, to the same: the messages that the run added. */
const ways = {
  generateText: async (server: Loopback, { messages = [user], ...options }: RunOptions) =>
    (await generateText({ ...base(server), ...options, messages })).responseMessages,
  streamText: async (server: Loopback, { messages = [user], ...options }: RunOptions) => {
    const failure = deferred<never>();
    const result = streamText({
      ...base(server),
      ...options,
      messages,
      onError: ({ error }) => failure.reject(error),
      onAbort: () => failure.reject(new Error('aborted')),
    });
    return Promise.race([failure.promise, result.responseMessages]);
  },
};

function base(server: Loopback) {
  const { chat } = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none' });
  return { model: chat('scripted'), stopWhen: isStepCount(5), maxRetries: 0 };
}

/** The id of the request for approval; empty if there is none. */
function approvalOf(messages: readonly ModelMessage[]): string {
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const part of content) if (part.type === 'tool-approval-request') return part.approvalId;
  }
  return '';
}

/** The conversation after a person's answer, as another process reads it back. */
function answer(added: readonly ModelMessage[], approved: boolean): ModelMessage[] {
  const approvalId = approvalOf(added);
  const response = { type: 'tool-approval-response', approvalId, approved } as const;
  return structuredClone([user, ...added, { role: 'tool', content: [response] }]);
}

const removeA = removeCall('call_r', '/a');

describe.each(Object.entries(ways))('tools of a runtime in %s', (_name, run) => {
  it('runs the calls of a step through the call path, with defaults and for the caller', async () => {
    const { runtime } = startRuntime([weather({ trusted: true })]);
    const records: CallRecord[] = [];
    const server = await playCalls(
      { id: 'call_a', name: 'weather', arguments: '{"city":"Oslo"}' },
      { id: 'call_b', name: 'weather', arguments: '{"city":"Bern","days":1}' },
    );

    await run(server, {
      tools: await toAiSdkTools(runtime, {
        caller: { id: 'ada' },
        onRecord: (record) => records.push(record),
      }),
    });
    await server.close();

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

  it('tells the model of unknown names and of arguments that are no JSON, and goes on', async () => {
    const { runtime, events } = startRuntime([weather()]);
    const server = await playCalls(
      { id: 'call_a', name: 'wether', arguments: '{}' },
      { id: 'call_b', name: 'weather', arguments: '{"city":' },
    );

    await run(server, { tools: await toAiSdkTools(runtime) });
    await server.close();

    const results = lastResults(server);
    expect(results.call_a).toContain("unavailable tool 'wether'");
    expect(results.call_b).toContain('Invalid input');
    expect(events.events).toEqual([]);
  });

  it('tells the model every field that is wrong, in the words of the call path', async () => {
    const { runtime } = startRuntime([weather()]);
    const records: CallRecord[] = [];
    const server = await playCalls({ id: 'call_a', name: 'weather', arguments: '{"city":"","days":"two"}' });

    await run(server, { tools: await toAiSdkTools(runtime, { onRecord: (record) => records.push(record) }) });
    await server.close();

    const { error } = JSON.parse(lastResults(server).call_a ?? '');
    expect(error).toContain('The arguments of tool "weather" are invalid.');
    expect(error).toMatch(/city.*\n.*days/s);
    expect(records.map(({ status }) => status)).toEqual(['invalid_args']);
  });

  it('passes an abort on to the handler', async () => {
    const { wait, started, reasons } = createWaitingTool();
    const { runtime } = startRuntime([wait]);
    const ended = deferred<CallRecord>();
    const server = await playCalls({ id: 'call_a', name: 'wait', arguments: '{}' });
    const controller = new AbortController();

    const tools = await toAiSdkTools(runtime, { onRecord: ended.resolve });
    const running = run(server, { tools, abortSignal: controller.signal });
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

    const added = await run(server, { tools: await toAiSdkTools(runtime) });
    await server.close();

    expect(lastResults(server).call_a).toContain('The result is stored as artifact');
    expect(JSON.stringify(server.requests.at(-1)?.body).length).toBeLessThan(65_536);
    expect(JSON.stringify(added).length).toBeLessThan(65_536);
  });

  it('shows nothing of what a tool throws', async () => {
    const { runtime } = startRuntime([
      tool('query', () => {
        throw new Error('connect postgres://app:hunter2@db-7.internal:5432/app');
      }),
    ]);
    const server = await playCalls({ id: 'call_a', name: 'query', arguments: '{}' });

    const added = await run(server, { tools: await toAiSdkTools(runtime) });
    await server.close();

    expect(lastResults(server).call_a).toContain('Tool \\"query\\" failed');
    for (const text of [JSON.stringify(added), JSON.stringify(server.requests)]) {
      expect(text).not.toMatch(/hunter2|db-7|at .*test\.ts/);
    }
  });

  it('asks through the AI SDK, runs an approved call once, and writes down who approved', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const records: CallRecord[] = [];
    const options = { approver: 'ada', onRecord: (record: CallRecord) => records.push(record) };
    const server = await startChatServer([{ calls: [removeA] }, { text: 'Done.' }]);

    const asked = await run(server, { tools: await toAiSdkTools(runtime, options) });
    expect(removed).toEqual([]);
    await run(server, { tools: await toAiSdkTools(runtime, options), messages: answer(asked, true) });
    await server.close();

    expect(removed).toEqual([{ path: '/a' }]);
    expect(records.map(({ status, gates }) => [status, gates])).toEqual([
      ['ok', [expect.objectContaining({ status: 'approved', approver: 'ada' })]],
    ]);
    expect(lastResults(server)).toHaveProperty('call_r');
  });

  it.each(brokenHosts)('shows nothing of what a %s throws', async (_what, start) => {
    const server = await playCalls({ id: 'call_a', name: 'query', arguments: '{}' });

    const added = await run(server, { tools: await toAiSdkTools(start()) });
    await server.close();

    expect(lastResults(server).call_a).toContain('Reference: ');
    expect(JSON.stringify([added, server.requests])).not.toContain(SECRET);
  });

  it('runs an approved call once, however often the conversation is sent', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const done = { text: 'Done.' };
    const server = await startChatServer([{ calls: [removeA] }, done, done, done]);
    const send = async (messages?: ModelMessage[]) =>
      run(server, { tools: await toAiSdkTools(runtime), ...(messages && { messages }) });

    const approved = answer(await send(), true);
    await Promise.all([send(approved), send(approved)]);
    await send(approved);
    await server.close();

    expect(removed).toHaveLength(1);
    expect(lastResults(server).call_r).toContain('Removed 1.');
  });

  it('never runs a call that was rejected', async () => {
    const { removed, remove } = removal();
    const { runtime, events } = startRuntime([remove]);
    const server = await playCalls(removeA);
    const tools = await toAiSdkTools(runtime);

    const asked = await run(server, { tools });
    await run(server, { tools, messages: answer(asked, false) });
    await server.close();

    expect(removed).toEqual([]);
    expect(events.events).toEqual([]);
    expect(lastResults(server).call_r).toContain('denied');
  });

  it('asks again when the model repeats an approved call under the same id', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await startChatServer([{ calls: [removeA] }, { calls: [removeA] }]);
    const tools = await toAiSdkTools(runtime);

    const asked = await run(server, { tools });
    const added = await run(server, { tools, messages: answer(asked, true) });
    await server.close();

    expect(removed).toHaveLength(1);
    expect(approvalOf(added)).not.toBe('');
  });

  it('runs nothing when the arguments were changed after the signed request', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await playCalls(removeA);
    const options = { tools: await toAiSdkTools(runtime), experimental_toolApprovalSecret: 's'.repeat(32) };

    const asked = await run(server, options);
    const tampered = JSON.parse(JSON.stringify(answer(asked, true)).replace('"/a"', '"/"'));
    await expect(run(server, { ...options, messages: tampered })).rejects.toThrow('signature');
    await server.close();

    expect(removed).toEqual([]);
  });

  it('tells the model what the policy forbids, also when it changed its mind after the approval', async () => {
    const { removed, remove } = removal();
    let decision: Decision = deny('the disk is frozen');
    // Whoever may not call a tool is not offered it; this one is.
    const policy = ({ args }: { args: unknown }) => (args === undefined ? allow() : decision);
    const { runtime } = startRuntime([remove], { policy });
    const tools = await toAiSdkTools(runtime);
    const server = await startChatServer([
      { calls: [removeA] },
      { text: 'Done.' },
      { calls: [removeA] },
      { text: 'Done.' },
    ]);

    await run(server, { tools });
    expect(lastResults(server).call_r).toContain('the disk is frozen');
    decision = ask('it cannot be taken back');
    const asked = await run(server, { tools });
    decision = deny('too late');
    await run(server, { tools, messages: answer(asked, true) });
    await server.close();

    expect(lastResults(server).call_r).toContain('too late');
    expect(removed).toEqual([]);
  });

  it('lets a call wait at the gate of the runtime when nobody was asked', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await playCalls(removeA);
    const tools = await toAiSdkTools(runtime);

    const approving = approveNextGate(runtime, 'grace');
    await run(server, { tools, toolApproval: { remove: 'approved' } });
    await server.close();

    await expect(approving).resolves.toBe('remove');
    expect(removed).toHaveLength(1);
  });

  it('leaves all approvals to the runtime when told to', async () => {
    const { removed, remove } = removal();
    const { runtime } = startRuntime([remove]);
    const server = await playCalls(removeA);

    const approving = approveNextGate(runtime, 'grace');
    const added = await run(server, { tools: await toAiSdkTools(runtime, { approvals: 'runtime' }) });
    await server.close();

    await approving;
    expect(removed).toHaveLength(1);
    expect(approvalOf(added)).toBe('');
  });
});

describe('toAiSdkTools', () => {
  it('gives images to a provider as images', async () => {
    const picture = new Media({
      kind: 'image',
      mimeType: 'image/png',
      trustTier: 'third-party-public',
      hazard: 'opaque',
      source: new Uint8Array([1, 2, 3]),
    });
    const { runtime } = startRuntime([tool('look', () => picture)]);
    const server = await startLoopback((_request, index) => ({ json: toResponse(index) }));
    const { responses } = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none' });

    await generateText({
      model: responses('scripted'),
      tools: await toAiSdkTools(runtime),
      stopWhen: isStepCount(2),
      prompt: 'Go.',
    });
    await server.close();

    const items: { type: string; output: unknown }[] = server.requests[1]?.body.input;
    expect(items.find(({ type }) => type === 'function_call_output')?.output).toMatchObject([
      { type: 'input_text', text: expect.stringContaining('untrusted') },
      { type: 'input_image', image_url: 'data:image/png;base64,AQID' },
    ]);
  });

  it('hands schemas on as they stand, and everything that a model sends to the call path', async () => {
    const inputSchema = {
      type: 'object',
      properties: { where: { type: 'object', properties: { city: { type: 'string' } } } },
    } as const;
    const { runtime } = startRuntime([
      tool('open', (args) => JSON.stringify(args), { inputSchema, trusted: true }),
    ]);
    const server = await playCalls({ id: 'call_a', name: 'open', arguments: '{"where":{"moon":1},"x":[2]}' });

    await ways.generateText(server, { tools: await toAiSdkTools(runtime) });
    await server.close();

    expect(server.requests[0]?.body.tools[0].function.parameters).toEqual(inputSchema);
    expect(lastResults(server).call_a).toBe('{"where":{"moon":1},"x":[2]}');
  });

  it('names the option that is wrong', async () => {
    const { runtime } = startRuntime([weather()]);

    await expect(toAiSdkTools(runtime, { caller: { id: '' } })).rejects.toThrow('caller');
    await expect(toAiSdkTools(runtime, { tools: [weather(), weather()] })).rejects.toThrow('two tools');
  });
});

/** A step of OpenAI's Responses: a call, then a text. */
function toResponse(index: number): unknown {
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'look', arguments: '{}' };
  const content = [{ type: 'output_text', text: 'Done.', annotations: [] }];
  const text = { type: 'message', id: 'msg_1', role: 'assistant', content };
  return {
    id: `resp_${index}`,
    created_at: 1_700_000_000,
    model: 'scripted',
    output: [index === 0 ? call : text],
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
