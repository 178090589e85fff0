import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  createTaskSessionFromClient,
  type RawClientDispatch,
  resultFromTaskOutcome,
} from '@modelcontextprotocol/ext-tasks/client';
import { defineTool, Media } from 'toolcrib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../packages/server/src/node/listen.ts';
import { describeBothDatabases, destructive, settle, team } from './approvals/approval-world.ts';
import { askMcp, type McpAsk } from './attacks/ask-mcp.ts';
import { openTestService, type TestService, type TestServiceOptions } from './open-service.ts';

const declared = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const canElicit = { ...declared, elicitation: { form: {} } };
const TASK_AFTER_MS = 10_000;
const KEEP_DAYS = 2;

/** A tool whose call ends when the test says so. */
function createJob() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const job = defineTool({
    name: 'job',
    description: 'Takes long.',
    effect: 'write',
    timeoutMs: 600_000,
    inputSchema: { type: 'object', properties: {} },
    outputSchema: { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] },
    handler: async (_args, { signal }) => {
      begun.resolve();
      signal.addEventListener('abort', () => end.reject(signal.reason));
      await end.promise;
      return { done: true };
    },
  });
  return { job, begun: begun.promise, end: end.resolve };
}

const survey = defineTool({
  name: 'survey',
  description: 'Asks twice under one name.',
  effect: 'write',
  inputSchema: { type: 'object', properties: {} },
  handler: async (_args, { waitFor }) => {
    const schema = { type: 'integer', minimum: 1 } as const;
    const first = await waitFor({ name: 'count', prompt: 'How many?', schema });
    const second = await waitFor({ name: 'count', prompt: 'And how many more?', schema });
    return `${Number(first) + Number(second)}`;
  },
});

describeBothDatabases('a task', (at) => {
  /** Two processes on one database, and a client that can follow tasks at each of them. */
  async function open(options: TestServiceOptions) {
    const first = await at.start({ keepCallsDays: KEEP_DAYS, ...options, owner: 'first' });
    const second = await at.start({ keepCallsDays: KEEP_DAYS, ...options, owner: 'second' });
    const { key, id } = await first.makeKey({ roles: ['caller'] });
    const close = async () => {
      await first.close();
      await second.close();
    };
    return { first, second, key, id, close };
  }

  function ask(service: TestService, options: Omit<McpAsk, 'method'> & { readonly method: string }) {
    return askMcp(service, { capabilities: declared, ...options });
  }

  async function call(service: TestService, options: Omit<McpAsk, 'method'> & { readonly name: string }) {
    const { name, ...rest } = options;
    const { last } = await ask(service, {
      ...rest,
      method: 'tools/call',
      params: { name, arguments: {} },
    });
    return last.result;
  }

  async function get(service: TestService, options: Omit<McpAsk, 'method'> & { readonly taskId: string }) {
    const { taskId, ...rest } = options;
    return (await ask(service, { ...rest, method: 'tasks/get', params: { taskId } })).last;
  }

  /** Polls as time passes, until a task has a status. */
  async function poll(
    service: TestService,
    options: Parameters<typeof get>[1] & { readonly status: string },
  ) {
    const { status, ...asked } = options;
    return await vi.waitFor(async () => {
      await at.clock.advance(500);
      const { result } = await get(service, asked);
      expect(result).toMatchObject({ status });
      return result;
    });
  }

  /** Begins a call that becomes a task. */
  async function beginJob(service: TestService, key: string, begun: Promise<void>) {
    const answer = call(service, { key, name: 'job' });
    await begun;
    await at.clock.advance(TASK_AFTER_MS);
    return await answer;
  }

  it('is a call that takes long, and is followed to its end at another process', async () => {
    const { job, begun, end } = createJob();
    const { first, second, key, close } = await open({ tools: [job] });

    const created = await beginJob(first, key, begun);
    const { taskId } = created;
    const working = await get(second, { key, taskId });
    end();
    const completed = await poll(second, { key, taskId, status: 'completed' });

    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: KEEP_DAYS * 86_400_000 });
    expect(working.result).toMatchObject({ resultType: 'complete', taskId, status: 'working' });
    expect(working.result.pollIntervalMs).toBe(TASK_AFTER_MS / 10);
    expect(completed.result).toMatchObject({ structuredContent: { done: true } });
    expect((await first.ask('GET', `${team}/calls/${taskId}`, { key })).body.state).toBe('ok');
    await close();
  });

  it('keeps the structure of its result if its tool is disabled during the call', async () => {
    const { job, begun, end } = createJob();
    const { first, key, close } = await open({ tools: [job] });

    const { taskId } = await beginJob(first, key, begun);
    const disabled = await first.ask('POST', `${team}/catalog/tools/job/disable`, {
      body: { reason: 'old' },
    });
    end();
    const completed = await poll(first, { key, taskId, status: 'completed' });

    expect(disabled.status).toBe(200);
    expect(completed.result.structuredContent).toEqual({ done: true });
    expect(completed.result.isError).toBeUndefined();
    await close();
  });

  it('waits for an approver, says so, and completes with what was decided at another process', async () => {
    const { first, second, key, close } = await open({ tools: [destructive('wipe')] });
    const approver = (await first.makeKey({ roles: ['approver'] })).key;

    const [agreed, refused] = [
      await call(first, { key, name: 'wipe' }),
      await call(first, { key, name: 'wipe' }),
    ];
    const gates = [agreed, refused].map(({ taskId }) => `${taskId}.0`);
    const [agreedGate = '', refusedGate = ''] = gates;
    const { result: waiting } = await get(second, { key, taskId: agreed.taskId });
    await settle(second, { key: approver, gateId: agreedGate, decision: 'approve' });
    await settle(second, { key: approver, gateId: refusedGate, decision: 'reject', reason: 'not now' });
    const completed = await poll(second, { key, taskId: agreed.taskId, status: 'completed' });
    const denied = await poll(first, { key, taskId: refused.taskId, status: 'completed' });

    expect(waiting.status).toBe('working');
    expect(waiting.statusMessage).toContain(`gate ${agreedGate} ("approval") until `);
    expect(completed.result.content).toEqual([{ type: 'text', text: 'gone' }]);
    expect(denied.result).toMatchObject({ isError: true });
    expect(denied.result.content[0].text).toContain('not now');
    await close();
  });

  it('asks its client what the tool asks, question by question, at any process', async () => {
    const { first, second, close } = await open({ tools: [survey] });
    const { key } = await first.makeKey({ roles: ['caller', 'approver'] });
    const answer = (service: TestService, taskId: string, responses: object) =>
      ask(service, {
        key,
        capabilities: canElicit,
        method: 'tasks/update',
        params: { taskId, inputResponses: responses },
      });
    const accept = (count: unknown) => ({ action: 'accept', content: { answer: count } });

    // Who cannot show forms now may be able to later.
    const { taskId } = await call(first, { key, name: 'survey' });
    const [one, two] = [`${taskId}.0`, `${taskId}.1`];
    const asked = await poll(second, { key, taskId, capabilities: canElicit, status: 'input_required' });
    const unfit = await answer(second, taskId, { [one]: accept(0) });
    const ignored = await answer(second, taskId, { nothing: accept(1), [two]: accept(1) });
    await answer(second, taskId, { [one]: accept(3) });
    await vi.waitFor(async () => {
      await at.clock.advance(500);
      const { result } = await get(first, { key, taskId, capabilities: canElicit });
      expect(Object.keys(result.inputRequests ?? {})).toEqual([two]);
    });
    await answer(first, taskId, { [one]: accept(9), [two]: accept(4) });
    const completed = await poll(second, { key, taskId, status: 'completed' });

    expect(asked.inputRequests).toMatchObject({ [one]: { method: 'elicitation/create' } });
    expect(unfit.last.error).toMatchObject({ code: -32_602 });
    expect(ignored.last.result).toMatchObject({ resultType: 'complete' });
    expect(completed.result.content).toEqual([{ type: 'text', text: '7' }]);
    await close();
  });

  it.each(['the same', 'another'])(
    'is cancelled by its client at %s process, and stays so',
    async (which) => {
      const { job, begun } = createJob();
      const { first, second, key, close } = await open({ tools: [job, destructive('wipe')] });
      const at = which === 'another' ? second : first;

      const running = await beginJob(first, key, begun);
      const waiting = await call(first, { key, name: 'wipe' });
      const messages = new Map<string, string>();
      for (const { taskId } of [running, waiting, running]) {
        const { last } = await ask(at, { key, method: 'tasks/cancel', params: { taskId } });
        expect(Object.keys(last.result).sort()).toEqual(['_meta', 'resultType']);
        messages.set(taskId, (await poll(second, { key, taskId, status: 'cancelled' })).statusMessage);
      }
      expect(messages.get(waiting.taskId)).toBe(
        which === 'another' ? 'Its caller has cancelled the call.' : 'The call of tool "wipe" was aborted.',
      );
      expect(await first.database.store.listCancelRequests()).not.toContain(running.taskId);
      await close();
    },
  );

  it('is there for the key that made the call, for as long as that holds', async () => {
    const { first, second, key, id, close } = await open({ tools: [destructive('wipe')] });
    const { taskId } = await call(first, { key, name: 'wipe' });
    const others = [await first.makeKey({ roles: ['caller'] }), await first.makeKey({ roles: ['admin'] })];

    for (const service of [first, second]) {
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        for (const { key: other } of others) {
          const params = (name: string) => ({ taskId: name, inputResponses: {} });
          const foreign = await ask(service, { key: other, method, params: params(taskId) });
          const unknown = await ask(service, { key: other, method, params: params('nothing') });
          expect(foreign.last.error).toEqual({
            ...unknown.last.error,
            message: unknown.last.error.message.replace('nothing', taskId),
          });
          expect(foreign.last.error.code).toBe(-32_602);
        }
      }
    }
    expect((await get(second, { key, taskId })).result.status).toBe('working');
    await first.ask('DELETE', `/v1/keys/${id}`);
    for (const service of [first, second]) {
      await vi.waitFor(async () => {
        await at.clock.advance(500);
        const asked = { key, method: 'tasks/get', params: { taskId } } as const;
        expect((await ask(service, asked)).status).toBe(401);
      });
    }
    await close();
  });

  it('is not what clients get that do not say that they can follow one', async () => {
    const { first, key, close } = await open({ tools: [destructive('wipe')] });
    const asked = { key, capabilities: {} };

    const { _meta: meta, isError } = await call(first, { ...asked, name: 'wipe' });
    const callId = meta['toolcrib/callId'];
    const late = await ask(first, {
      ...asked,
      method: 'tools/call',
      params: { name: 'call_result', arguments: { callId } },
    });

    expect(isError).toBe(true);
    expect(late.last.result.content[0].text).toContain('still waits');
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { last } = await ask(first, { ...asked, method, params: { taskId: callId, inputResponses: {} } });
      expect(last.error).toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: declared },
      });
    }
    await close();
  });

  it('keeps the media of its result for its client, who asks at another process', async () => {
    const work = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const paint = defineTool({
      name: 'paint',
      description: 'Gives an image.',
      effect: 'read',
      inputSchema: { type: 'object', properties: {} },
      handler: async () => {
        begun.resolve();
        await work.promise;
        const source = new Uint8Array([1, 2, 3]);
        return new Media({
          ...{ kind: 'image', mimeType: 'image/png', trustTier: 'first-party', hazard: 'opaque', source },
        });
      },
    });
    const { first, second, key, close } = await open({ tools: [paint] });

    const answer = call(first, { key, name: 'paint' });
    await begun.promise;
    await at.clock.advance(TASK_AFTER_MS);
    const { taskId } = await answer;
    work.resolve();
    const completed = await poll(second, { key, taskId, status: 'completed' });

    const image = { type: 'image', mimeType: 'image/png', data: Buffer.from([1, 2, 3]).toString('base64') };
    expect(completed.result.content).toEqual([image]);
    await close();
  });

  it('counts as an open call of its key until its end', async () => {
    const { job, begun, end } = createJob();
    const { first, key, close } = await open({ tools: [job], maxPerKey: { calls: 1 } });

    const { taskId } = await beginJob(first, key, begun);
    const second = await call(first, { key, name: 'job' });
    end();
    await poll(first, { key, taskId, status: 'completed' });

    expect(second).toMatchObject({ isError: true, resultType: 'complete' });
    // Its end is in the audit log before it counts no more.
    await vi.waitFor(async () => {
      expect((await call(first, { key, name: 'job' })).structuredContent).toEqual({ done: true });
    });
    await close();
  });
});

describe('the official client of tasks', () => {
  it('follows a call to its result, and answers what the tool asks for its user', async () => {
    const work = Promise.withResolvers<void>();
    const slow = defineTool({
      name: 'slow',
      description: 'Takes long, and asks.',
      effect: 'read',
      inputSchema: { type: 'object', properties: {} },
      handler: async (_args, { waitFor }) => {
        await work.promise;
        const schema = {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
        } as const;
        const { name } = await waitFor({ name: 'who', prompt: 'Who?', schema });
        return `for ${name}`;
      },
    });
    const service = await openTestService({ tools: [slow], mcpTaskAfterMs: 1 });
    const { key } = await service.makeKey({ roles: ['caller', 'approver'] });
    const listener = await listen({ handler: service.fetch, port: 0 });
    onTestFinished(() => listener.close(0));
    const url = new URL(`${listener.url}/mcp/default`);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    const clientInfo = { name: 'c', version: '1' };
    const client = new Client(clientInfo, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    const clientCapabilities = { elicitation: { form: {} } };
    const asked: unknown[] = [];
    const session = createTaskSessionFromClient(client, {
      endpointId: 'here',
      rawDispatch: dispatchTo(url, requestInit.headers),
      v2RequestFraming: { protocolVersion: '2026-07-28', clientInfo, clientCapabilities },
      onInputRequest: async (request) => {
        asked.push(request);
        // There is one kind of input that is asked for.
        return { action: 'accept', content: { name: 'Ada' } } as never;
      },
    });

    const execution = await session.callTool('slow', {});
    work.resolve();
    const { outcome } = await execution.settle();

    expect(execution.kind).toBe('task');
    expect(asked).toMatchObject([{ kind: 'elicitation' }]);
    expect(resultFromTaskOutcome(outcome)).toMatchObject({ content: [{ type: 'text', text: 'for Ada' }] });
    await session.close();
    await client.close();
  });
});

/** Sends requests of the client as they are: the SDK takes no answers that are tasks. */
function dispatchTo(url: URL, headers: Readonly<Record<string, string>>): RawClientDispatch {
  let id = 0;
  return async (request) => {
    // As the session makes them.
    const { method, params } = request as {
      readonly method: string;
      readonly params: { readonly name?: string; readonly taskId?: string };
    };
    id += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': params.taskId ?? params.name ?? '',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    const { result, error } = JSON.parse(await response.text());
    return error === undefined ? { kind: 'result', result } : { kind: 'error', error };
  };
}
