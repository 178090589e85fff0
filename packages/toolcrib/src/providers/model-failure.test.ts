import { describe, expect, it } from 'vitest';
import { isAborted, toModelFailure } from './model-failure.ts';

describe('toModelFailure', () => {
  it.each([
    ['a status', Object.assign(new Error('429 secret'), { status: 429 }), 429],
    ['the metadata of AWS', Object.assign(new Error('secret'), { $metadata: { httpStatusCode: 503 } }), 503],
    ['no status', new TypeError('secret'), undefined],
    ['a status that is none', { status: 'secret', $metadata: null }, undefined],
    ['no error at all', undefined, undefined],
  ])('tells what there is of %s, and nothing of the cause', (_, error, status) => {
    const failure = toModelFailure(error, 'somebody');

    expect(failure.code).toBe('E_MODEL_FAILED');
    expect(failure.context).toEqual({ provider: 'somebody', ...(status !== undefined && { status }) });
    expect(failure.message).toContain('"somebody" failed');
    expect(JSON.stringify(failure)).not.toContain('secret');
    expect(failure.cause).toBe(error);
  });
});

describe('isAborted', () => {
  it('needs a signal that is', () => {
    expect([undefined, new AbortController().signal, AbortSignal.abort()].map(isAborted)).toEqual([
      false,
      false,
      true,
    ]);
  });
});
