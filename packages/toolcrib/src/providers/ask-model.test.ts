import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { deferred } from '../../../../test/runtime.ts';
import type { ModelStep } from '../runtime/model/model-executor.ts';
import { askModel } from './ask-model.ts';

const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
const toStep = (stop: ModelStep['stop']): ModelStep => ({
  message: { role: 'assistant', text: '', calls: [] },
  stop,
  usage,
});
const base = { provider: 'somebody', toAbortedStep: () => toStep('aborted') };

describe('askModel', () => {
  it('gives the aborted step at once, whatever is still being prepared, and then asks nobody', async () => {
    const controller = new AbortController();
    const prepared = deferred<void>();
    let asked = 0;
    const asking = askModel({
      ...base,
      signal: controller.signal,
      prepare: () => prepared.promise,
      ask: async () => {
        asked++;
        return toStep('end');
      },
    });

    controller.abort();

    expect((await asking).stop).toBe('aborted');
    prepared.resolve(undefined);
    await prepared.promise;
    expect(asked).toBe(0);
  });

  it('lets nothing be unhandled that fails after an abort', async () => {
    const controller = new AbortController();
    const prepared = deferred<void>();
    const asking = askModel({
      ...base,
      signal: controller.signal,
      prepare: () => prepared.promise,
      ask: async () => toStep('end'),
    });

    controller.abort();
    await asking;
    prepared.reject(new Error('Too late.'));

    // A rejection that nobody handles fails the run.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const ask = async () => toStep('end');
    const fail = () => Promise.reject(new Error('No.'));

    expect(await askModel({ ...base, signal, prepare: async () => 1, ask })).toMatchObject({ stop: 'end' });
    await expect(askModel({ ...base, signal, prepare: fail, ask })).rejects.toMatchObject({
      code: 'E_MODEL_FAILED',
    });

    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
