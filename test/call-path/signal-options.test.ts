import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../packages/toolcrib/src/testing/index.ts';
import { createTurnRunner } from '../../packages/toolcrib/src/turns/index.ts';
import { rejectionOf } from '../errors.ts';
import { startRuntime, tool } from '../runtime.ts';

let runs = 0;
const save = tool('save', async () => `saved ${++runs}`, { revert: () => undefined });
const { runtime } = startRuntime([save]);
const saved = await runtime.call({ tool: 'save', args: {} });
const request = { tool: 'save', args: {} };

/** Everything that takes a signal and may run a handler. */
const functions: Readonly<Record<string, (signal: AbortSignal) => unknown>> = {
  'runtime.call': (signal) => runtime.call({ ...request, signal }),
  'runtime.start': (signal) => runtime.start({ ...request, signal }),
  'runtime.callAll': (signal) => runtime.callAll([request, { ...request, signal }]),
  'runtime.preview': (signal) => runtime.preview({ ...request, signal }),
  'runtime.revert': (signal) => runtime.revert(saved.invocationId, { signal }),
  'runner.run': (signal) =>
    createTurnRunner({ executor: createScriptedModel([]), tools: [save] }).run('Go.', { signal }),
  'runner.stream': (signal) =>
    createTurnRunner({ executor: createScriptedModel([]), tools: [save] }).stream('Go.', { signal }),
};

describe('a signal that is none', () => {
  it.each(Object.keys(functions))('is refused by %s before anything runs', async (name) => {
    const before = runs;

    for (const wrong of [new AbortController(), new EventTarget(), 1, null]) {
      const error = await rejectionOf((async () => functions[name]?.(wrong as never))());
      expect([error.code, error.message]).toEqual([
        'E_INVALID_OPTION',
        'The option signal must be an AbortSignal, such as controller.signal.',
      ]);
    }
    expect(runs).toBe(before);
  });
});

describe('a signal of another realm', () => {
  it('aborts a call as one of this realm does', async () => {
    const foreign = Object.assign(new EventTarget(), { aborted: false, reason: undefined as unknown });
    const { runtime } = startRuntime([tool('hang', () => new Promise(() => undefined))]);

    const calling = runtime.call({ tool: 'hang', args: {}, signal: foreign as unknown as AbortSignal });
    Object.assign(foreign, { aborted: true, reason: 'enough' }).dispatchEvent(new Event('abort'));

    expect((await calling).status).toBe('aborted');
  });
});
