import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { defineTool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../packages/server/src/auth/role.ts';
import { connectClient, listenForMcp } from './mcp-http.ts';
import { actorWith, createMcpWorld } from './mcp-world.ts';

const wipe = defineTool({
  name: 'wipe',
  description: 'Deletes a thing.',
  effect: 'destructive',
  inputSchema: { type: 'object', properties: { what: { type: 'string' } } },
  handler: ({ what }) => `${what} is gone`,
});

const order = defineTool({
  name: 'order',
  description: 'Orders a thing, and asks twice.',
  effect: 'write',
  inputSchema: { type: 'object' },
  handler: async (_args, { waitFor }) => {
    const { size } = await waitFor({
      name: 'size',
      prompt: 'Which size?',
      schema: {
        type: 'object',
        properties: { size: { type: 'string', enum: ['s', 'm'] } },
        required: ['size'],
      },
    });
    const count = await waitFor({
      name: 'count',
      prompt: 'How many?',
      schema: { type: 'integer', minimum: 1 },
    });
    return `${count} of ${size}`;
  },
});

const modern = { versionNegotiation: { mode: 'auto' } } as const;
const canElicit = { ...modern, capabilities: { elicitation: { form: {} } } } as const;

const legacyCanElicit = { capabilities: { elicitation: {} } } as const;

type Answer = {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean>;
};

async function open(roles: readonly Role[], options: Parameters<typeof connectClient>[1]) {
  const world = createMcpWorld({ tools: [wipe, order] });
  const server = await listenForMcp(world, { actor: actorWith(roles) });
  const client = await connectClient(server.url, options);
  const close = async () => {
    await client.close();
    await server.close();
  };
  return { world, client, close };
}

/** Answers forms in the order in which they come, and keeps what was asked. */
function answerForms(client: Client, answers: readonly Answer[]) {
  const asked: unknown[] = [];
  const left = [...answers];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params);
    return left.shift() ?? { action: 'cancel' };
  });
  return asked;
}

describe('a gate over MCP', () => {
  it.each([
    { era: '2026-07-28', options: canElicit },
    { era: '2025-11-25', options: legacyCanElicit },
  ])('is a form for a client that can show one and whose user may decide, $era', async ({ options }) => {
    const { world, client, close } = await open(['admin'], options);
    const asked = answerForms(client, [{ action: 'accept', content: { approve: true, reason: 'fine' } }]);

    const result = await client.callTool({ name: 'wipe', arguments: { what: 'disk' } });

    expect(result.content).toEqual([{ type: 'text', text: 'disk is gone' }]);
    expect(asked).toMatchObject([{ message: expect.stringContaining('"what": "disk"') }]);
    expect(await world.runtime.gates.list()).toEqual([]);
    await close();
  });

  it.each<{ options: Parameters<typeof connectClient>[1]; answer: Answer }>([
    { options: canElicit, answer: { action: 'decline' } },
    { options: canElicit, answer: { action: 'accept', content: { approve: false } } },
    { options: legacyCanElicit, answer: { action: 'decline' } },
    { options: legacyCanElicit, answer: { action: 'cancel' } },
    { options: legacyCanElicit, answer: { action: 'accept', content: { approve: false } } },
    { options: legacyCanElicit, answer: { action: 'accept', content: {} } },
  ])('ends the call if the user says no by $answer.action', async ({ options, answer }) => {
    const { client, close } = await open(['admin'], options);
    answerForms(client, [answer]);

    const result = await client.callTool({ name: 'wipe', arguments: { what: 'disk' } });

    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).not.toContain('is gone');
    await close();
  });

  it('stays open if the user closes the form', async () => {
    const { world, client, close } = await open(['admin'], canElicit);
    answerForms(client, [{ action: 'cancel' }]);

    const result = await client.callTool({ name: 'wipe', arguments: { what: 'disk' } });

    expect(result).toMatchObject({ isError: true, _meta: { 'toolcrib/gateId': expect.any(String) } });
    expect(await world.runtime.gates.list()).toHaveLength(1);
    await close();
  });

  it('asks for each answer of a tool, and again for one that does not fit', async () => {
    const { client, close } = await open(['admin'], canElicit);
    const asked = answerForms(client, [
      { action: 'accept', content: { size: 'm' } },
      { action: 'accept', content: { answer: 0 } },
      { action: 'accept', content: { answer: 3 } },
    ]);

    const result = await client.callTool({ name: 'order', arguments: {} });

    expect(result.content).toEqual([{ type: 'text', text: '3 of m' }]);
    expect(asked).toHaveLength(3);
    expect(asked[2]).toMatchObject({ message: expect.stringContaining('must be at least 1') });
    await close();
  });

  it('asks a client of before 2026 for one answer after the other', async () => {
    const { client, close } = await open(['admin'], legacyCanElicit);
    answerForms(client, [
      { action: 'accept', content: { size: 's' } },
      { action: 'accept', content: { answer: 2 } },
    ]);

    const result = await client.callTool({ name: 'order', arguments: {} });

    expect(result.content).toEqual([{ type: 'text', text: '2 of s' }]);
    await close();
  });

  it('lets somebody else decide while a form is shown', async () => {
    const { world, client, close } = await open(['admin'], legacyCanElicit);
    const shown = Promise.withResolvers<void>();
    const never = new Promise<never>(() => undefined);
    client.setRequestHandler('elicitation/create', () => {
      shown.resolve();
      return never;
    });

    const result = client.callTool({ name: 'wipe', arguments: { what: 'disk' } });
    await shown.promise;
    const [gate] = await world.runtime.gates.list();
    if (gate === undefined) throw new Error('There is no gate.');
    await world.runtime.gates.settle(gate, { decision: 'approve', approver: 'somebody' });

    expect((await result).content).toEqual([{ type: 'text', text: 'disk is gone' }]);
    await close();
  });

  it.each([
    { who: 'a client that cannot ask', roles: ['admin'], options: modern },
    { who: 'a client of before 2026 that cannot', roles: ['admin'], options: {} },
    { who: 'a user of before 2026 who may not', roles: ['caller'], options: legacyCanElicit },
    { who: 'a user who may not decide', roles: ['caller'], options: canElicit },
  ] as const)('is a pending result for $who, whose outcome can be asked for', async ({ roles, options }) => {
    const { world, client, close } = await open(roles, options);

    const pending = await client.callTool({ name: 'wipe', arguments: { what: 'disk' } });
    const callId = pending._meta?.['toolcrib/callId'];
    const early = await client.callTool({ name: 'call_result', arguments: { callId } });
    const [gate] = await world.runtime.gates.list();
    if (gate === undefined) throw new Error('There is no gate.');
    await world.runtime.gates.settle(gate, { decision: 'approve', approver: 'somebody' });
    const late = await client.callTool({ name: 'call_result', arguments: { callId, waitMs: 1_000 } });

    expect(pending).toMatchObject({ isError: true, _meta: { 'toolcrib/gateId': gate.gateId } });
    expect(JSON.stringify(early.content)).toContain('still waits');
    expect(late.content).toEqual([{ type: 'text', text: 'disk is gone' }]);
    await close();
  });

  it('is pending in words that tell a model that it has made no mistake, and who goes on', async () => {
    const { client, close } = await open(['caller'], modern);

    const approval = await client.callTool({ name: 'wipe', arguments: { what: 'disk' } });
    const question = await client.callTool({ name: 'order', arguments: {} });

    const callId = approval._meta?.['toolcrib/callId'];
    const goOn =
      'Tell your user, and do not call the tool again: ask for the outcome with call_result and this call id.';
    expect(textOf(approval)).toContain(
      `Call ${callId} waits for approval at gate ${callId}.0 ("approval") until `,
    );
    expect(textOf(approval)).toContain(`Nothing has gone wrong; an approver has to decide. ${goOn}`);
    expect(textOf(question)).toContain(`Nothing has gone wrong; a person has to answer. ${goOn}`);
    await close();
  });
});

function textOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
