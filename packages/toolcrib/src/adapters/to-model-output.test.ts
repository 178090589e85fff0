import { describe, expect, it } from 'vitest';
import { toModelOutput } from './to-model-output.ts';

const read = (output: unknown) => toModelOutput(output, ({ mimeType, base64 }) => ({ mimeType, base64 }));

describe('toModelOutput', () => {
  it('gives text as text, and media in the form of the framework beside it', () => {
    const text = { type: 'text', text: 'Rain.' };
    const media = { type: 'media', kind: 'image', mimeType: 'image/png', base64: 'AQID' };

    expect(read({ status: 'ok', parts: [text, text] })).toEqual({
      type: 'text',
      value: 'Rain.\n\nRain.',
    });
    expect(read({ status: 'ok', parts: [text, media] })).toEqual({
      type: 'content',
      value: [text, { mimeType: 'image/png', base64: 'AQID' }],
    });
  });

  it('says that a call did not end well', () => {
    const parts = [{ type: 'text', text: 'Tool "weather" failed.' }];

    expect(read({ status: 'failed', parts })).toEqual({
      type: 'error-text',
      value: 'Tool "weather" failed.',
    });
  });

  it.each([
    undefined,
    null,
    'ok',
    {},
    { status: 'ok' },
    { status: 'ok', parts: [] },
    { status: 'ok', parts: [{ type: 'media' }] },
  ])('has words for an output that is none: %j', (output) => {
    const { value } = read(output);

    expect(value).toBe('The result of this call is not readable any more.');
  });
});
