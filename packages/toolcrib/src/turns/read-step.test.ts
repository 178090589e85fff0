import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/errors.ts';
import { NO_USAGE } from '../runtime/model/add-usage.ts';
import { readStep } from './read-step.ts';

describe('readStep', () => {
  it('keeps a step as it is', () => {
    const step = {
      message: {
        role: 'assistant',
        text: 'Hi.',
        calls: [{ tool: 'work', args: '{}', providerCallId: 'c', isTruncated: true }],
        native: { provider: 'x', content: [] },
      },
      stop: 'calls',
      refusal: undefined,
      usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 2 },
    };

    expect(readStep(step)).toEqual(step);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ message: { role: 'user', text: '', calls: [] } }],
    [{ message: { role: 'assistant', text: 5, calls: [] } }],
    [{ message: { role: 'assistant', text: '', calls: {} } }],
    [{ message: { role: 'assistant', text: '', calls: [null] } }],
    // biome-ignore lint/suspicious/noSparseArray: what a stranger may give
    [{ message: { role: 'assistant', text: '', calls: [,] } }],
  ])('refuses %j', (step) => {
    expect(errorOf(() => readStep(step))).toMatchObject({ code: 'E_MODEL_FAILED' });
  });

  it('fills in what a stranger left out or got wrong', () => {
    const call = { tool: 7, args: {}, providerCallId: 9 };
    const message = { role: 'assistant', text: '', calls: [call, { tool: 'work' }] };

    expect(readStep({ message, stop: 'because', refusal: 1, usage: null })).toEqual({
      message: {
        role: 'assistant',
        text: '',
        calls: [
          { tool: '', args: {}, providerCallId: 'call-0' },
          { tool: 'work', args: undefined, providerCallId: 'call-1' },
        ],
      },
      stop: 'other',
      refusal: undefined,
      usage: NO_USAGE,
    });
  });
});
