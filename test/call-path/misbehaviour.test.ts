import { describe, expect, it } from 'vitest';
import { withJsonSchema } from '../../packages/toolcrib/src/core/schema/with-json-schema.ts';
import type { ToolContext } from '../../packages/toolcrib/src/core/tool-context.ts';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import type { Decision } from '../../packages/toolcrib/src/runtime/policy/policy.ts';
import { startRuntime, tool } from '../runtime.ts';
import { hostileProxy } from './chaos-values.ts';
import { watchRejections } from './watch-rejections.ts';

const question = { name: 'question', prompt: 'Shall I?' };

/** A promise that is one for everybody but those who call its `then`. */
function withThen(then: (resolve: (value: string) => void) => void): Promise<string> {
  return Object.defineProperty(Promise.resolve('fine'), 'then', { value: then });
}

describe('a handler that forgets a gate', () => {
  it.each(['at once', 'later'])(
    'and returns %s leaves an ended call, no timer and no rejection',
    async (when) => {
      const watch = watchRejections();
      const ledger = memoryLedger();
      const forgetful = tool('forgetful', (_, ctx) => {
        void ctx.waitFor(question);
        return when === 'at once' ? 'done' : Promise.resolve().then(() => Promise.resolve('done'));
      });
      const { runtime, clock, faults } = startRuntime([forgetful], { ledger });

      const record = await runtime.call({ tool: 'forgetful', args: {} });
      await clock.advance(0);
      const timersAfterEnd = clock.pendingTimers;
      await clock.advance(1_000_000);
      await watch.stop();

      expect(record.status).toBe('ok');
      expect(await ledger.get(record.invocationId)).toMatchObject({ state: 'ok', leaseUntil: null });
      expect({ timersAfterEnd, rejections: watch.reasons, faults }).toEqual({
        timersAfterEnd: 0,
        rejections: [],
        faults: [],
      });
    },
  );
});

describe('a handler that uses its context after its call has ended', () => {
  it.each([
    { name: 'with a ledger', ledger: memoryLedger() },
    { name: 'without a ledger', ledger: false },
  ] as const)('tells no progress and opens no gate $name', async ({ ledger }) => {
    const contexts: ToolContext[] = [];
    const hoarder = tool('hoarder', (_, ctx) => `kept ${contexts.push(ctx)}`);
    const { runtime, events, clock } = startRuntime([hoarder], { ledger });
    await runtime.call({ tool: 'hoarder', args: {} });

    contexts[0]?.reportProgress({ message: 'still here' });
    const asking = contexts[0]?.waitFor(question).catch((error: { code: string }) => error.code);
    await clock.advance(0);

    expect(events.types()).toEqual(['tool-call-start', 'tool-call-end']);
    expect(await runtime.gates.list()).toEqual([]);
    await clock.advance(1_000_000);
    expect(await asking).toBe('E_CALL_ABORTED');
  });
});

describe('a handler with odd manners', () => {
  it.each([undefined, null, 'half'])('may tell %s as its progress', async (progress) => {
    const odd = tool('odd', (_, ctx) => {
      ctx.reportProgress(progress as unknown as object);
      return 'done';
    });
    const { runtime } = startRuntime([odd]);

    expect((await runtime.call({ tool: 'odd', args: {} })).status).toBe('ok');
  });

  it('may return a promise whose own then throws, and its place is free again', async () => {
    const { runtime, faults, clock } = startRuntime([
      tool('odd', () => withThen(fail), { maxConcurrent: 1 }),
    ]);

    const first = await runtime.call({ tool: 'odd', args: {} });
    const second = runtime.call({ tool: 'odd', args: {} });
    await clock.advance(60_000);

    expect(first.status).not.toBe('timed_out');
    expect([(await second).status, faults]).toEqual([first.status, []]);
  });

  it('may return a promise whose own then calls back twice, and leaves its place once', async () => {
    let runs = 0;
    const twice = (resolve: (value: string) => void) => {
      resolve('fine');
      resolve('again');
    };
    const odd = tool('odd', () => (++runs === 2 ? withThen(twice) : new Promise(() => undefined)), {
      maxConcurrent: 2,
    });
    const { runtime, clock } = startRuntime([odd]);

    for (const _ of ['stays', 'leaves', 'enters', 'waits']) void runtime.call({ tool: 'odd', args: {} });
    await clock.advance(0);

    expect(runs).toBe(3);
  });

  it.each([
    { name: 'an object that nobody can look at', thrown: hostileProxy() },
    {
      name: 'a ToolError of an unknown code',
      thrown: Object.defineProperty(new ToolError('odd'), 'code', { value: 'E_NONE' }),
    },
    {
      name: 'a ToolError whose message is no text',
      thrown: Object.defineProperty(new ToolError('odd'), 'message', { value: 7 }),
    },
  ])('may throw $name after an effect, which is not denied then', async ({ thrown }) => {
    const odd = tool('odd', () => {
      throw thrown;
    });
    const { runtime } = startRuntime([odd], { ledger: false });

    const { status, sideEffect, problem } = await runtime.call({ tool: 'odd', args: {} });

    expect([status, sideEffect, typeof problem?.message]).toEqual(['failed', 'unknown', 'string']);
  });
});

describe('a call that was aborted before', () => {
  it('leaves no rejection of a schema behind', async () => {
    const watch = watchRejections();
    const inputSchema = withJsonSchema(
      { '~standard': { version: 1, vendor: 'test', validate: () => Promise.reject(new Error('schema')) } },
      { type: 'object' },
    );
    const { runtime } = startRuntime([tool('checked', () => 'fine', { inputSchema })]);

    const record = await runtime.call({ tool: 'checked', args: {}, signal: AbortSignal.abort() });
    await watch.stop();

    expect([record.status, watch.reasons]).toEqual(['aborted', []]);
  });
});

describe('a call of an unknown tool', () => {
  it('ends in time although the policy never says which tools there are', async () => {
    const policy = () => new Promise<Decision>(() => undefined);
    const { runtime, clock } = startRuntime([tool('known', () => 'fine')], { policy });
    let status: string | undefined;

    void runtime.call({ tool: 'unknown', args: {} }).then((record) => {
      status = record.status;
    });
    await clock.advance(60_000);

    expect(status).toBeDefined();
  });
});

describe('a call of a closed runtime', () => {
  it('has a start where it has an end', async () => {
    const { runtime, events } = startRuntime([tool('act', () => 'fine')]);
    await runtime.close();

    const { problem } = await runtime.call({ tool: 'act', args: {} });

    expect(problem?.code).toBe('E_RUNTIME_CLOSED');
    expect(events.types()).toEqual(['tool-call-start', 'tool-call-end']);
  });
});

function fail(): never {
  throw new Error('then');
}
