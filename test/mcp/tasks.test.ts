import { defineTool } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../packages/server/src/auth/role.ts';
import { actorWith, createMcpWorld, type McpWorldOptions } from './mcp-world.ts';
import { modernRequest, sendMcp } from './send-mcp.ts';

const declared = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const canElicit = { ...declared, elicitation: { form: {} } };
const text = (answer: string) => [{ type: 'text', text: answer }];
const noArguments = { type: 'object', properties: {} } as const;

const wipe = defineTool({
  name: 'wipe',
  description: 'Deletes a thing.',
  effect: 'destructive',
  inputSchema: noArguments,
  handler: () => 'gone',
});

/** A tool that begins, asks a question when it is told to, and gives the answer. */
function createSlow() {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = defineTool({
    name: 'slow',
    description: 'Takes long, and asks.',
    effect: 'read',
    inputSchema: noArguments,
    handler: async (_args, { waitFor }) => {
      begun.resolve();
      await goOn.promise;
      const schema = {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
      } as const;
      const { name } = await waitFor({ name: 'who', prompt: 'Who?', schema });
      return `for ${name}`;
    },
  });
  return { slow, begun: begun.promise, goOn: goOn.resolve };
}

function open(options: McpWorldOptions, roles: readonly Role[] = ['admin']) {
  const world = createMcpWorld(options);
  const actor = actorWith(roles);
  const send = async (method: string, params: Record<string, unknown>, capabilities: object = declared) => {
    const { body } = await sendMcp(world, { actor, ...modernRequest(method, params, capabilities) });
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
    return body as any;
  };
  return { world, actor, send };
}

describe('tasks', () => {
  it('are announced in the revision that has them, and in no other', async () => {
    const { world, actor, send } = open({ tools: [] });
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: declared,
        clientInfo: { name: 'c', version: '1' },
      },
    };

    const { result } = await send('server/discover', {});
    const older = await sendMcp(world, { actor, body: initialize, headers: {} });
    const get = { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: 'x' } };
    const asked = await sendMcp(world, { actor, body: get, headers: {} });

    expect(result.capabilities.extensions).toEqual(declared.extensions);
    expect(JSON.stringify(older.body)).not.toContain('extensions');
    expect(asked.body).toMatchObject({ error: { code: -32_601 } });
  });

  it('are no calls that end soon, and none of a client that did not say that it can follow them', async () => {
    const clock = createFakeClock();
    const { slow, begun, goOn } = createSlow();
    const quick = defineTool({
      ...{ name: 'quick', description: 'Is quick.', effect: 'read', inputSchema: noArguments },
      handler: () => 'done',
    });
    const { send } = open({ tools: [slow, quick, wipe], clock }, ['caller']);

    const done = await send('tools/call', { name: 'quick', arguments: {} });
    const pending = await send('tools/call', { name: 'wipe', arguments: {} }, {});
    const long = send('tools/call', { name: 'slow', arguments: {} }, {});
    await begun;
    await clock.advance(60_000);
    goOn();

    expect(done.result).toMatchObject({ resultType: 'complete', content: text('done') });
    expect(pending.result).toMatchObject({ resultType: 'complete', isError: true });
    expect((await long).result.resultType).toBe('complete');
  });

  it.each([{ isFast: true }, { isFast: false }])(
    'have no fields of a result, $isFast',
    async ({ isFast }) => {
      const { send } = open({ tools: [wipe], isFast, taskAfterMs: 5, keepCallsDays: 0 }, ['caller']);

      const { result } = await send('tools/call', { name: 'wipe', arguments: {} });

      expect(Object.keys(result).sort()).toEqual([
        ...['_meta', 'createdAt', 'lastUpdatedAt', 'pollIntervalMs', 'resultType', 'status'],
        ...['statusMessage', 'taskId', 'ttlMs'],
      ]);
      expect(result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null });
    },
  );

  it('begin after the questions that come first, which are asked before', async () => {
    const clock = createFakeClock();
    const { slow, begun, goOn } = createSlow();
    const { send } = open({ tools: [slow], clock });

    const first = send('tools/call', { name: 'slow', arguments: {} }, canElicit);
    await begun;
    goOn();
    const { result: asked } = await first;
    const { requestState } = asked;
    const answer = { who: { action: 'accept', content: { name: 'Ada' } } };
    const params = { name: 'slow', arguments: {}, requestState, inputResponses: answer };
    const ended = await send('tools/call', params, canElicit);

    expect(asked).toMatchObject({ resultType: 'input_required', inputRequests: { who: {} } });
    expect(ended.result).toMatchObject({ resultType: 'complete', content: text('for Ada') });
  });

  it.each([
    ['tasks/get', { taskId: 'nothing' }, 'There is no task "nothing".'],
    ['tasks/cancel', { taskId: 'nothing' }, 'There is no task "nothing".'],
    ['tasks/update', { taskId: 'nothing', inputResponses: {} }, 'There is no task "nothing".'],
    ['tasks/update', { taskId: 'nothing' }, 'inputResponses must be an object.'],
    ['tasks/update', { taskId: 'nothing', inputResponses: 'x' }, 'inputResponses must be an object.'],
    ['tasks/update', { taskId: 'nothing', inputResponses: [] }, 'inputResponses must be an object.'],
    ['tasks/get', {}, 'taskId must be the id of a task.'],
  ])('are refused as invalid params: %s %j', async (method, params, message) => {
    const { world, send } = open({ tools: [] });

    const { error } = await send(method, params);

    expect(error.code).toBe(-32_602);
    expect(error.message).toContain(message);
    expect(world.faults).toEqual([]);
  });

  it('refuse an answer that cannot be read, and ignore one to what was not asked', async () => {
    const { send } = open({ tools: [wipe] });
    const { result: asked } = await send('tools/call', { name: 'wipe', arguments: {} });
    const { taskId } = asked;
    const task = await send('tasks/get', { taskId }, canElicit);
    const [gate = ''] = Object.keys(task.result.inputRequests);
    const update = (inputResponses: object) => send('tasks/update', { taskId, inputResponses }, canElicit);

    const unreadable = [
      await update({ [gate]: 'yes' }),
      await update({ [gate]: { action: 'accept', content: {} } }),
      await update({ [gate]: { action: 'accept' } }),
    ];
    const ignored = [
      await update({}),
      await update({ other: { action: 'accept', content: { approve: true } }, third: 'x' }),
      await update({ [gate]: { action: 'cancel' } }),
    ];
    const after = await send('tasks/get', { taskId }, canElicit);

    for (const { error } of unreadable) {
      expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(gate) });
    }
    for (const { result } of ignored) expect(result).toMatchObject({ resultType: 'complete' });
    expect(after.result.status).toBe('input_required');
  });

  it.each([
    {
      state: 'failed',
      error: {
        code: 'E_CALL_INTERRUPTED',
        message: 'The process ended during the call; nothing was changed.',
      },
      message: 'The process ended during the call; nothing was changed. The call may be made again.',
    },
    { state: 'unknown', error: null, message: expect.stringMatching(/Do not repeat it before/) },
  ])('say whether a call whose process died may be made again, $state', async ({ message, ...ended }) => {
    const { world, send } = open({ tools: [] });
    const at = new Date(0).toISOString();
    const call = { id: 'lost', tool: 'wipe', acceptedAt: at, endedAt: at, gates: [], result: null, ...ended };
    Object.assign(world.calls, { findOwn: async () => call });

    const { result } = await send('tasks/get', { taskId: 'lost' });

    expect(result).toMatchObject({
      status: 'failed',
      statusMessage: message,
      error: { code: -32_603, message },
    });
  });

  it('are no part of a subscription, and of none at all without the extension', async () => {
    const { send } = open({ tools: [] });
    const params = { notifications: { taskIds: ['x'] } };

    const refused = await send('subscriptions/listen', params, {});
    const { world, actor } = open({ tools: [] });
    const accepted = await sendMcp(world, {
      actor,
      ...modernRequest('subscriptions/listen', params, declared),
    });

    expect(refused.error).toMatchObject({ code: -32_021, data: { requiredCapabilities: declared } });
    expect(accepted.events[0]).toMatchObject({ params: { notifications: {} } });
    expect(accepted.text).not.toContain('taskIds');
  });
});
