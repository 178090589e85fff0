import { join } from 'node:path';
import { Artifact, ToolcribError } from 'toolcrib';
import { type CallEvent, type LedgerSearch, memoryLedger } from 'toolcrib/runtime';
import { openSqlite, sqliteLedger } from 'toolcrib/stores/sqlite';
import { describe, expect, it, vi } from 'vitest';
import { withTempFolder } from '../../../../scripts/lib/with-temp-folder.ts';
import { actorOf, applyToolset, fakeClockOf, toolOf } from '../../../../test/calls/call-world.ts';
import {
  ada,
  approver,
  bob,
  echo,
  publisher,
  settle,
  start,
  stranger,
  viewer,
  wipe,
} from '../../../../test/calls/desk-world.ts';
import type { AuditDraft } from '../audit/audit-entry.ts';
import type { Actor } from '../auth/actor.ts';
import { toActor } from '../auth/to-actor.ts';

describe('the call desk', () => {
  it('makes a call, and has its end in the audit log before it tells of it', async () => {
    const { desk, all, audited } = await start();

    const started = await desk.start({
      actor: ada,
      view: all,
      tool: 'echo',
      args: '{"text":"hi"}',
      requestId: 'r1',
    });
    const record = await started.ended;

    expect(record).toMatchObject({
      status: 'ok',
      invocationId: started.invocationId,
      result: { text: 'hi' },
    });
    expect(await started.stopped).toEqual({ kind: 'ended', record });
    expect(audited).toEqual([
      {
        action: 'tool-call-end',
        outcome: 'ok',
        tenant: 'acme',
        actor: 'key:ada',
        subject: 'echo',
        requestId: 'r1',
        invocationId: started.invocationId,
        details: {
          version: '1.0.0',
          status: 'ok',
          sideEffect: 'none',
          ranMs: 0,
          contentDigest: record.contentDigest,
        },
      },
    ]);
  });

  it('writes denials and failures down, and arguments only if asked, without secrets', async () => {
    const { desk, all, audited } = await start({
      tools: [toolOf('pay', undefined, { requires: ['money'] }), echo],
    });
    const poor = actorOf('key:poor');

    for (const order of [
      { actor: poor, tool: 'pay', args: {} },
      { actor: ada, tool: 'nothing', args: {} },
      { actor: ada, tool: 'echo', args: { text: 5 } },
      { actor: ada, tool: 'echo', args: { text: 'x', password: 'hunter2' }, auditArguments: true },
      { actor: ada, tool: 'echo', args: { text: 'y'.repeat(10_000) }, auditArguments: true },
    ]) {
      const { ended } = await desk.start({ view: all, ...order });
      await ended;
    }

    expect(audited.map(({ outcome, code, details }) => [outcome, code, details?.arguments])).toEqual([
      ['denied', 'E_CALL_DENIED', undefined],
      ['failed', 'E_TOOL_NOT_FOUND', undefined],
      ['failed', 'E_INVALID_TOOL_ARGS', undefined],
      ['ok', undefined, { text: 'x', password: '[redacted]' }],
      ['ok', undefined, { omittedCharacters: 10_011 }],
    ]);
    expect(JSON.stringify(audited)).not.toContain('hunter2');
  });

  it('does not say that a call has ended whose audit entry could not be written', async () => {
    const { desk, all } = await start({
      audit: {
        append: () => Promise.reject(new ToolcribError('E_AUDIT_FAILED', 'The disk is full.')),
      },
    });

    const started = await desk.start({ actor: ada, view: all, tool: 'echo', args: {} });

    await expect(started.ended).rejects.toMatchObject({ code: 'E_AUDIT_FAILED' });
    await expect(started.stopped).rejects.toMatchObject({ code: 'E_AUDIT_FAILED' });
    expect(await desk.find(ada, started.invocationId)).toMatchObject({ state: 'ok' });
  });

  it('does not say that a call waits whose audit entry could not be written', async () => {
    const { desk, all, faults } = await start({
      audit: {
        append: () => Promise.reject(new ToolcribError('E_AUDIT_FAILED', 'The disk is full.')),
      },
    });

    const started = await desk.start({ actor: ada, view: all, tool: 'wipe', args: {} });

    await expect(started.stopped).rejects.toMatchObject({ code: 'E_AUDIT_FAILED' });
    expect(faults).toHaveLength(1);
  });

  it('runs nothing while what comes of it could not be written down', async () => {
    let isWritable = false;
    let runs = 0;
    const count = toolOf('count', () => String(++runs));
    const taken: string[] = [];
    const { desk, all, approvals, ledger } = await start({
      tools: [count, wipe],
      limiter: { takeCall: async (_, { tool }) => void taken.push(tool) },
      audit: {
        assertWritable: (tenant) => {
          if (!isWritable) throw new ToolcribError('E_AUDIT_UNAVAILABLE', `Nothing was begun in ${tenant}.`);
        },
      },
    });
    const order = { actor: ada, view: all, tool: 'count', args: {} };

    await expect(desk.start(order)).rejects.toThrow('Nothing was begun in acme.');
    expect([runs, taken]).toEqual([0, []]);

    isWritable = true;
    await (await desk.start(order)).ended;
    const { stopped, invocationId } = await desk.start({ ...order, tool: 'wipe' });
    await stopped;
    isWritable = false;
    const gate = (await approvals.list(approver, { limit: 1 })).items[0];
    const yes = { decision: 'approve', toolDigest: gate?.toolDigest, contentDigest: gate?.contentDigest };
    await expect(approvals.settle(approver, String(gate?.id), yes as never)).rejects.toThrow(
      'Nothing was begun',
    );

    expect(runs).toBe(1);
    expect(await ledger.get(invocationId)).toMatchObject({ state: 'waiting' });
  });

  it('holds callers to their limits before anything is run', async () => {
    const taken: string[] = [];
    const { desk, all, audited } = await start({
      limiter: {
        takeCall: async (principal, { tenant, tool }) => {
          taken.push(`${principal.id} ${tenant} ${tool}`);
          if (taken.length > 2) throw new ToolcribError('E_RATE_LIMITED', 'Too many calls.');
        },
      },
    });

    await (await desk.start({ actor: ada, view: all, tool: 'echo', args: {} })).ended;
    await (await desk.start({ actor: ada, view: all, tool: 'no such tool', args: {} })).ended;

    await expect(desk.start({ actor: ada, view: all, tool: 'echo', args: {} })).rejects.toMatchObject({
      code: 'E_RATE_LIMITED',
    });
    expect(taken).toEqual(['key:ada acme echo', 'key:ada acme ?', 'key:ada acme echo']);
    expect(audited).toHaveLength(2);
  });

  it("takes calls only with tools that are the actor's to use", async () => {
    const { desk, all, room } = await start();
    await applyToolset(room, 'safe', ['echo']);
    await applyToolset(room, 'other', ['echo']);
    const [safe, other] = [await room.view('safe'), await room.view('other')];
    const held = actorOf('key:held', { toolsets: ['safe'] });
    const order = { tool: 'echo', args: {} };

    const { ended } = await desk.start({ actor: held, view: safe, ...order });

    expect((await ended).status).toBe('ok');
    for (const [actor, view] of [
      [held, all],
      [held, other],
      [stranger, all],
      [viewer, all],
    ] as const) {
      await expect(desk.start({ actor, view, ...order })).rejects.toMatchObject({ code: 'E_FORBIDDEN' });
    }
  });

  it('refuses what no call can be', async () => {
    const { desk, all } = await start();
    const order = { actor: ada, view: all, tool: 'echo', args: {} };

    for (const wrong of [
      { timeoutMs: 0 },
      { timeoutMs: 1.5 },
      { idempotencyKey: '' },
      { idempotencyKey: 'k'.repeat(300) },
    ]) {
      await expect(desk.start({ ...order, ...wrong })).rejects.toMatchObject({ code: 'E_INVALID_REQUEST' });
    }
  });

  it('shows results to callers, the rest to those who may see calls, and nothing to others', async () => {
    const { desk, all } = await start();
    const { ended, invocationId: id } = await desk.start({
      actor: ada,
      view: all,
      tool: 'echo',
      args: { text: 'hi' },
    });
    await ended;

    const [own, others] = [await desk.find(ada, id), await desk.find(viewer, id)];

    expect(own).toMatchObject({
      id,
      tool: 'echo',
      state: 'ok',
      result: { kind: 'text', text: 'hi' },
      error: null,
    });
    expect(others).toEqual({ ...own, result: null });
    for (const actor of [bob, publisher, stranger]) {
      await expect(desk.find(actor, id)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
      await expect(desk.wait(actor, id, 0)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
      await expect(desk.cancel(actor, id)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
      await expect(desk.artifact(actor, id)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
    }
    for (const wrong of ['', 'nothing', 'a\0', 'x'.repeat(10_000), '__proto__']) {
      await expect(desk.find(ada, wrong)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
    }
  });

  it.each([
    ['has', true],
    ['lacks', false],
  ])(
    'tells only the caller what was wrong with the arguments of a call that the ledger %s',
    async (_, isRecorded) => {
      const ledger = memoryLedger();
      const insert = ledger.insert.bind(ledger);
      vi.spyOn(ledger, 'insert').mockImplementation((entry) => {
        if (isRecorded) return insert(entry);
        throw new Error('The disk is full.');
      });
      const world = await start({ ledger });
      const { desk, all } = world;
      const order = { actor: ada, view: all, tool: 'echo', args: { text: 5 } };
      const { ended, invocationId } = await desk.start(order);
      // As long as it is tried again to write it down.
      if (!isRecorded) await fakeClockOf(world).advance(60_000);
      const record = await ended;
      expect(record.isRecorded).toBe(isRecorded);

      const own = await desk.find(ada, invocationId);
      const others = await desk.find(viewer, invocationId);

      expect(own.error).toMatchObject({ code: 'E_INVALID_TOOL_ARGS', issues: [{ path: ['text'] }] });
      expect(others.error).toMatchObject({ code: 'E_INVALID_TOOL_ARGS', issues: [] });
      expect(await desk.view(ada, record)).toEqual(own);
    },
  );

  it('shows no result of a call that its caller could not make any more', async () => {
    const { desk, all, room } = await start({ maxInlineBytes: 10 });
    await applyToolset(room, 'narrow', ['wipe']);
    const order = { actor: ada, view: all, tool: 'echo', args: { text: 'longer than ten bytes' } };
    const { ended, invocationId: id } = await desk.start(order);
    await ended;
    // As of a token that was issued again: all calls may be seen, and only one toolset called.
    const grants = [
      { tenant: 'acme', roles: ['viewer'], scopes: [] },
      { tenant: 'acme', roles: ['caller'], scopes: ['*'], toolsets: ['narrow'] },
    ] as const;
    const lesser = toActor({ ...ada.principal, grants }, 'acme') as Actor;

    const [found, listed] = [await desk.find(lesser, id), await desk.list(lesser, { limit: 1 })];

    expect(found).toEqual({ ...(await desk.find(ada, id)), result: null });
    expect(listed).toEqual({ items: [found], next: id });
    await expect(desk.artifact(lesser, id)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
    await expect(desk.findOwn(lesser, id)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
    expect(await desk.findOwn(ada, id)).toEqual(await desk.find(ada, id));
  });

  it.each([
    ['has', memoryLedger()],
    ['does not have', Object.assign(memoryLedger(), { insert: () => Promise.reject(new Error('full')) })],
  ])(
    'tells which tools a caller may use in the answer to the call only, if the ledger %s the call',
    async (_, ledger) => {
      const { desk, all } = await start({ ledger });
      const begin = async (tool: string, args: object) =>
        (await desk.start({ actor: ada, view: all, tool, args })).ended;
      const [unknown, invalid] = [await begin('ecko', {}), await begin('echo', { text: 5 })];

      const own = await desk.view(ada, unknown);
      const others = [
        await desk.find(viewer, unknown.invocationId),
        await desk.find(viewer, invalid.invocationId),
        // Also the caller may be limited to other tools by the time they look.
        await desk.find(ada, unknown.invocationId),
      ];

      expect(own.error?.message).toBe('There is no tool "ecko". The tools are: echo, hang, wipe.');
      expect(others.map(({ error }) => [error?.message, error?.issues])).toEqual([
        ['There is no tool "ecko".', []],
        ['The arguments of tool "echo" are invalid.', []],
        ['There is no tool "ecko".', []],
      ]);
    },
  );

  it('gives the bytes of a large result to the caller', async () => {
    const { desk, all } = await start({ maxInlineBytes: 10 });
    const text = 'a long text, by far longer than ten bytes';
    const { ended, invocationId } = await desk.start({ actor: ada, view: all, tool: 'echo', args: { text } });
    const record = await ended;

    const artifact = await desk.artifact(ada, invocationId);

    expect(Artifact.isArtifact(artifact)).toBe(true);
    expect(await new Response(artifact.stream()).text()).toBe(text);
    expect(await desk.find(ada, invocationId)).toMatchObject({
      result: { kind: 'artifact', artifact: { byteLength: text.length } },
    });
    expect((await desk.view(ada, record)).result).toMatchObject({
      kind: 'artifact',
      preview: expect.any(String),
    });
    await expect(desk.artifact(viewer, invocationId)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
    await expect(desk.findOwn(viewer, invocationId)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
  });

  it('asks the ledger for the calls of callers who may see no others, however many there are', async () => {
    const ledger = memoryLedger();
    const searches: LedgerSearch[] = [];
    const { desk, all } = await start({
      ledger: {
        isDurable: false,
        insert: (entry) => ledger.insert(entry),
        replace: (entry) => ledger.replace(entry),
        get: (id) => ledger.get(id),
        prune: (time) => ledger.prune(time),
        find: (query) => ledger.find(query),
        findSummaries: (query) => ledger.findSummaries(query),
        countWaiting: () => ledger.countWaiting(),
        search: (search) => {
          searches.push(search);
          return ledger.search(search);
        },
      },
    });
    for (const actor of [ada, bob, bob, bob, ada]) {
      await (await desk.start({ actor, view: all, tool: 'echo', args: {} })).ended;
    }
    searches.length = 0;

    expect((await desk.list(ada, { limit: 2 })).items).toHaveLength(2);
    expect((await desk.list(viewer, { limit: 4 })).items).toHaveLength(4);
    expect(searches.map(({ callerId, limit }) => [callerId, limit])).toEqual([
      ['key:ada', 2],
      [undefined, 4],
    ]);
  });

  it('lists calls by id, to callers their own', async () => {
    const { desk, all } = await start();
    for (const actor of [ada, bob, ada, bob, ada]) {
      await (await desk.start({ actor, view: all, tool: 'echo', args: {} })).ended;
    }

    const { items: seen } = await desk.list(viewer, { limit: 10 });
    const { items: own } = await desk.list(ada, { limit: 2 });
    const { items: rest } = await desk.list(ada, { limit: 2, after: own.at(-1)?.id ?? '' });

    expect(seen.map(({ callerId }) => callerId)).toEqual([
      'key:ada',
      'key:bob',
      'key:ada',
      'key:bob',
      'key:ada',
    ]);
    expect([...own, ...rest].map(({ id }) => id)).toEqual(
      seen.filter(({ callerId }) => callerId === 'key:ada').map(({ id }) => id),
    );
    await expect(desk.list(ada, { limit: 10, after: 'a\0' })).rejects.toMatchObject({
      code: 'E_INVALID_REQUEST',
    });
    expect(await desk.list(stranger, { limit: 10 })).toEqual({ items: [], next: undefined });
    expect(await desk.list(publisher, { limit: 10 })).toEqual({ items: [], next: undefined });
    expect((await desk.list(viewer, { limit: 10, state: 'open' })).items).toEqual([]);
    expect((await desk.list(viewer, { limit: 10, state: 'ended' })).items).toHaveLength(5);
  });

  it('stops at a gate, and goes on when somebody else has approved', async () => {
    const { desk, all, approvals, audited } = await start();
    const started = await desk.start({ actor: ada, view: all, tool: 'wipe', args: { text: 'all' } });

    const stop = await started.stopped;
    if (stop.kind !== 'waiting') throw new Error('It should wait.');
    const waiting = await desk.find(ada, started.invocationId);
    const { toolDigest, contentDigest, gateId } = stop.gate;
    await approvals.settle(approver, gateId, {
      decision: 'approve',
      reason: 'fine',
      toolDigest,
      contentDigest,
    });
    const record = await started.ended;

    expect(waiting).toMatchObject({
      state: 'waiting',
      endedAt: null,
      gates: [{ id: gateId, status: 'open' }],
    });
    expect(record.status).toBe('ok');
    expect((await desk.view(ada, record)).gates).toMatchObject([
      { id: gateId, status: 'approved', approver: 'key:approver', reason: 'fine' },
    ]);
    expect(audited.map(({ action, actor, outcome }) => [action, actor, outcome])).toEqual([
      ['gate-open', 'key:ada', 'ok'],
      ['gate-settled', 'key:approver', 'ok'],
      ['tool-call-end', 'key:ada', 'ok'],
    ]);
  });

  it('waits for a call that goes on here, and no longer than it is told', async () => {
    const world = await start();
    const { desk, all } = world;
    const { invocationId } = await desk.start({
      actor: ada,
      view: all,
      tool: 'hang',
      args: {},
      timeoutMs: 1_000,
    });

    const early = desk.wait(ada, invocationId, 400);
    const late = desk.wait(ada, invocationId, 60_000);
    await fakeClockOf(world).advance(10_000);

    expect([(await early).state, (await late).state]).toEqual(['running', 'timed_out']);
  });

  it('tells of a call that is not in the ledger yet, because it waits for a place', async () => {
    const tools = [
      toolOf('hang', () => new Promise(() => undefined), { maxConcurrent: 1, timeoutMs: 1_000 }),
    ];
    const world = await start({ tools });
    const { desk, all } = world;
    await desk.start({ actor: ada, view: all, tool: 'hang', args: {} });
    const { invocationId } = await desk.start({ actor: ada, view: all, tool: 'hang', args: {} });

    const view = await desk.find(ada, invocationId);

    expect(view).toMatchObject({ id: invocationId, state: 'running', callerId: 'key:ada', endedAt: null });
    await expect(desk.find(bob, invocationId)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
  });

  it('is on the disk once it was accepted, also if it only reads', async () => {
    const ledger = sqliteLedger(openSqlite(':memory:'));
    const linger = toolOf('linger', () => new Promise(() => undefined), { effect: 'read' });
    const { desk, all } = await start({ ledger, tools: [linger] });

    const { accepted, invocationId } = await desk.start({ actor: ada, view: all, tool: 'linger', args: {} });
    expect(await ledger.get(invocationId)).toBeUndefined();
    expect(await accepted).toBe(invocationId);

    expect(await ledger.get(invocationId)).toMatchObject({ state: 'running', toolName: 'linger' });
  });

  it('is written with its audit entry, if it only reads and ends at once', async () => {
    await withTempFolder(async (folder) => {
      const database = openSqlite(join(folder, 'calls.sqlite'));
      const ledger = sqliteLedger(database);
      const appended = Promise.withResolvers<void>();
      const insert = ledger.insert.bind(ledger);
      // The ledger is done only once the audit log has begun.
      vi.spyOn(ledger, 'insert').mockImplementation(async (entry) => {
        await appended.promise;
        return await insert(entry);
      });
      const audit = { appendWhile: async () => appended.resolve() };
      const { desk, all } = await start({ ledger, audit });

      const order = { actor: ada, view: all, tool: 'echo', args: { text: 'hi' }, requestId: 'r1' };
      const { ended } = await desk.start(order);

      expect(await ended).toMatchObject({ status: 'ok', isRecorded: true });
      database.close();
    });
  });

  it.each([
    [true, 'failed'],
    [false, 'works'],
  ])(
    'is not written after it was told to have failed, unless it was audited (%s: the log %s)',
    async (isForgotten) => {
      await withTempFolder(async (folder) => {
        const database = openSqlite(join(folder, 'calls.sqlite'));
        const ledger = sqliteLedger(database);
        const insert = vi.spyOn(ledger, 'insert').mockRejectedValue(new Error('The disk is full.'));
        const appendWhile = async () => {
          if (isForgotten) throw new Error('The disk is full.');
        };
        const world = await start({ ledger, audit: { appendWhile } });
        const { desk, all } = world;

        const { ended } = await desk.start({ actor: ada, view: all, tool: 'echo', args: { text: 'hi' } });
        const failing = expect(ended).rejects.toMatchObject({ code: 'E_LEDGER_FAILED' });
        await fakeClockOf(world).advance(5_000);
        await failing;
        insert.mockRestore();

        const { items } = await desk.list(ada, { limit: 10 });
        expect(items.map(({ state }) => state)).toEqual(isForgotten ? [] : ['ok']);
        database.close();
      });
    },
  );

  it('has the same audit entry, whoever tells of it', async () => {
    await withTempFolder(async (folder) => {
      const database = openSqlite(join(folder, 'calls.sqlite'));
      const drafts = [];
      for (const isRead of [true, false]) {
        const slow = toolOf('slow', () => 'done', { effect: 'read' });
        const ledger = sqliteLedger(database);
        const { desk, all, audited } = await start({
          ledger,
          tools: [slow],
          randomId: () => `call-${isRead}`,
        });
        // With a key it is written in two steps.
        const key = isRead ? {} : { idempotencyKey: 'k' };
        const order = { actor: ada, view: all, tool: 'slow', args: {}, requestId: 'r1', ...key };
        await (await desk.start(order)).ended;
        drafts.push({ ...audited.at(-1), invocationId: 'call' });
      }
      expect(drafts[0]).toEqual(drafts[1]);
      database.close();
    });
  });

  it('is known to every process once it was accepted', async () => {
    const world = await start();
    const { desk, all, ledger } = world;

    const { accepted, invocationId } = await desk.start({ actor: ada, view: all, tool: 'hang', args: {} });

    expect(await accepted).toBe(invocationId);
    expect(await ledger.get(invocationId)).toMatchObject({ state: 'running' });
  });

  it('cancels a call of the same caller', async () => {
    const world = await start();
    const { desk, all } = world;
    const { invocationId, ended } = await desk.start({ actor: ada, view: all, tool: 'hang', args: {} });
    await settle(world);

    await expect(desk.cancel(viewer, invocationId)).rejects.toMatchObject({ code: 'E_FORBIDDEN' });
    const view = await desk.cancel(ada, invocationId);

    expect([view.state, (await ended).status]).toEqual(['aborted', 'aborted']);
    expect(await desk.cancel(ada, invocationId)).toEqual(view);
  });

  it('cancels a call that waits for somebody', async () => {
    const { desk, all, audited } = await start();
    const { invocationId, stopped } = await desk.start({ actor: ada, view: all, tool: 'wipe', args: {} });
    await stopped;

    const view = await desk.cancel(ada, invocationId);

    expect(view).toMatchObject({ state: 'aborted', sideEffect: 'none', gates: [{ status: 'aborted' }] });
    expect(audited.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['gate-open', 'ok'],
      ['gate-settled', 'denied'],
      ['tool-call-end', 'failed'],
    ]);
  });

  it('aborts a call when whoever asked has gone', async () => {
    const { desk, all } = await start();
    const client = new AbortController();
    const { ended } = await desk.start({
      actor: ada,
      view: all,
      tool: 'hang',
      args: {},
      signal: client.signal,
    });

    client.abort();

    expect((await ended).status).toBe('aborted');
  });

  it('finds the call of an idempotency key by the id of the first, and by that of the second for a while', async () => {
    const { desk, all } = await start();
    const order = { actor: ada, view: all, tool: 'echo', args: { text: 'once' }, idempotencyKey: 'k' };
    const first = await desk.start(order);
    await first.ended;

    const second = await desk.start(order);
    const view = await desk.view(ada, await second.ended);

    expect(view).toMatchObject({ id: first.invocationId, result: { text: 'once' } });
    expect([await first.accepted, await second.accepted]).toEqual([first.invocationId, first.invocationId]);
    expect(await desk.find(ada, second.invocationId)).toMatchObject({ id: first.invocationId });
    await expect(desk.find(bob, second.invocationId)).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
  });

  it('answers whoever asks again for a call that waits with that call, and does not make another one', async () => {
    const world = await start();
    const { desk, all, audited, approvals } = world;
    const order = { actor: ada, view: all, tool: 'wipe', args: {}, idempotencyKey: 'k' };
    const first = await desk.start(order);
    const stop = await first.stopped;
    if (stop.kind !== 'waiting') throw new Error('It should wait.');

    const again = await desk.start(order);
    const answers = [await again.stopped, await again.accepted, await again.earlier];
    await again.ended;

    const { invocationId } = first;
    expect(answers).toEqual([stop, invocationId, { invocationId, gate: stop.gate }]);
    expect(await first.earlier).toBeUndefined();
    await approvals.settle(approver, stop.gate.gateId, { ...stop.gate, decision: 'approve' });
    expect(await first.ended).toMatchObject({ status: 'ok' });
    const ends = audited.filter(({ action }) => action === 'tool-call-end');
    expect(ends.map((entry) => entry.invocationId)).toEqual([invocationId]);
    expect((await desk.list(ada, { limit: 10 })).items.map(({ id }) => id)).toEqual([invocationId]);
    const replay = await desk.start(order);
    expect(await replay.ended).toMatchObject({ status: 'ok', replayOf: invocationId });
    expect(await replay.earlier).toBeUndefined();
  });

  it('stops at the gate of the call that goes on in its place, also if that comes later', async () => {
    const { promise: go, resolve: open } = Promise.withResolvers<void>();
    const careful = toolOf('careful', async (_, { waitFor }) => {
      await go;
      await waitFor({ name: 'sure', prompt: 'Are you sure?' });
      return 'done';
    });
    const world = await start({ tools: [careful] });
    const { desk, all } = world;
    const order = { actor: ada, view: all, tool: 'careful', args: {}, idempotencyKey: 'k' };
    const first = await desk.start(order);
    await first.accepted;

    const again = await desk.start(order);
    const earlier = await again.earlier;
    open();

    expect(earlier).toEqual({ invocationId: first.invocationId, gate: undefined });
    const stop = await first.stopped;
    expect(stop).toMatchObject({ kind: 'waiting', gate: { name: 'sure' } });
    expect(await again.stopped).toEqual(stop);
    await desk.close();
  });

  it('writes down a call again whose entry found no room in the audit log', async () => {
    let isFull = true;
    const full = new ToolcribError('E_AUDIT_FAILED', 'Too many wait.', { context: { isKept: false } });
    const written: AuditDraft[] = [];
    const append = async (draft: AuditDraft) => {
      if (isFull) throw full;
      written.push(draft);
    };
    const world = await start({ audit: { append } });
    const { desk, all, audited } = world;
    const started = await desk.start({ actor: ada, view: all, tool: 'echo', args: {} });
    await expect(started.ended).rejects.toBe(full);
    isFull = false;

    await fakeClockOf(world).advance(120_000);

    const { invocationId } = started;
    const details = { status: 'ok', endedAt: '2026-01-01T00:00:00.000Z', isRecovered: true };
    expect(audited).toMatchObject([{ action: 'tool-call-end', invocationId, outcome: 'ok', details }]);
    expect(written).toEqual([]);
  });

  it('follows a call until it has ended', async () => {
    const tools = [
      toolOf(
        'walk',
        async (_, { reportProgress }) => {
          await Promise.resolve();
          reportProgress({ message: 'half way' });
          return 'there';
        },
        { effect: 'destructive' },
      ),
    ];
    const world = await start({ tools });
    const { desk, all, approvals } = world;
    const started = await desk.start({ actor: ada, view: all, tool: 'walk', args: {} });
    const stop = await started.stopped;
    if (stop.kind !== 'waiting') throw new Error('It should wait.');

    const seen: CallEvent['type'][] = [];
    const reading = (async () => {
      for await (const { type } of desk.follow(ada, started.invocationId, new AbortController().signal))
        seen.push(type);
    })();
    await settle(world);
    await approvals.settle(approver, stop.gate.gateId, {
      ...stop.gate,
      decision: 'approve',
      reason: undefined,
    });
    await reading;

    expect(seen).toEqual(['gate-open', 'gate-settled', 'tool-call-progress', 'tool-call-end']);
    const events = desk.follow(bob, started.invocationId, new AbortController().signal);
    await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'E_CALL_NOT_FOUND' });
    await desk.close();
    expect(fakeClockOf(world).pendingTimers).toBe(0);
  });

  it('stops following when the reader has gone', async () => {
    const world = await start();
    const { desk, all } = world;
    const { invocationId } = await desk.start({ actor: ada, view: all, tool: 'wipe', args: {} });
    const client = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of desk.follow(ada, invocationId, client.signal)) seen.push(type);
    })();
    await settle(world);

    client.abort();
    await reading;

    expect(seen).toEqual(['gate-open']);
  });

  it('does not wait for people when it is closed on a ledger that ends with the process', async () => {
    const late = toolOf('late', async (_, { waitFor }) => {
      await started.promise;
      await waitFor({ name: 'sure', prompt: 'Sure?' });
      return 'done';
    });
    const started = Promise.withResolvers<void>();
    const { desk, all, audited } = await start({ tools: [wipe, late] });
    const waiting = await desk.start({ actor: ada, view: all, tool: 'wipe', args: {} });
    await waiting.stopped;
    const running = await desk.start({ actor: ada, view: all, tool: 'late', args: {} });

    const closing = desk.close();
    started.resolve();
    await closing;

    expect([(await waiting.ended).status, (await running.ended).status]).toEqual(['aborted', 'aborted']);
    expect(audited.filter(({ action }) => action === 'tool-call-end')).toHaveLength(2);
  });

  it('takes no calls once it is closed, and waits for those that run', async () => {
    const world = await start();
    const { desk, all, audited } = world;
    const { ended } = await desk.start({ actor: ada, view: all, tool: 'hang', args: {}, timeoutMs: 1_000 });
    await settle(world);
    let isClosed = false;
    const closing = desk.close().then(() => {
      isClosed = true;
    });
    await settle(world);

    await expect(desk.start({ actor: ada, view: all, tool: 'echo', args: {} })).rejects.toMatchObject({
      code: 'E_RUNTIME_CLOSED',
    });
    expect(isClosed).toBe(false);
    await fakeClockOf(world).advance(10_000);
    await closing;

    expect((await ended).status).toBe('timed_out');
    expect(audited.map(({ code }) => code)).toEqual(['E_CALL_TIMED_OUT']);
  });
});
