import fc from 'fast-check';
import { Tool } from 'toolcrib';
import { describe, expect, it } from 'vitest';
import { type Answer, openTestService, type TestService, toRequest } from '../open-service.ts';
import { askMcp, mcpRevisions } from './ask-mcp.ts';

const team = '/v1/tenants/default';

/** As long as the names of the tools, and like none of them. */
const UNKNOWN = 'zzzz';
const nameOf = (index: number) => `t${String(index).padStart(3, '0')}`;

const scopes = fc.subarray(['top:secret', 'money', 'db:admin']);
const definition = fc.record({
  requires: scopes,
  effect: fc.constantFrom('read', 'write', 'destructive'),
  version: fc.constantFrom(undefined, '1.0.0'),
  title: fc.constantFrom(undefined, 'The Vault'),
  state: fc.constantFrom('on', 'disable', 'quarantine'),
});
const world = fc.record({
  definitions: fc.array(definition, { minLength: 1, maxLength: 4 }),
  held: scopes,
  isInToolset: fc.boolean(),
});

type Definition = typeof definition extends fc.Arbitrary<infer Value> ? Value : never;

async function openWorld(definitions: readonly Definition[]): Promise<TestService> {
  const tools = definitions.map(
    ({ state: _, ...options }, index) =>
      new Tool({
        name: nameOf(index),
        description: 'Opens the vault.',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        handler: () => 'opened',
        ...options,
      }),
  );
  const service = await openTestService({ tools });
  const names = tools.map(({ name }) => ({ tool: name }));
  await service.ask('PUT', `${team}/toolsets/all`, { body: { tools: names } });
  for (const [index, { state }] of definitions.entries()) {
    if (state === 'on') continue;
    const path = `${team}/catalog/tools/${nameOf(index)}/${state}`;
    expect((await service.ask('POST', path, { body: { reason: 'it is not safe' } })).status).toBe(200);
  }
  return service;
}

interface Probe {
  readonly name: string;
  readonly held: readonly string[];
  readonly toolset: string | undefined;
}

/** Everything that somebody with a key of their own learns of a name, without what differs each time. */
async function probe(service: TestService, { name, held, toolset }: Probe): Promise<string> {
  const limits = { callsPerMinutePerTool: 6 };
  const grant = { scopes: held, ...(toolset && { toolsets: [toolset] }) };
  const { key, id } = await service.makeKey(grant, { limits });
  const answers: Pick<Answer, 'status' | 'text'>[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await service.ask(method, path, { key, ...(body !== undefined && { body }) });
    answers.push(answer);
    return answer;
  };
  const call = { tool: name, arguments: { text: 'x' } };
  await ask('GET', `${team}/tools/${name}`);
  await ask('GET', `${team}/search?q=${name}&explain=true`);
  const called = await ask('POST', `${team}/calls`, call);
  await ask('POST', `${team}/calls`, { ...call, arguments: { nonsense: true }, idempotencyKey: 'again' });
  const started = await ask('POST', `${team}/calls`, { ...call, idempotencyKey: 'again', mode: 'async' });
  for (const callId of [called.body.id, started.body.id]) {
    await ask('GET', `${team}/calls/${callId}?waitMs=1000`);
    await ask('GET', `${team}/calls/${callId}/result`);
    await ask('POST', `${team}/calls/${callId}/cancel`, {});
    const follow = await service.fetch(toRequest('GET', `${team}/calls/${callId}/events`, { key }));
    answers.push({ status: follow.status, text: await follow.text() });
  }
  for (const revision of mcpRevisions) {
    for (const mode of ['full', 'search']) {
      const to = { key, revision, path: `/mcp/default?mode=${mode}`, method: 'tools/call' };
      answers.push(await askMcp(service, { ...to, params: { name, arguments: { text: 'x' } } }));
      const nested = { name: 'call_tool', arguments: { name, arguments: { text: 'x' } } };
      answers.push(await askMcp(service, { ...to, params: nested }));
    }
  }
  // By now the tool of that name has used up its minute, or there is none.
  await ask('POST', `${team}/calls`, call);
  await ask('POST', `${team}/calls`, { ...call, tool: 'yyyy' });
  await ask('POST', `${team}/preflight`, { names: [name] });
  await ask('GET', `${team}/catalog/tools/${name}`);
  await ask('GET', `${team}/catalog/tools/${name}/versions`);
  // Calls of one millisecond are in no order.
  for (const list of ['calls', 'events']) {
    const { body, status } = await service.ask('GET', `${team}/${list}`, { key });
    const items = body.items.map((item: unknown) => normalize(JSON.stringify(item), { name, id }));
    answers.push({ status, text: items.sort().join() });
  }
  return answers.map(({ status, text }) => `${status} ${normalize(text, { name, id })}`).join('\n');
}

/** Without names, ids and times. */
function normalize(text: string, { name, id }: { readonly name: string; readonly id: string }): string {
  return text
    .replaceAll(name, '<name>')
    .replaceAll(id, '<key>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/[\w-]{26,}/g, '<id>')
    .replaceAll(/"(ranMs|waitedMs|retryAfterMs|sequence|at)":[\d.]+/g, '"$1":0')
    .replaceAll(/"cursor":"[^"]*"/g, '"cursor":""')
    .replaceAll(/Try again in \d+/g, 'Try again in 0');
}

describe('guessing the names of tools', () => {
  it('[L4] tells nobody which there are: one answer for unseen and unknown, in every way', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ definitions, held, isInToolset }) => {
        const service = await openWorld(definitions);
        try {
          const toolset = isInToolset ? 'all' : undefined;
          const unknown = await probe(service, { name: UNKNOWN, held, toolset });
          for (const [index, { requires }] of definitions.entries()) {
            if (requires.every((scope) => held.includes(scope))) continue;
            compared++;
            expect(await probe(service, { name: nameOf(index), held, toolset })).toBe(unknown);
          }
        } finally {
          await service.close();
        }
      }),
      { numRuns: 12 },
    );
    expect(compared).toBeGreaterThan(10);
  });

  it('is in the audit log as what it was: denied, and why', async () => {
    const service = await openWorld([
      { requires: ['top:secret'], effect: 'read', version: '1.0.0', title: undefined, state: 'on' },
    ]);
    const { key } = await service.makeKey({});
    for (const tool of [nameOf(0), UNKNOWN]) {
      await service.ask('POST', `${team}/calls`, { key, body: { tool, arguments: {} } });
    }

    const { body } = await service.ask('GET', `${team}/audit?limit=200`);

    const ends = body.items.filter(({ action }: { readonly action: string }) => action === 'tool-call-end');
    expect(ends).toMatchObject([
      {
        ...{ subject: nameOf(0), outcome: 'denied', code: 'E_CALL_DENIED' },
        details: { status: 'denied', reason: 'it requires top:secret', toldAs: 'unknown_tool' },
      },
      { subject: UNKNOWN, outcome: 'failed', code: 'E_TOOL_NOT_FOUND', details: { status: 'unknown_tool' } },
    ]);
    expect(ends[1].details).not.toHaveProperty('toldAs');
  });
});

describe('a caller without the scope of a tool that is switched off', () => {
  it('has a cursor of events that tells nothing of it', async () => {
    const service = await openWorld([
      { requires: [], effect: 'read', version: '1.0.0', title: undefined, state: 'on' },
      { requires: ['top:secret'], effect: 'read', version: '1.0.0', title: undefined, state: 'on' },
    ]);
    const { key } = await service.makeKey({ roles: ['caller'], scopes: [] });
    const before = await service.ask('GET', `${team}/events`, { key });

    await service.ask('POST', `${team}/catalog/tools/${nameOf(1)}/disable`, {
      body: { reason: 'it is not safe' },
    });

    const after = await service.ask('GET', `${team}/events`, { key });
    expect(after.body.items).toEqual(before.body.items);
    expect(after.body.cursor).not.toMatch(/^\d+-\d+$/);
    expect(after.body.cursor).toHaveLength(before.body.cursor.length);
    expect(await service.ask('GET', `${team}/events?after=${before.body.cursor}`, { key })).toMatchObject({
      status: 200,
      body: { items: [] },
    });
  });
});
