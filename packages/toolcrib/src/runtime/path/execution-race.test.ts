import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deferred, startRuntime, tool } from '../../../../../test/runtime.ts';
import type { ToolContext } from '../../core/tool-context.ts';
import { ToolError } from '../../core/tool-error.ts';
import { toOutcome } from '../ledger/end-entry.ts';
import { nextEntry } from '../ledger/entries.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { allow } from '../policy/policy.ts';
import { keepText } from '../render/redactor.ts';
import { Ending } from './ending.ts';

const never = () => new Promise<string>(() => undefined);

describe('deadlines and aborts', () => {
  it('[L8] ends a call that never settles after 30 seconds by default', async () => {
    const { runtime, clock } = startRuntime([tool('hang', never)]);
    let record: Awaited<ReturnType<typeof runtime.call>> | undefined;
    void runtime.call({ tool: 'hang', args: {} }).then((ended) => {
      record = ended;
    });

    await clock.advance(29_999);
    expect(record).toBeUndefined();
    await clock.advance(1);

    expect([record?.status, record?.sideEffect, record?.timings.ranMs]).toEqual([
      'timed_out',
      'unknown',
      30_000,
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('[L8] goes by the deadline of the tool, which a caller can only shorten', async () => {
    const { runtime, clock } = startRuntime([tool('hang', never, { timeoutMs: 1_000, effect: 'read' })]);
    const calls = [
      runtime.call({ tool: 'hang', args: {} }),
      runtime.call({ tool: 'hang', args: {}, timeoutMs: 10 }),
      runtime.call({ tool: 'hang', args: {}, timeoutMs: 9_999 }),
    ];

    await clock.advance(1_000);
    const records = await Promise.all(calls);

    expect(records.map(({ timings }) => timings.ranMs)).toEqual([1_000, 10, 1_000]);
    expect(records.map(({ sideEffect }) => sideEffect)).toEqual(['none', 'none', 'none']);
  });

  it('[L8] gives a handler that looks at its signal a moment, and does not give its result to anybody', async () => {
    const reasons: unknown[] = [];
    const { runtime, clock, events } = startRuntime([
      tool(
        'polite',
        (_, { signal }) =>
          new Promise<string>((resolve) => {
            signal.addEventListener('abort', () => {
              reasons.push(signal.reason);
              resolve('late result');
            });
          }),
      ),
      tool('rude', (_, { signal }) => {
        signal.throwIfAborted();
        return never();
      }),
    ]);
    const polite = runtime.call({ tool: 'polite', args: {} });
    const rude = runtime.call({ tool: 'rude', args: {} });

    await clock.advance(30_000);
    const record = await polite;
    await clock.advance(250);

    expect([record.status, record.sideEffect, record.result]).toEqual(['timed_out', 'done', undefined]);
    expect(reasons).toMatchObject([{ name: 'TimeoutError' }]);
    expect((await rude).timings.ranMs).toBe(30_250);
    expect(JSON.stringify([record, runtime.renderForModel(record), events.events])).not.toContain(
      'late result',
    );
  });

  it('[L8] believes a handler that was told to stop and says that it had changed nothing', async () => {
    const stopped =
      (changedNothing: boolean) =>
      (_: unknown, { signal }: ToolContext) =>
        new Promise<string>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new ToolError('Not begun.', { changedNothing })));
        });
    const { runtime, clock } = startRuntime([tool('idle', stopped(true)), tool('busy', stopped(false))]);
    const calls = ['idle', 'busy'].map((name) => runtime.call({ tool: name, args: {} }));

    await clock.advance(30_000);

    expect((await Promise.all(calls)).map(({ status, sideEffect }) => [status, sideEffect])).toEqual([
      ['timed_out', 'none'],
      ['timed_out', 'unknown'],
    ]);
  });

  it.each(['returned', 'threw'] as const)(
    '[L8] records a handler that %s late as abandoned',
    async (settled) => {
      const work = deferred<string>();
      const ledger = memoryLedger();
      const { runtime, clock, events } = startRuntime([tool('slow', () => work.promise)], { ledger });
      const call = runtime.call({ tool: 'slow', args: {} });
      await clock.advance(30_000);
      const record = await call;

      if (settled === 'returned') work.resolve('late result');
      else work.reject(new Error('late error'));
      await clock.advance(5);

      expect(record.status).toBe('timed_out');
      expect(events.ofType('tool-call-abandoned')).toMatchObject([
        { invocationId: record.invocationId, settled },
      ]);
      expect(await ledger.get(record.invocationId)).toMatchObject({
        state: 'timed_out',
        abandoned: { settled },
      });
      expect(events.ofType('tool-call-end')).toHaveLength(1);
      expect(JSON.stringify(await ledger.get(record.invocationId))).not.toContain('late result');
    },
  );

  it('[L8] notes nothing about a call that another process has ended', async () => {
    const work = deferred<string>();
    const ledger = memoryLedger();
    const aborting = new AbortController();
    const { runtime, clock, events } = startRuntime([tool('slow', () => work.promise)], { ledger });
    const call = runtime.start({ tool: 'slow', args: {}, signal: aborting.signal });
    const entry = (await ledger.get(call.invocationId)) as LedgerEntry;
    const ending = Ending.problem('failed', { code: 'E_CALL_INTERRUPTED', message: 'Its process ended.' });
    const outcome = toOutcome({ waitedMs: 0, ranMs: 0 }, ending, { endedAt: 0, redact: keepText });
    const ended = nextEntry(entry, { state: 'failed', owner: 'another', leaseUntil: null, outcome });
    await ledger.replace(ended);

    aborting.abort();
    const record = await call.ended;
    work.resolve('late result');
    await clock.advance(5);

    expect(record.problem?.code).toBe('E_CALL_INTERRUPTED');
    expect(events.ofType('tool-call-abandoned')).toHaveLength(1);
    expect(await ledger.get(call.invocationId)).toEqual(ended);
  });

  it.each([
    { name: 'a DOMException', reason: undefined },
    { name: 'an error', reason: new Error('secret') },
    { name: 'a text', reason: 'secret' },
    { name: 'null', reason: null },
  ])('[L8] ends a call that is aborted with $name', async ({ reason }) => {
    const controller = new AbortController();
    const { runtime, clock } = startRuntime([tool('hang', never)]);
    const call = runtime.call({ tool: 'hang', args: {}, signal: controller.signal });
    await clock.advance(10);

    controller.abort(reason);
    const record = await call;

    expect([record.status, record.sideEffect, record.problem?.code]).toEqual([
      'aborted',
      'unknown',
      'E_CALL_ABORTED',
    ]);
    expect(record.details().cause).toBe(controller.signal.reason);
    expect(JSON.stringify([record, runtime.renderForModel(record)])).not.toContain('secret');
    expect(clock.pendingTimers).toBe(0);
  });

  it('[L8] does not start a call that was aborted before', async () => {
    let runs = 0;
    const { runtime } = startRuntime([tool('count', () => String(++runs))]);

    const record = await runtime.call({ tool: 'count', args: {}, signal: AbortSignal.abort() });

    expect([record.status, record.sideEffect, runs]).toEqual(['aborted', 'none', 0]);
  });

  it('passes the abort on to the handler, also when it asks for the signal afterwards', async () => {
    const controller = new AbortController();
    const asked = deferred<void>();
    const seen: unknown[] = [];
    const { runtime } = startRuntime([
      tool('late', async (_, ctx) => {
        await asked.promise;
        seen.push(ctx.signal.aborted, ctx.signal.reason);
        return '';
      }),
    ]);
    const call = runtime.call({ tool: 'late', args: {}, signal: controller.signal });
    controller.abort('why');
    await call;

    asked.resolve();
    await asked.promise;

    expect(seen).toEqual([true, 'why']);
  });

  it('[L8] holds policies and schemas that never answer to the deadline too', async () => {
    const schema = z.object({}).refine(() => new Promise<boolean>(() => undefined));
    const output = z.string().refine(() => new Promise<boolean>(() => undefined));
    const { runtime, clock } = startRuntime(
      [
        tool('policy', () => ''),
        tool('input', () => '', { inputSchema: schema }),
        tool('output', () => '', { outputSchema: output }),
      ],
      { policy: (question) => (question.tool.name === 'policy' ? new Promise(() => undefined) : allow()) },
    );
    const calls = ['policy', 'input', 'output'].map((name) => runtime.call({ tool: name, args: {} }));

    await clock.advance(30_000);
    const records = await Promise.all(calls);

    expect(records.map(({ status, sideEffect }) => `${status} ${sideEffect}`)).toEqual([
      'timed_out none',
      'timed_out none',
      'timed_out done',
    ]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('lets as many calls of one tool run as it says, the rest one after another, and refuses what does not fit', async () => {
    let running = 0;
    let most = 0;
    const jobs: (() => void)[] = [];
    const limited = tool(
      'limited',
      () =>
        new Promise<string>((resolve) => {
          running++;
          most = Math.max(most, running);
          jobs.push(() => {
            running--;
            resolve('');
          });
        }),
      { maxConcurrent: 2, effect: 'read' },
    );
    const { runtime, clock } = startRuntime([limited], { limits: { maxQueued: 3 } });
    const calls = Array.from({ length: 6 }, () => runtime.call({ tool: 'limited', args: {} }));
    await clock.advance(100);

    for (let job = 0; job < 5; job++) {
      jobs[job]?.();
      await clock.advance(1);
    }
    const records = await Promise.all(calls);

    expect(most).toBe(2);
    expect(records.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'ok',
      'E_TOOL_BUSY',
    ]);
    expect(records[2]?.timings.waitedMs).toBe(100);
  });

  it('keeps the place of a handler that hangs after its deadline', async () => {
    const { runtime, clock } = startRuntime([tool('hang', never, { maxConcurrent: 1 })], {
      limits: { maxQueued: 0 },
    });
    const first = runtime.call({ tool: 'hang', args: {} });
    await clock.advance(30_000);

    const second = await runtime.call({ tool: 'hang', args: {} });

    expect([(await first).status, second.problem?.code]).toEqual(['timed_out', 'E_TOOL_BUSY']);
  });

  it('gives every tenant places of its own, unless the tool says how many may run', async () => {
    const limits = { maxQueued: 0, maxConcurrent: 1 };
    const { runtime, clock } = startRuntime([tool('hang', never)], { limits });
    const single = startRuntime([tool('hang', never, { maxConcurrent: 1 })], { limits });
    const callers = [{ id: 'a' }, { id: 'b', tenant: 'default' }, ...['acme', 'acme', 'default hang']].map(
      (caller) => (typeof caller === 'string' ? { id: 'c', tenant: caller } : caller),
    );

    const calls = callers.map((caller) => runtime.call({ tool: 'hang', args: {}, caller }));
    const shared = callers.map((caller) => single.runtime.call({ tool: 'hang', args: {}, caller }));
    await clock.advance(30_000);
    await single.clock.advance(30_000);
    const records = await Promise.all(calls);

    expect(records.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'E_CALL_TIMED_OUT',
      'E_TOOL_BUSY',
      'E_CALL_TIMED_OUT',
      'E_TOOL_BUSY',
      'E_CALL_TIMED_OUT',
    ]);
    const codes = (await Promise.all(shared)).map(({ problem }) => problem?.code);
    expect(codes).toEqual(['E_CALL_TIMED_OUT', ...Array(4).fill('E_TOOL_BUSY')]);
  });

  it('ends a call in the queue at its deadline, without an effect', async () => {
    const { runtime, clock } = startRuntime([tool('hang', never, { maxConcurrent: 1 })]);
    void runtime.call({ tool: 'hang', args: {} });
    const waiting = runtime.call({ tool: 'hang', args: {}, timeoutMs: 500 });

    await clock.advance(500);

    expect(await waiting).toMatchObject({ status: 'timed_out', sideEffect: 'none' });
  });

  it('takes secrets out of what a handler says of its progress', async () => {
    const { runtime, events } = startRuntime([
      tool('copy', (_, { reportProgress }) => {
        reportProgress({ message: 'reading postgres://shop:hunter2@db/orders' });
        return '';
      }),
    ]);

    await runtime.call({ tool: 'copy', args: {} });

    expect(events.ofType('tool-call-progress')[0]?.progress.message).toMatch(/^reading postgres:/);
    expect(JSON.stringify(events.events)).not.toContain('hunter2');
  });

  it('tells listeners how far a call is, until it has ended', async () => {
    const { runtime, events } = startRuntime([
      tool('copy', (_, { reportProgress }) => {
        reportProgress({ message: 'x'.repeat(1_000), done: 1, total: 2 });
        return '';
      }),
    ]);

    await runtime.call({ tool: 'copy', args: {} });

    expect(events.types()).toEqual(['tool-call-start', 'tool-call-progress', 'tool-call-end']);
    expect(events.ofType('tool-call-progress')[0]?.progress).toEqual({
      message: 'x'.repeat(256),
      done: 1,
      total: 2,
    });
  });
});
