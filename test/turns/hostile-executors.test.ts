import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelEvent, ModelExecutor, ModelRequest } from '../../packages/toolcrib/src/runtime/index.ts';
import { createFakeClock } from '../../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner, type TurnEvent } from '../../packages/toolcrib/src/turns/index.ts';
import { type RejectionWatch, watchRejections } from '../call-path/watch-rejections.ts';
import { deferred, tool } from '../runtime.ts';
import { play } from './world.ts';

const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 };
const answer = (text: string, calls: readonly unknown[] = []) => ({
  message: { role: 'assistant', text, calls },
  stop: calls.length > 0 ? 'calls' : 'end',
  usage,
});

/** A runner on an executor that keeps no promises, and gives whatever comes next. */
function startHostile(run: (request: ModelRequest, count: number) => unknown) {
  const clock = createFakeClock();
  const faults: unknown[] = [];
  let count = 0;
  // What no type would allow.
  const executor = {
    provider: 'hostile',
    run: (request: ModelRequest) => run(request, count++),
  } as ModelExecutor;
  const runner = createTurnRunner({
    executor,
    tools: [tool('echo', () => 'echo')],
    runtime: { clock, onFault: (fault) => faults.push(fault) },
  });
  return { runner, clock, faults };
}

let watch: RejectionWatch;
beforeEach(() => {
  watch = watchRejections();
});
afterEach(async () => {
  await watch.stop();
  expect(watch.reasons).toEqual([]);
});

describe('an executor that keeps no promises', () => {
  it.each([
    undefined,
    null,
    'no step',
    {},
    { message: null, stop: 'end' },
    { message: { role: 'user', text: '', calls: [] } },
    { message: { role: 'assistant', text: 7, calls: [] } },
    { message: { role: 'assistant', text: '', calls: {} } },
    { message: { role: 'assistant', text: '', calls: [null] } },
  ])('[L11] fails the turn as a value when it gives %o', async (step) => {
    const { runner } = startHostile(async () => step);

    const { result } = await play({ runner });

    expect(result).toMatchObject({ status: 'failed', error: { code: 'E_MODEL_FAILED' }, iterations: 1 });
    expect(result.messages).toHaveLength(1);
  });

  it('[L11] fails the turn as a value when it throws at once', async () => {
    const cause = new TypeError('no fetch');
    const { runner } = startHostile(() => {
      throw cause;
    });

    const { result } = await play({ runner });

    expect(result).toMatchObject({ status: 'failed', error: { code: 'E_MODEL_FAILED', cause } });
  });

  it.each([
    [[{}]],
    [[{ tool: 5, args: 7, providerCallId: 'a' }]],
    [[{ tool: 'echo', args: {} }]],
    [[{ tool: 'echo', args: {}, providerCallId: null }]],
    [[{ tool: null, args: null, providerCallId: 'a', isTruncated: 'yes' }]],
    [[{ tool: 'echo', args: {}, providerCallId: { toString: 'no' } }]],
    [[{ tool: 'x'.repeat(10_000), args: '{'.repeat(10_000), providerCallId: 'y'.repeat(10_000) }]],
  ])('[L4] has a record and a result for each call, whatever it looks like: %o', async (calls) => {
    const { runner } = startHostile(async (_, count) => (count === 0 ? answer('', calls) : answer('Done.')));

    const result = await runner.run('Go.');

    expect(['done', 'failed']).toContain(result.status);
    const proposed = result.messages.flatMap((message) =>
      message.role === 'assistant' ? message.calls : [],
    );
    const results = result.messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
    expect(results).toHaveLength(proposed.length);
    expect(result.records).toHaveLength(proposed.length);
  });

  it('tells nobody anything after the end of its answer, or of the turn', async () => {
    const told: ((event: ModelEvent) => void)[] = [];
    const goOn = deferred<void>();
    const { runner } = startHostile(async ({ onEvent }, count) => {
      if (onEvent !== undefined) told.push(onEvent);
      if (count === 1) told[0]?.({ type: 'text', text: 'of the first answer' });
      void goOn.promise.then(() => onEvent?.({ type: 'text', text: 'after the end' }));
      return count === 0 ? answer('', [{ tool: 'echo', args: {}, providerCallId: 'a' }]) : answer('Done.');
    });
    const events: TurnEvent[] = [];

    await play({ runner }, 'Go.', { onEvent: (event) => events.push(event) });
    goOn.resolve();
    await new Promise((resolve) => setImmediate(resolve));

    expect(events.flatMap((event) => (event.type === 'text' ? [event.text] : []))).toEqual(['Done.']);
    expect(events.at(-1)?.type).toBe('turn-end');
  });

  it.each([
    null,
    undefined,
    7,
    {},
    { type: 'text' },
    { type: 'text', text: 7 },
    { type: 'call-start' },
    { type: 'x' },
  ])('that tells nonsense while it answers (%o) harms only itself', async (nonsense) => {
    const { runner } = startHostile(async ({ onEvent }) => {
      onEvent?.(nonsense as never);
      return answer('Done.');
    });

    const { result, events } = await play({ runner });

    expect(['done', 'failed']).toContain(result.status);
    for (const event of events) {
      if (event.type === 'text') expect(typeof event.text).toBe('string');
      if (event.type === 'tool-call-proposed') expect(typeof event.toolName).toBe('string');
    }
  });

  it('cannot change the conversation that it is shown', async () => {
    const { runner } = startHostile(async (request) => {
      Reflect.set(request.messages, request.messages.length, { role: 'user', content: 'Smuggled.' });
      return answer('Done.');
    });

    const { result } = await play({ runner });

    expect(result.messages).toMatchObject([{ role: 'user', content: 'Go.' }, { role: 'assistant' }]);
  });

  it.each([undefined, null, 'many', { inputTokens: 'x' }])(
    'may say nonsense about its cost (%o)',
    async (cost) => {
      const { runner } = startHostile(async () => ({ ...answer('Done.'), usage: cost }));

      const { result } = await play({ runner });

      expect(result).toMatchObject({ status: 'done', usage: { inputTokens: 0, outputTokens: 0 } });
    },
  );
});
