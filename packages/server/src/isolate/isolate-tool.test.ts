import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { createToolRegistry, type Tool, type ToolContext, type ToolFunctions, wrapTool } from 'toolcrib';
import {
  allow,
  type CallRecord,
  createRuntime,
  defaultLimits,
  deny,
  type GateDecision,
  memoryLedger,
  type OpenGate,
  type PolicyQuestion,
  systemClock,
} from 'toolcrib/runtime';
import { createFakeClock } from 'toolcrib/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../../../scripts/lib/repository.ts';
import { features } from '../../../../test/service/isolate/feature-tools.ts';
import { hostile } from '../../../../test/service/isolate/hostile-tools.ts';
import { isolateTool } from './isolate-tool.ts';
import { type ThreadEnd, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

const module = new URL('../serve/tool-thread-main.ts', import.meta.url);

const folder = join(root, 'test/service/isolate');
const caller = { id: 'ada', tenant: 'acme', scopes: ['a'] };
const everything = [...features, ...hostile];

/** A runtime whose tools run on threads. */
function openIsolated(options: Partial<ThreadPoolOptions> = {}) {
  const tools: readonly Tool[] = everything;
  /** Names of tools that may not be called. */
  const denied = new Set<string>();
  const ends: ThreadEnd[] = [];
  const unhandled: Parameters<ThreadPoolOptions['onUnhandled']>[0][] = [];
  const pool = new ThreadPool({
    module,
    source: { kind: 'module', file: join(folder, 'all-tools.ts') },
    digests: new Map(tools.map(({ name, digest }) => [name, digest])),
    maxThreads: 2,
    memoryMb: 64,
    clock: systemClock,
    onUnhandled: (error) => void unhandled.push(error),
    onThreadEnd: (end) => void ends.push(end),
    ...options,
  });
  const isolated = tools.map((tool) => isolateTool(tool, pool));
  const ledger = memoryLedger();
  /** How often it was asked about each tool. */
  const asked = new Map<string, number>();
  const policy = ({ tool: { name } }: PolicyQuestion) => {
    asked.set(name, (asked.get(name) ?? 0) + 1);
    return denied.has(name) ? deny('it was switched off') : allow();
  };
  const limits = { ...defaultLimits, graceMs: 60_000 };
  const runtime = createRuntime({ resolver: createToolRegistry(isolated), ledger, limits, policy });
  const call = (tool: string, args: object = {}, more: object = {}) =>
    runtime.call({ tool, args, caller, ...more });
  /** So that no deadline passes while threads start. */
  const warmUp = async (threads: number) => {
    const owners = Array.from({ length: threads }, (_, index) => ({ ...caller, id: `warm-${index}` }));
    const useAll = () => Promise.all(owners.map((owner) => call('slow', { ms: 100 }, { caller: owner })));
    while (pool.size < threads) await useAll();
    await useAll();
  };
  return { pool, runtime, call, warmUp, ends, unhandled, isolated, denied, asked, ledger };
}

function openForTest(options: Partial<ThreadPoolOptions> = {}) {
  const opened = openIsolated(options);
  onTestFinished(() => opened.pool.close());
  return opened;
}

/** What a caller is told, without what differs from call to call. */
async function outcomeOf(record: CallRecord) {
  const { invocationId, status, sideEffect, result, problem, usage } = record;
  const shown = JSON.stringify({ status, sideEffect, problem, usage }).replaceAll(invocationId, 'ID');
  switch (result?.kind) {
    case 'media': {
      const bytes = result.media.map(async (media) => [
        media.toJSON(),
        await new Response(media.stream()).bytes(),
      ]);
      return [shown, await Promise.all(bytes)];
    }
    case 'artifact': {
      const { id, mimeType, byteLength } = result.artifact;
      const text = await new Response(result.artifact.stream()).text();
      return [shown, id, mimeType, byteLength, result.preview, text];
    }
    default:
      return [shown, result];
  }
}

function functionsOf(tool: Tool): ToolFunctions {
  let found: ToolFunctions | undefined;
  wrapTool(tool, (functions) => {
    found = functions;
    return functions;
  });
  return found as ToolFunctions;
}

describe('a tool on a thread', () => {
  // Threads have all the time that they need to stop.
  const { pool, call, isolated, ends } = openIsolated({ clock: createFakeClock() });
  const here = createRuntime({ resolver: createToolRegistry(features) });
  afterAll(() => pool.close());

  it('runs elsewhere', async () => {
    const { result } = await call('where');

    expect(result).toMatchObject({ kind: 'json', value: { threadId: expect.any(Number) } });
    expect(result).not.toMatchObject({ value: { threadId } });
  });

  it.each([
    ['transformed', { cents: '12' }],
    ['transformed', { cents: 12 }],
    ['context', {}],
    ['text', {}],
    ['bytes', {}],
    ['media', {}],
    ['several_media', {}],
    ['artifact', {}],
    ['author_error', {}],
    ['other_error', {}],
    ['no_result', {}],
    ['no_json', {}],
    ['progress', {}],
    ['listen', {}],
    ['ask_badly', {}],
  ])('%s with %j ends as it does in the process', async (tool, args) => {
    const [remote, local] = await Promise.all([call(tool, args), here.call({ tool, args, caller })]);

    expect(await outcomeOf(remote)).toEqual(await outcomeOf(local));
    expect(ends).toEqual([]);
  });

  it('says to the host what it threw, with where and why, without known secrets', async () => {
    const { cause } = (await call('other_error')).details();

    expect(cause).toMatchObject({
      name: 'TypeError',
      code: 'ECONNRESET',
      message: 'password=[redacted:password]',
      cause: { message: 'no route to the orders' },
    });
    expect((cause as Error).stack).toContain('feature-tools.ts');
  });

  it('is looked up and taken back there too', async () => {
    const book = isolated.find(({ name }) => name === 'book') as Tool;
    const { verify, revert } = functionsOf(book);
    const { signal } = new AbortController();
    const ctx = { signal, caller, invocationId: 'call-1', turnId: undefined } as unknown as ToolContext;

    expect(await verify?.({ seat: '1A' }, ctx)).toEqual({ done: true, result: { booked: '1A' } });
    expect(await revert?.({ seat: '1A' }, { booked: '1A' }, ctx)).toBeUndefined();
    await expect(revert?.({ seat: '1A' }, { booked: '2B' }, ctx)).rejects.toThrow('another one');
  });

  it('tells more about how far it is than is read, and fills no memory', async () => {
    const { runtime, call: chat } = openForTest();
    let told = 0;
    runtime.subscribe(({ type }) => {
      if (type !== 'tool-call-progress') return;
      told += 1;
      const end = performance.now() + 100;
      // The service does something else.
      if (told === 1) while (performance.now() < end);
    });

    expect((await chat('chatter')).status).toBe('ok');
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(10_000);
  });
});

describe('a tool on a thread that asks', () => {
  /** Calls it, and gives how its gates are answered. */
  function ask(opened: ReturnType<typeof openForTest>, { tool = 'ask', args = {} } = {}) {
    const { runtime, call } = opened;
    const record = call(tool, args);
    const openGate = async (name: string): Promise<OpenGate> => {
      const find = async () => (await runtime.gates.list()).find((gate) => gate.name === name);
      await expect.poll(find).toBeDefined();
      return (await find()) as OpenGate;
    };
    const settle = async (name: string, decision: object) => {
      const gate = await openGate(name);
      return await runtime.gates.settle(gate, { approver: 'eve', ...decision } as GateDecision);
    };
    return { record, settle, openGate };
  }

  it('is answered, and asks again if only its own schema refuses the answer', async () => {
    const { record, settle } = ask(openForTest());

    await settle('days', { decision: 'approve', value: { days: 12 } });
    await settle('days', { decision: 'approve', value: { days: 3 } });
    await settle('sure', { decision: 'approve' });

    expect((await record).result).toMatchObject({ value: { days: 3 } });
  });

  it('is denied by the approver, who is named', async () => {
    const { record, settle } = ask(openForTest());

    await settle('days', { decision: 'reject', approverName: 'Eve Moneypenny', reason: 'too early' });

    expect(await record).toMatchObject({ status: 'denied', sideEffect: 'none' });
    expect((await record).problem?.message).toContain('Eve Moneypenny did not approve it: too early');
  });

  it('leaves its thread to others while it waits, and goes on there', async () => {
    const opened = openForTest({ maxThreads: 1 });
    const { record, settle } = ask(opened);
    await settle('days', { decision: 'approve', value: { days: 3 } });

    const others = await Promise.all([opened.call('quick'), opened.call('where')]);
    await settle('sure', { decision: 'approve' });

    expect(others.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect((await record).result).toMatchObject({ value: { days: 3 } });
    expect((await record).result).toMatchObject(others[1]?.result ?? {});
    expect(opened.pool.size).toBe(1);
  });

  it('does not go on if it may not any more when its thread is free', async () => {
    const opened = openForTest({ maxThreads: 1 });
    const { record, settle, openGate } = ask(opened);
    const { invocationId } = await openGate('days');
    const slow = opened.call('slow', { ms: 2_000 });
    await settle('days', { decision: 'approve', value: { days: 3 } });
    await expect.poll(async () => (await opened.ledger.get(invocationId))?.state).toBe('running');

    opened.denied.add('ask');

    expect((await slow).status).toBe('ok');
    expect(await outcomeOf(await record)).toEqual([
      expect.stringContaining('it was switched off'),
      undefined,
    ]);
    expect(await opened.runtime.gates.list()).toEqual([]);
  });

  /** A call of a tool that acts whatever becomes of its question, at its gate. */
  async function actAnyway(opened: ReturnType<typeof openForTest>) {
    const folder = await mkdtemp(join(tmpdir(), 'toolcrib-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'acts');
    await writeFile(file, '');
    const { settle, openGate, record } = ask(opened, { tool: 'act_anyway', args: { file } });
    await openGate('sure');
    return { settle, record, acts: () => readFile(file, 'utf8') };
  }

  it('is left at its gate, and leaves its thread, if it may not go on any more', async () => {
    const clock = createFakeClock();
    const opened = openForTest({ clock, maxThreads: 2 });
    await opened.warmUp(2);
    const { settle, record, acts } = await actAnyway(opened);

    opened.denied.add('act_anyway');
    await settle('sure', { decision: 'approve' });

    expect(await record).toMatchObject({ status: 'denied', sideEffect: 'none' });
    await clock.advance(200);
    expect((await opened.call('quick')).status).toBe('ok');
    expect(await acts()).toBe('');
    await clock.advance(120_000);
    expect(opened.pool.size).toBe(1);
  });

  it('is left at its gate if it may not go on any more when its thread is free', async () => {
    const opened = openForTest({ maxThreads: 1 });
    const { settle, record, acts } = await actAnyway(opened);
    const slow = opened.call('slow', { ms: 2_000 });
    await settle('sure', { decision: 'approve' });
    await expect
      .poll(async () => (await opened.ledger.find({ states: ['waiting'], limit: 1 })).length)
      .toBe(0);

    opened.denied.add('act_anyway');

    expect((await slow).status).toBe('ok');
    expect((await record).status).toBe('denied');
    expect((await opened.call('quick')).status).toBe('ok');
    expect(await acts()).toBe('');
  });

  it('is begun again with its answers if another call ends the thread', async () => {
    const opened = openForTest({ maxThreads: 1 });
    const { record, settle, openGate } = ask(opened);
    await settle('days', { decision: 'approve', value: { days: 3 } });
    await openGate('sure');

    const busy = await opened.call('busy', { ms: 60_000 });
    await settle('sure', { decision: 'approve' });

    expect(busy.status).toBe('timed_out');
    expect((await record).result).toMatchObject({ value: { days: 3 } });
    expect((await record).gates.map(({ name }) => name)).toEqual(['days', 'sure']);
  });
});

describe('a tool on a thread that does not stop', () => {
  it('[L8] is ended at its deadline, with what is known of its effect, and no other call with it', async () => {
    const { call, warmUp, ends, pool } = openForTest({ maxThreads: 3 });
    await warmUp(3);

    const records = await Promise.all([
      call('busy', { ms: 60_000 }),
      call('slow', { ms: 1_000 }, { caller: { ...caller, id: 'bob' } }),
      call('busy_write'),
    ]);

    expect(records.map(({ status, sideEffect }) => [status, sideEffect])).toEqual([
      ['timed_out', 'none'],
      ['ok', 'none'],
      ['timed_out', 'unknown'],
    ]);
    expect(ends.map(({ reason, call: ended }) => [reason, ended?.toolName])).toEqual([
      ['deadline', 'busy_write'],
      ['deadline', 'busy'],
    ]);
    expect(pool.size).toBe(1);
    expect((await call('quick')).status).toBe('ok');
  });

  it('is ended when its caller has gone', async () => {
    const { call, warmUp, ends } = openForTest({ maxThreads: 1 });
    await warmUp(1);
    const controller = new AbortController();
    const record = call('slow', { ms: 60_000 }, { signal: controller.signal });

    controller.abort();

    expect((await record).status).toBe('aborted');
    await expect.poll(() => ends.map(({ reason }) => reason)).toEqual(['deadline']);
  });

  it('is ended when it is looked up after a crash', async () => {
    const { isolated, ends, warmUp } = openForTest({ maxThreads: 1 });
    await warmUp(1);
    const stuck = isolated.find(({ name }) => name === 'stuck_verify') as Tool;
    const { signal } = new AbortController();
    const ctx = { signal, caller, invocationId: 'call-1', turnId: undefined } as unknown as ToolContext;

    await expect(functionsOf(stuck).verify?.({}, ctx)).rejects.toThrow('did not stop');
    expect(ends).toMatchObject([{ reason: 'deadline' }]);
  });

  it('keeps others waiting, whose calls have changed nothing when they end', async () => {
    const { call, warmUp } = openForTest({ maxThreads: 1 });
    await warmUp(1);

    const [busy, waiting] = await Promise.all([
      call('busy', { ms: 60_000 }),
      call('book', { seat: '1A' }, { timeoutMs: 100 }),
    ]);

    expect(busy.status).toBe('timed_out');
    expect(waiting).toMatchObject({ status: 'timed_out', sideEffect: 'none' });
  });

  it('keeps others waiting, who do not run if they may not any more', async () => {
    const { call, warmUp, denied, asked } = openForTest({ maxThreads: 1 });
    await warmUp(1);

    const records = [
      call('slow', { ms: 1_000 }),
      call('book', { seat: '1A' }, { caller: { ...caller, id: 'bob' } }),
      call('quick', {}, { caller: { ...caller, id: 'eve' } }),
    ];
    // Without and with its arguments: then it waits for the thread.
    await expect.poll(() => asked.get('book')).toBe(2);
    denied.add('book');

    expect((await Promise.all(records)).map(({ status, sideEffect }) => [status, sideEffect])).toEqual([
      ['ok', 'none'],
      ['denied', 'none'],
      ['ok', 'none'],
    ]);
  });

  it('takes at most half of the threads of all', async () => {
    const { call, warmUp } = openForTest({ maxThreads: 2 });
    await warmUp(2);
    const ended: string[] = [];
    const note = async (name: string, record: Promise<CallRecord>) => {
      await record;
      ended.push(name);
    };

    await Promise.all([
      ...[1, 2, 3].map((index) => note(`ada ${index}`, call('slow', { ms: 400 }))),
      note('bob', call('quick', {}, { caller: { ...caller, id: 'bob' } })),
    ]);

    expect(ended).toEqual(['bob', 'ada 1', 'ada 2', 'ada 3']);
  });
});

describe('a thread', () => {
  it('that ends itself fails its call, and is replaced', async () => {
    const { call, ends } = openForTest({ maxThreads: 1 });

    const record = await call('exit');

    expect(record).toMatchObject({ status: 'failed', sideEffect: 'none' });
    expect(record.problem?.message).toBe(`Tool "exit" failed. Reference: ${record.invocationId}.`);
    expect(ends).toMatchObject([{ reason: 'exit', call: { toolName: 'exit' } }]);
    expect((await call('quick')).status).toBe('ok');
  });

  it.each([
    ['objects', 'devour'],
    ['buffers', 'devour_buffers'],
  ])(
    'that takes more memory for %s than it may have is ended, and its caller is told why',
    async (_, name) => {
      const { call, ends } = openForTest({ maxThreads: 1, memoryMb: 32 });

      const record = await call(name);

      expect(record.problem).toMatchObject({
        code: 'E_TOOL_FAILED',
        message: 'The tool needed more memory than the 32 MB that it may have.',
      });
      expect(ends).toMatchObject([{ reason: 'memory', call: { toolName: name } }]);
      expect((await call('quick')).status).toBe('ok');
    },
  );

  it('outlives errors that nothing catches, and says which call they come from', async () => {
    const { call, ends, unhandled } = openForTest({ maxThreads: 1 });
    const names = ['leave_rejection', 'leave_timer', 'leave_emitter'];
    const ids = new Map<string, string>();

    for (const name of names) {
      const { status, invocationId } = await call(name);
      expect(status).toBe('ok');
      ids.set(name, invocationId);
    }

    await expect.poll(() => unhandled).toHaveLength(3);
    expect(new Map(unhandled.map(({ call: from }) => [from?.toolName, from?.invocationId]))).toEqual(ids);
    expect(unhandled.map(({ kind, error }) => `${kind} ${(error as Error).name}`).sort()).toEqual([
      'exception RangeError',
      'exception TypeError',
      'rejection Error',
    ]);
    expect(ends).toEqual([]);
  });

  it.each([null, 'hello', { type: 'ready' }, { type: 'unhandled' }, { type: 'end', id: 1 }])(
    'takes no notice of %j, which a library writes to its port',
    async (message) => {
      const { call, ends } = openForTest({ maxThreads: 1 });

      const posted = await call('post', { message });

      expect(posted.result).toEqual({ kind: 'text', text: 'posted' });
      expect(ends).toEqual([]);
    },
  );

  it('has what is wrong with a result in its cause', async () => {
    const { call } = openForTest();

    const record = await call('odd_json');

    expect(record.status).toBe('invalid_result');
    expect(String(record.details().cause)).toContain(
      'Symbol(lines.0 is of type function, which JSON cannot say)',
    );
  });

  it('tells that a result cannot be copied, at once', async () => {
    const { call, ends } = openForTest();

    expect((await call('odd_media')).status).toBe('invalid_result');
    expect(ends).toEqual([]);
  });

  it('is not used if its module has changed since the service was started', async () => {
    const { call, ends } = openForTest({ digests: new Map([['quick', 'sha256/v1:other']]) });

    expect(await call('quick')).toMatchObject({ status: 'failed', sideEffect: 'none' });
    expect(ends).toMatchObject([
      { reason: 'changed', error: { message: expect.stringContaining('Start it again') } },
    ]);
  });

  it('that cannot load its tools fails the call, which has changed nothing', async () => {
    const { call, ends } = openForTest({ source: { kind: 'module', file: join(folder, 'none.ts') } });

    const { status, sideEffect } = await call('book', { seat: '1A' });

    expect([status, sideEffect]).toEqual(['failed', 'none']);
    expect(ends).toMatchObject([{ reason: 'load' }]);
  });

  it('ends when it was not needed for a minute, all but one', async () => {
    const clock = createFakeClock();
    const { pool, warmUp } = openForTest({ clock, maxThreads: 3 });
    await warmUp(3);
    expect(pool.size).toBe(3);

    await clock.advance(120_000);

    expect(pool.size).toBe(1);
  });
});
