import { Tool } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withTempFolder } from '../../../scripts/lib/with-temp-folder.ts';
import { describePostgres } from '../../postgres/describe-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/test-database.ts';
import { openTestService, type TestService, type TestServiceOptions } from '../open-service.ts';
import { askMcp, mcpRevisions } from './ask-mcp.ts';

const team = '/v1/tenants/default';
const PATIENCE = { timeout: 10_000, interval: 5 };

/** A tool with one place, whose first call takes until it is let go; and one that has to be approved. */
function createTools() {
  const first = Promise.withResolvers<string>();
  const deeds: string[] = [];
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } } } as const;
  const act = ({ text = '' }: { readonly text?: string }): Promise<string> | string => {
    deeds.push(text);
    return text === 'first' ? first.promise : 'paid';
  };
  const tools = [
    new Tool({
      name: 'pay',
      description: 'Pays.',
      inputSchema,
      effect: 'write',
      maxConcurrent: 1,
      handler: act,
    }),
    new Tool({
      name: 'wipe',
      description: 'Wipes.',
      inputSchema,
      effect: 'destructive',
      maxConcurrent: 1,
      handler: act,
    }),
  ];
  return { tools, deeds, release: () => first.resolve('paid') };
}

/** A service with a call that runs in the only place of its tool. */
async function openBusy(options: TestServiceOptions = {}) {
  const { tools, deeds, release } = createTools();
  const service = await openTestService({ ...options, tools });
  await putToolset(service, [{ tool: 'pay' }, { tool: 'wipe' }]);
  const [runner, agent] = [await service.makeKey({}), await service.makeKey({})];
  const running = service.ask('POST', `${team}/calls`, { key: runner.key, body: callOf('first') });
  await vi.waitFor(() => expect(deeds).toEqual(['first']), PATIENCE);
  const view = await (await service.service.tenants.open('default')).view();
  /** Makes a call with a key, and resolves when it waits for the place. */
  const queue = async <Value>(
    start: () => Promise<Value>,
    keyId = agent.id,
  ): Promise<{ readonly ended: Promise<Value> }> => {
    const begun = Promise.withResolvers<void>();
    const stop = view.runtime.subscribe(({ type, callerId }) => {
      if (type === 'tool-call-start' && callerId === `key:${keyId}`) begun.resolve();
    });
    const ended = start();
    await begun.promise;
    stop();
    await new Promise((resolve) => setImmediate(resolve));
    return { ended };
  };
  return { service, deeds, agent, running, release, queue };
}

function callOf(text: string, more: object = {}) {
  return { tool: 'pay', arguments: { text }, ...more };
}

function putToolset(service: Pick<TestService, 'ask'>, tools: readonly object[]) {
  return service.ask('PUT', `${team}/toolsets/money`, { body: { tools } });
}

function turnOff(service: Pick<TestService, 'ask'>, how: string, tool = 'pay') {
  return service.ask('POST', `${team}/catalog/tools/${tool}/${how}`, { body: { reason: 'it is not safe' } });
}

/** The audit entry of the end of a call of a key. */
async function endOf(service: Pick<TestService, 'ask'>, keyId: string) {
  const { body } = await service.ask('GET', `${team}/audit?limit=200`);
  return body.items.find(
    (entry: { readonly action: string; readonly actor: string }) =>
      entry.action === 'tool-call-end' && entry.actor === `key:${keyId}`,
  );
}

describe('a call that waits for a place', () => {
  it.each([
    ['disable', 'E_TOOL_DISABLED'],
    ['quarantine', 'E_TOOL_QUARANTINED'],
  ])('does not run after %s was answered', async (how, code) => {
    const { service, deeds, agent, running, release, queue } = await openBusy();
    const { ended } = await queue(() =>
      service.ask('POST', `${team}/calls`, { key: agent.key, body: callOf('late') }),
    );

    expect((await turnOff(service, how)).status).toBe(200);
    release();

    expect((await running).body.state).toBe('ok');
    expect((await ended).body).toMatchObject({ state: 'unknown_tool', sideEffect: 'none', error: { code } });
    expect(await endOf(service, agent.id)).toMatchObject({ code, details: { sideEffect: 'none' } });
    expect(deeds).toEqual(['first']);
  });

  it('does not run after its key was revoked, and the audit log says why', async () => {
    const { service, deeds, agent, running, release, queue } = await openBusy();
    const { ended } = await queue(() =>
      service.ask('POST', `${team}/calls`, { key: agent.key, body: callOf('late') }),
    );

    expect((await service.ask('DELETE', `${team}/keys/${agent.id}`)).status).toBe(200);
    release();
    await Promise.all([running, ended]);

    expect(await endOf(service, agent.id)).toMatchObject({
      outcome: 'denied',
      code: 'E_CALL_DENIED',
      details: { status: 'denied', sideEffect: 'none', reason: expect.stringContaining('was revoked') },
    });
    expect(deeds).toEqual(['first']);
  });

  it('does not run after its key has expired', async () => {
    const clock = createFakeClock();
    const { service, deeds, running, release, queue } = await openBusy({ clock });
    const agent = await service.makeKey({}, { expiresAt: new Date(clock.now() + 5_000).toISOString() });
    const { ended } = await queue(
      () => service.ask('POST', `${team}/calls`, { key: agent.key, body: callOf('late') }),
      agent.id,
    );

    await clock.advance(6_000);
    release();
    await Promise.all([running, ended]);

    expect((await endOf(service, agent.id)).details.reason).toContain('has expired');
    expect(deeds).toEqual(['first']);
  });

  it.each(mcpRevisions)('over MCP of %s does not run either', async (revision) => {
    const { service, deeds, agent, release, queue } = await openBusy();
    const params = { name: 'pay', arguments: { text: 'late' } };
    const { ended } = await queue(() =>
      askMcp(service, { key: agent.key, revision, method: 'tools/call', params }),
    );

    await turnOff(service, 'disable');
    release();

    expect((await ended).last.result).toMatchObject({ isError: true });
    expect((await ended).text).toContain('disabled');
    expect(deeds).toEqual(['first']);
  });

  const missing = { state: 'unknown_tool', error: { code: 'E_TOOL_NOT_FOUND' } };
  const denied = { state: 'denied', error: { code: 'E_CALL_DENIED' } };

  it.each([
    ['without the tool', [{ tool: 'wipe' }], missing],
    ['with the tool denied', [{ tool: 'pay', policy: { autonomy: 'deny' } }], missing],
    ['with the tool to be approved', [{ tool: 'pay', policy: { autonomy: 'ask' } }], denied],
    ['with more scopes', [{ tool: 'pay', policy: { requires: ['gold'] } }], denied],
  ])('through a toolset does not run after that was applied %s', async (_, tools, end) => {
    const { service, deeds, agent, running, release, queue } = await openBusy();
    const { ended } = await queue(() =>
      service.ask('POST', `${team}/calls`, { key: agent.key, body: callOf('late', { toolset: 'money' }) }),
    );

    expect((await putToolset(service, tools)).status).toBe(200);
    release();
    await running;

    expect((await ended).body).toMatchObject({ ...end, sideEffect: 'none' });
    expect(deeds).toEqual(['first']);
  });

  it('runs if nothing has changed', async () => {
    const { service, deeds, agent, release, queue } = await openBusy();
    const { ended } = await queue(() =>
      service.ask('POST', `${team}/calls`, { key: agent.key, body: callOf('late') }),
    );

    release();

    expect((await ended).body).toMatchObject({ state: 'ok', sideEffect: 'done' });
    expect(deeds).toEqual(['first', 'late']);
  });
});

describe('a call that waits at a gate', () => {
  /** A service with a call through a toolset that waits for an approval. */
  async function openAtGate() {
    const { tools, deeds } = createTools();
    const service = await openTestService({ tools });
    await putToolset(service, [{ tool: 'wipe' }]);
    const agent = await service.makeKey({});
    const { body } = await service.ask('POST', `${team}/calls`, {
      key: agent.key,
      body: { tool: 'wipe', arguments: { text: 'all' }, toolset: 'money' },
    });
    const approve = async () => {
      const { toolDigest, contentDigest } = (await service.ask('GET', `${team}/gates/${body.gate.id}`)).body;
      const decision = { decision: 'approve', toolDigest, contentDigest };
      return await service.ask('POST', `${team}/gates/${body.gate.id}/settle`, { body: decision });
    };
    const end = () => service.ask('GET', `${team}/calls/${body.id}?waitMs=30000`);
    return { service, deeds, approve, end };
  }

  it.each([
    ['without the tool', [], 'unknown_tool'],
    ['with the tool denied', [{ tool: 'wipe', policy: { autonomy: 'deny' } }], 'unknown_tool'],
    ['with more scopes', [{ tool: 'wipe', policy: { requires: ['gold'] } }], 'denied'],
    ['with the tool to be asked about', [{ tool: 'wipe', policy: { autonomy: 'ask' } }], 'denied'],
  ])('does not run, though approved, after its toolset was applied %s', async (_, tools, state) => {
    const { service, deeds, approve, end } = await openAtGate();

    expect((await putToolset(service, tools)).status).toBe(200);
    await approve();

    expect((await end()).body).toMatchObject({ state, sideEffect: 'none' });
    expect(deeds).toEqual([]);
  });

  it('does not run after its toolset was removed', async () => {
    const { service, deeds, approve, end } = await openAtGate();

    expect((await service.ask('DELETE', `${team}/toolsets/money`)).status).toBe(204);
    await approve();

    expect((await end()).body).toMatchObject({ state: 'unknown_tool', sideEffect: 'none' });
    expect(deeds).toEqual([]);
  });

  it('does not run if its key is revoked while it waits for a place after the approval', async () => {
    const { tools, deeds, release } = createTools();
    const service = await openTestService({ tools });
    const [runner, agent] = [await service.makeKey({}), await service.makeKey({})];
    const begin = async (key: string, text: string) => {
      const body = { tool: 'wipe', arguments: { text } };
      const { id, gate } = (await service.ask('POST', `${team}/calls`, { key, body })).body;
      const { toolDigest, contentDigest } = (await service.ask('GET', `${team}/gates/${gate.id}`)).body;
      const decision = { decision: 'approve', toolDigest, contentDigest };
      expect((await service.ask('POST', `${team}/gates/${gate.id}/settle`, { body: decision })).status).toBe(
        200,
      );
      return { end: () => service.ask('GET', `${team}/calls/${id}?waitMs=30000`) };
    };
    await begin(runner.key, 'first');
    await vi.waitFor(() => expect(deeds).toEqual(['first']), PATIENCE);
    const { end } = await begin(agent.key, 'late');

    await service.ask('DELETE', `${team}/keys/${agent.id}`);
    release();

    expect((await end()).body).toMatchObject({ state: 'denied', sideEffect: 'none' });
    expect(deeds).toEqual(['first']);
  });
});

/** What another process has acknowledged counts here as well. */
async function expectOtherReplica(database: string): Promise<void> {
  for (const change of ['disable', 'quarantine', 'revoke', 'toolset'] as const) {
    const { service, deeds, agent, running, release, queue } = await openBusy({ database });
    const other = await openTestService({ database, tools: createTools().tools });
    const { ended } = await queue(() =>
      service.ask('POST', `${team}/calls`, { key: agent.key, body: callOf('late', { toolset: 'money' }) }),
    );

    if (change === 'revoke') await other.ask('DELETE', `${team}/keys/${agent.id}`);
    else if (change === 'toolset') await putToolset(other, [{ tool: 'wipe' }]);
    else await turnOff(other, change);
    release();
    await Promise.all([running, ended]);

    expect((await endOf(other, agent.id)).details.sideEffect, change).toBe('none');
    expect(deeds, change).toEqual(['first']);
    await turnOff(other, 'enable');
    await turnOff(other, 'release');
    await service.close();
    await other.close();
  }
}

describe('another process on the same SQLite', () => {
  it('keeps calls that wait from starting', async () => {
    await withTempFolder(expectOtherReplica);
  });
});

describePostgres('another process on the same PostgreSQL', (serverUrl) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(serverUrl);
  });
  afterAll(() => database.drop());

  it('keeps calls that wait from starting', async () => {
    await expectOtherReplica(database.url);
  });
});
