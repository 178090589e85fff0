import { defineTool } from 'toolcrib';
import { createFakeClock } from 'toolcrib/testing';
import { describe, expect, it, vi } from 'vitest';
import { createServiceWorld } from '../../../../test/routes/service-world.ts';

const calls = '/v1/tenants/default/calls';

/** Tools that a test can look into: how often they ran, and when they may go on. */
function makeTools() {
  const runs: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const echo = defineTool({
    name: 'echo',
    description: 'Says what it is told.',
    effect: 'read',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    handler: ({ text }: { text: string }) => {
      runs.push(text);
      return text;
    },
  });
  const slow = defineTool({
    name: 'slow',
    description: 'Waits until it may go on.',
    effect: 'write',
    inputSchema: { type: 'object', properties: {} },
    handler: async (_, ctx) => {
      start();
      ctx.signal.addEventListener('abort', () => abort());
      await Promise.race([released, aborted]);
      ctx.reportProgress({ done: 1, total: 2, message: 'half' });
      return 'at last';
    },
  });
  const wipe = defineTool({
    name: 'wipe',
    description: 'Removes everything that there is.',
    effect: 'destructive',
    inputSchema: { type: 'object', properties: { password: { type: 'string' } } },
    handler: () => 'gone',
  });
  const large = defineTool({
    name: 'large',
    description: 'Says very much.',
    effect: 'read',
    inputSchema: { type: 'object', properties: {} },
    handler: () => 'x'.repeat(2_000_000),
  });
  return { tools: [echo, slow, wipe, large], runs, release, aborted, started };
}

describe('calling tools', () => {
  it('answers with what the call gave', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const ada = await keyFor('caller');

    const { status, body } = await ada.ask('POST', calls, {
      body: { tool: 'echo', arguments: { text: 'hi' } },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      tool: 'echo',
      tenant: 'default',
      callerId: `key:${ada.id}`,
      state: 'ok',
      error: null,
      result: { kind: 'text', text: 'hi' },
      gates: [],
    });
    expect((await ada.ask('GET', `${calls}/${body.id}`)).body).toEqual(body);
  });

  it('answers 200 for every call that was accepted, also if it came to nothing', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const ada = await keyFor('caller');
    const call = (body: unknown) => ada.ask('POST', calls, { body });

    const unknown = await call({ tool: 'nothing' });
    const invalid = await call({ tool: 'echo', arguments: { text: 1, more: 2 } });

    expect(unknown).toMatchObject({
      status: 200,
      body: { state: 'unknown_tool', error: { code: 'E_TOOL_NOT_FOUND' } },
    });
    expect(invalid).toMatchObject({ status: 200, body: { state: 'invalid_args' } });
    expect(invalid.body.error.issues).toHaveLength(2);
  });

  it('refuses a request that is none', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const ada = await keyFor('caller');
    const wrong = [
      {},
      { tool: '' },
      { tool: 'echo', arguments: [] },
      { tool: 'echo', mode: 'later' },
      { tool: 'echo', extra: 1 },
      { tool: 'echo', timeoutMs: 0 },
      { tool: 'x'.repeat(300) },
    ];

    for (const body of wrong) {
      expect(await ada.ask('POST', calls, { body })).toMatchObject({
        status: 400,
        body: { code: 'E_INVALID_REQUEST' },
      });
    }
    const viewer = await keyFor('viewer');
    expect(await viewer.ask('POST', calls, { body: { tool: 'echo' } })).toMatchObject({ status: 403 });
  });

  it('makes a call with an idempotency key once, whether it is in the header or in the body', async () => {
    const { tools, runs } = makeTools();
    const { keyFor } = await createServiceWorld({ tools });
    const ada = await keyFor('caller');
    const body = { tool: 'echo', arguments: { text: 'once' } };

    const first = await ada.ask('POST', calls, { body, headers: { 'idempotency-key': 'k1' } });
    const second = await ada.ask('POST', calls, { body: { ...body, idempotencyKey: 'k1' } });
    const both = { body: { ...body, idempotencyKey: 'k1' }, headers: { 'idempotency-key': 'k2' } };

    expect(second.body).toMatchObject({ id: first.body.id, state: 'ok' });
    expect(runs).toEqual(['once']);
    expect(await ada.ask('POST', calls, both)).toMatchObject({ status: 400 });
  });

  it('answers a retry of a call that waits for somebody with that call and its gate', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const ada = await keyFor('caller');
    const body = { tool: 'wipe', idempotencyKey: 'k1' };

    const first = await ada.ask('POST', calls, { body });
    const sync = await ada.ask('POST', calls, { body });
    const async = await ada.ask('POST', calls, { body: { ...body, mode: 'async' } });
    const other = await ada.ask('POST', calls, { body: { ...body, arguments: { password: 'x' } } });

    expect(first).toMatchObject({ status: 202, body: { state: 'waiting', gate: { name: 'approval' } } });
    for (const retry of [sync, async]) expect([retry.status, retry.body]).toEqual([202, first.body]);
    expect(other.body).toMatchObject({ state: 'failed', error: { code: 'E_IDEMPOTENCY_CONFLICT' } });
  });

  it('answers a retry of a call that is still running with that call, when its own time is up', async () => {
    const { tools, started, release } = makeTools();
    const { keyFor } = await createServiceWorld({ tools });
    const ada = await keyFor('caller');
    const order = { tool: 'slow', idempotencyKey: 'k1' };
    const first = ada.ask('POST', calls, { body: order });
    await started;

    const async = await ada.ask('POST', calls, { body: { ...order, mode: 'async' } });
    const sync = await ada.ask('POST', calls, { body: { ...order, timeoutMs: 1 } });
    release();

    const { id } = (await first).body;
    for (const retry of [sync, async]) {
      expect(retry).toMatchObject({ status: 202, body: { id, state: 'accepted', gate: null } });
    }
  });

  it('answers an asynchronous call at once, with where to ask for it', async () => {
    const { tools, release } = makeTools();
    const { keyFor } = await createServiceWorld({ tools });
    const ada = await keyFor('caller');

    const response = await ada.send('POST', calls, { body: { tool: 'slow', mode: 'async' } });
    const { id } = (await response.json()) as { id: string };
    const place = response.headers.get('location') ?? '';
    expect(response.status).toBe(202);
    expect(place).toBe(`${calls}/${id}`);
    const waiting = ada.ask('GET', `${place}?waitMs=30000`);
    release();

    expect(await waiting).toMatchObject({
      status: 200,
      body: { id, state: 'ok', result: { text: 'at last' } },
    });
  });

  it('waits no longer for a call whose client has gone', async () => {
    const clock = createFakeClock();
    const { tools, started, release } = makeTools();
    const { keyFor } = await createServiceWorld({ tools, clock });
    const ada = await keyFor('caller');
    const { body } = await ada.ask('POST', calls, { body: { tool: 'slow', mode: 'async' } });
    await started;
    const client = new AbortController();

    let hasEnded = false;
    const answer = ada.send('GET', `${calls}/${body.id}?waitMs=30000`, { signal: client.signal });
    void answer.then(() => {
      hasEnded = true;
    });
    for (let second = 0; second < 3; second++) await clock.advance(1_000);
    expect(hasEnded).toBe(false);
    client.abort();
    for (let second = 0; second < 3; second++) await clock.advance(1_000);
    const hadEnded = hasEnded;
    release();

    expect(hadEnded).toBe(true);
  });

  it('aborts a synchronous call whose client has gone', async () => {
    const { tools, started, aborted } = makeTools();
    const { keyFor } = await createServiceWorld({ tools });
    const ada = await keyFor('caller');
    const client = new AbortController();

    const answer = ada.send('POST', calls, { body: { tool: 'slow' }, signal: client.signal });
    await started;
    client.abort();

    await aborted;
    await answer;
    const { body } = await ada.ask('GET', calls);
    expect(body.items).toMatchObject([{ tool: 'slow', state: 'aborted' }]);
  });

  it('finishes a call with an idempotency key though its client has gone', async () => {
    const { tools, started, release } = makeTools();
    const { keyFor } = await createServiceWorld({ tools });
    const ada = await keyFor('caller');
    const client = new AbortController();

    const order = { body: { tool: 'slow', idempotencyKey: 'k1' } };
    const answer = ada.send('POST', calls, { ...order, signal: client.signal });
    await started;
    client.abort();
    release();

    await answer;
    expect(await ada.ask('POST', calls, order)).toMatchObject({
      body: { state: 'ok', result: { text: 'at last' } },
    });
  });

  it('cancels a call of one’s own, and no other', async () => {
    const { tools, started } = makeTools();
    const { keyFor } = await createServiceWorld({ tools });
    const [ada, bob, boss] = [await keyFor('caller'), await keyFor('caller'), await keyFor('admin')];
    const { body } = await ada.ask('POST', calls, { body: { tool: 'slow', mode: 'async' } });
    await started;
    const cancel = `${calls}/${body.id}/cancel`;

    expect(await bob.ask('POST', cancel)).toMatchObject({ status: 404, body: { code: 'E_CALL_NOT_FOUND' } });
    expect(await boss.ask('POST', cancel)).toMatchObject({ status: 403 });
    expect(await ada.ask('POST', cancel)).toMatchObject({ status: 200, body: { state: 'aborted' } });
  });

  it('shows calls to those who may see them, and results to their callers only', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const [ada, bob, viewer] = [await keyFor('caller'), await keyFor('caller'), await keyFor('viewer')];
    const { body } = await ada.ask('POST', calls, { body: { tool: 'echo', arguments: { text: 'hi' } } });

    expect((await ada.ask('GET', calls)).body.items).toEqual([body]);
    expect((await bob.ask('GET', calls)).body.items).toEqual([]);
    expect((await viewer.ask('GET', calls)).body.items).toEqual([{ ...body, result: null }]);
    expect(await bob.ask('GET', `${calls}/${body.id}`)).toMatchObject({ status: 404 });
    expect(await bob.ask('GET', `${calls}/${body.id}/result`)).toMatchObject({ status: 404 });
    expect(await bob.ask('GET', `${calls}/${body.id}/events`)).toMatchObject({ status: 404 });
  });

  it('lists calls in pages', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const ada = await keyFor('caller');
    for (const text of ['1', '2', '3', '4', '5']) {
      await ada.ask('POST', calls, { body: { tool: 'echo', arguments: { text } } });
    }

    const texts: string[] = [];
    let after = '';
    do {
      const { body } = await ada.ask('GET', `${calls}?limit=2&state=ended${after}`);
      for (const { result } of body.items) texts.push(result.text);
      after = body.nextCursor === null ? '' : `&after=${body.nextCursor}`;
    } while (after !== '');

    expect(texts.toSorted()).toEqual(['1', '2', '3', '4', '5']);
    expect((await ada.ask('GET', `${calls}?state=open`)).body.items).toEqual([]);
  });

  it('gives a large result as a download that no browser shows', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const ada = await keyFor('caller');
    const { body } = await ada.ask('POST', calls, { body: { tool: 'large' } });
    expect(body.result).toMatchObject({ kind: 'artifact' });

    const response = await ada.send('GET', `${calls}/${body.id}/result`);

    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(await response.text()).toBe('x'.repeat(2_000_000));
  });

  it('does not acknowledge a call that is not in the audit log, and says not to repeat it', async () => {
    const { tools, runs } = makeTools();
    const { service, send, keyFor } = await createServiceWorld({ tools });
    const ada = await keyFor('caller');
    const append = vi.spyOn(service.store, 'appendAudit').mockRejectedValue(new Error('The disk is full.'));

    const { status, body } = await ada.ask('POST', calls, {
      body: { tool: 'echo', arguments: { text: 'hi' } },
    });
    const ready = await send('GET', '/readyz');
    append.mockRestore();
    await vi.waitUntil(() => service.audit.isHealthy, { timeout: 60_000 });

    expect(runs).toEqual(['hi']);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'E_AUDIT_FAILED', detail: expect.stringContaining('do not repeat') });
    expect(JSON.stringify(body)).not.toContain('disk');
    expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { audit: 'failed' } }]);
    const entries = await service.audit.entries('default', 0, 100);
    const [{ invocationId } = {}] = entries.filter(({ action }) => action === 'tool-call-end');
    expect(body.detail).toContain(invocationId);
    expect((await ada.ask('GET', `${calls}/${invocationId}`)).body).toMatchObject({ state: 'ok' });
  });

  it('streams what happens to a call until it ends', async () => {
    const { tools, started, release } = makeTools();
    const { keyFor } = await createServiceWorld({ tools });
    const ada = await keyFor('caller');
    const { body } = await ada.ask('POST', calls, { body: { tool: 'slow', mode: 'async' } });
    await started;

    const events = await ada.follow(`${calls}/${body.id}/events`);
    const first = events.next();
    release();
    const seen = [];
    for (let step = await first; !step.done; step = await events.next()) seen.push(step.value);

    expect(seen.map(({ event }) => event)).toEqual(['tool-call-progress', 'tool-call-end']);
    expect(seen.at(-1)).toMatchObject({ event: 'tool-call-end', data: { status: 'ok', toolName: 'slow' } });
    expect(seen.at(-1)?.data.at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(JSON.stringify(seen)).not.toContain('at last');
  });
});

describe('gates', () => {
  const gates = '/v1/tenants/default/gates';

  it('lets an approver decide, and the call goes on', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const [ada, chief] = [await keyFor('caller'), await keyFor('approver')];

    const response = await ada.send('POST', calls, {
      body: { tool: 'wipe', arguments: { password: 'hunter2-hunter2' } },
    });
    const call = (await response.json()) as { id: string; gate: { id: string } };
    expect(response.status).toBe(202);
    expect(call).toMatchObject({ state: 'waiting', gate: { name: expect.any(String) } });
    const { body: list } = await chief.ask('GET', gates);
    const [gate] = list.items;
    expect(gate).toMatchObject({ id: call.gate.id, tool: 'wipe', status: 'open' });
    expect(JSON.stringify(list)).not.toContain('hunter2');
    const { toolDigest, contentDigest } = gate;
    const decision = { decision: 'approve', reason: 'Fine.', toolDigest, contentDigest };

    const settled = await chief.ask('POST', `${gates}/${gate.id}/settle`, { body: decision });

    expect(settled).toMatchObject({ status: 200, body: { status: 'approved', approver: `key:${chief.id}` } });
    const place = response.headers.get('location') ?? '';
    expect(await ada.ask('GET', `${place}?waitMs=30000`)).toMatchObject({
      body: { state: 'ok', result: { text: 'gone' } },
    });
    expect(await chief.ask('POST', `${gates}/${gate.id}/settle`, { body: decision })).toMatchObject({
      status: 409,
      body: { code: 'E_GATE_SETTLED' },
    });
    expect((await chief.ask('GET', `${gates}/${gate.id}`)).body).toMatchObject({ status: 'approved' });
  });

  it('refuses decisions of others, about something else, and about nothing', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const [ada, chief] = [await keyFor('caller'), await keyFor('approver')];
    await ada.ask('POST', calls, { body: { tool: 'wipe' } });
    const { body } = await chief.ask('GET', gates);
    const [{ id, toolDigest, contentDigest }] = body.items;
    const decision = { decision: 'approve', toolDigest, contentDigest };

    const settle = (gate: string, order: unknown) =>
      chief.ask('POST', `${gates}/${gate}/settle`, { body: order });

    expect(await ada.ask('POST', `${gates}/${id}/settle`, { body: decision })).toMatchObject({ status: 403 });
    expect(await ada.ask('GET', gates)).toMatchObject({ status: 403 });
    expect(await settle(id, { ...decision, contentDigest: 'sha256:other' })).toMatchObject({ status: 400 });
    expect(await settle(id, { decision: 'approve' })).toMatchObject({ status: 400 });
    expect(await settle('none.0', decision)).toMatchObject({
      status: 404,
      body: { code: 'E_GATE_NOT_FOUND' },
    });
    expect(await settle(id, { ...decision, decision: 'reject' })).toMatchObject({
      body: { status: 'rejected' },
    });
  });

  it('does not let whoever made a call approve it', async () => {
    const { keyFor } = await createServiceWorld({ tools: makeTools().tools });
    const boss = await keyFor('admin');
    await boss.ask('POST', calls, { body: { tool: 'wipe' } });
    const { body } = await boss.ask('GET', gates);
    const [{ id, toolDigest, contentDigest }] = body.items;

    const settled = await boss.ask('POST', `${gates}/${id}/settle`, {
      body: { decision: 'approve', toolDigest, contentDigest },
    });

    expect(settled).toMatchObject({ status: 403, body: { code: 'E_SELF_APPROVAL' } });
  });
});
