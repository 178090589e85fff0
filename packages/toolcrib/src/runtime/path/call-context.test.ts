import { describe, expect, it } from 'vitest';
import { deferred, startRuntime, tool } from '../../../../../test/runtime.ts';
import type { ToolContext } from '../../core/tool-context.ts';
import { allow, deny } from '../policy/policy.ts';
import { confirmRun } from './call-context.ts';

describe('confirmRun', () => {
  it('ends a call that was held back and may not run any more, whatever its handler makes of it', async () => {
    const turn = deferred<void>();
    let isAllowed = true;
    const queued = tool('queued', async (_, ctx) => {
      await turn.promise;
      await confirmRun(ctx).catch(() => undefined);
      return 'ran';
    });
    const policy = () => (isAllowed ? allow() : deny('it was switched off'));
    const { runtime } = startRuntime([queued], { policy });
    const [first, second] = [1, 2].map(() => runtime.call({ tool: 'queued', args: {} }));

    isAllowed = false;
    turn.resolve();

    for (const record of [await first, await second]) {
      expect([record?.status, record?.sideEffect, record?.result]).toEqual(['denied', 'none', undefined]);
    }
  });

  it('has nothing to say against a call that may still run, or outside of a runtime', async () => {
    const { runtime } = startRuntime([
      tool('queued', async (_, ctx) => {
        await confirmRun(ctx);
        return 'ran';
      }),
    ]);

    expect((await runtime.call({ tool: 'queued', args: {} })).status).toBe('ok');
    expect(await confirmRun({} as ToolContext)).toBeUndefined();
  });
});

describe('the context of a handler', () => {
  const caller = { id: 'ada' };
  const request = { tool: 'look', args: {}, caller, turnId: 'turn_1' };

  it('has every field and method in a copy, and in its parts', async () => {
    const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 2 };
    const seen: unknown[] = [];
    const { runtime, events } = startRuntime([
      tool('look', async (_, ctx) => {
        const { invocationId, signal, waitFor, reportProgress, reportUsage } = ctx;
        const copy = { ...ctx, extra: 1 };
        seen.push(Object.keys(copy).sort(), copy.signal === signal, copy.invocationId === invocationId);
        seen.push(copy.caller, copy.turnId, copy.extra);
        reportProgress({ message: 'half' });
        copy.reportUsage(usage);
        reportUsage(usage);
        await waitFor({ name: 'first', prompt: 'Go?' });
        await copy.waitFor({ name: 'second', prompt: 'On?' });
        return 'done';
      }),
    ]);

    runtime.subscribe(async ({ type }) => {
      if (type !== 'gate-open') return;
      const [gate] = await runtime.gates.list();
      if (gate !== undefined) await runtime.gates.settle(gate, { decision: 'approve', approver: 'grace' });
    });
    const record = await runtime.call(request);

    expect(record.status).toBe('ok');
    expect(seen).toEqual([
      ['caller', 'extra', 'invocationId', 'reportProgress', 'reportUsage', 'signal', 'turnId', 'waitFor'],
      true,
      true,
      { id: 'ada' },
      'turn_1',
      1,
    ]);
    expect(record.usage).toEqual({ inputTokens: 2, cachedInputTokens: 0, outputTokens: 4 });
    expect(events.ofType('tool-call-progress').map(({ progress }) => progress)).toEqual([
      { message: 'half' },
    ]);
  });

  it('aborts a copy too, and makes no signal where nobody looks at it', async () => {
    const started = deferred<void>();
    const reasons: unknown[] = [];
    const { runtime } = startRuntime([
      tool('look', async (_, ctx) => {
        const { signal } = { ...ctx };
        started.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        reasons.push(signal.reason);
        return '';
      }),
    ]);
    const controller = new AbortController();

    const calling = runtime.call({ ...request, signal: controller.signal });
    await started.promise;
    controller.abort('enough');

    expect((await calling).status).toBe('aborted');
    expect(reasons).toEqual(['enough']);
  });

  it('hands its signal and its caller on to a tool that it runs directly', async () => {
    const inner = tool('inner', (_, { signal, caller }) => `${signal instanceof AbortSignal} ${caller.id}`);
    const { runtime } = startRuntime([tool('look', (_, ctx) => inner.executor(ctx)({}))]);

    const record = await runtime.call(request);

    expect(record.result).toMatchObject({ text: 'true ada' });
  });

  it('hands a field that a handler adds on to a tool that it runs directly', async () => {
    const inner = tool('inner', (_, ctx) => `${(ctx as { desk?: unknown }).desk}`);
    const { runtime } = startRuntime([
      tool('look', (_, ctx) => {
        const more = { ...ctx, desk: 7 };
        return inner.executor(more)({});
      }),
    ]);

    const record = await runtime.call(request);

    expect(record.result).toMatchObject({ text: '7' });
  });

  it('is asked for by its copy whether the call may still run', async () => {
    let isAllowed = true;
    const { runtime } = startRuntime(
      [
        tool('look', async (_, ctx) => {
          isAllowed = false;
          await confirmRun({ ...ctx }).catch(() => undefined);
          return 'ran';
        }),
      ],
      { policy: () => (isAllowed ? allow() : deny('it was switched off')) },
    );

    expect(await runtime.call(request)).toMatchObject({ status: 'denied', sideEffect: 'none' });
  });
});
