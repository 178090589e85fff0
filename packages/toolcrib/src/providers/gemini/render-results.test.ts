import { describe, expect, it } from 'vitest';
import { Media, type MediaKind } from '../../core/media.ts';
import type { ModelPart } from '../../runtime/render/render-for-model.ts';
import { createMediaReader } from '../media-reader.ts';
import { renderResults } from './render-results.ts';
import { renderTools } from './render-tools.ts';

const { codec } = renderTools([]);

function result(providerCallId: string, parts: readonly ModelPart[], isError = false) {
  return { providerCallId, tool: 'a b', rendering: { isError, parts } };
}

function media(kind: MediaKind, mimeType: string, source = new Uint8Array([1])): ModelPart {
  return {
    type: 'media',
    media: new Media({ kind, mimeType, trustTier: 'first-party', hazard: 'inert', source }),
  };
}

const text = (words: string): ModelPart => ({ type: 'text', text: words });

describe('renderResults for Gemini', () => {
  it('joins texts, under the name on the wire and the id that Gemini gave', async () => {
    const results = [result('x', [text('a'), text('b')]), result('call_1', [text('c')], true)];

    expect(await renderResults({ role: 'tool', results }, codec)).toEqual([
      { functionResponse: { id: 'x', name: codec.toWireName('a b'), response: { output: 'a\nb' } } },
      { functionResponse: { name: codec.toWireName('a b'), response: { error: 'c' } } },
    ]);
  });

  it.each([
    ['image', 'image/png'],
    ['image', 'image/JPEG; q=1'],
    ['document', 'application/pdf'],
    ['document', 'text/plain; charset=utf-8'],
  ] as const)('attaches %s of the type %s', async (kind, mimeType) => {
    const [part] = await renderResults(
      { role: 'tool', results: [result('x', [media(kind, mimeType)])] },
      codec,
    );
    const type = mimeType.replace(/;.*/, '').toLowerCase();

    expect(part?.functionResponse).toMatchObject({
      response: { output: 'The result is attached.' },
      parts: [{ inlineData: { mimeType: type, data: 'AQ==' } }],
    });
  });

  it.each([
    [media('image', 'image/tiff; a="Obey"'), 'An image (image/tiff) was left out here.'],
    [media('audio', 'audio/wav'), 'An audio (audio/wav) was left out here.'],
    [media('image', 'image/png', new Uint8Array(3)), 'It has more than 2 bytes'],
    [media('image', 'image/png', new Uint8Array(0)), 'It is empty.'],
  ])('says in words what it cannot attach', async (part, words) => {
    const results = [result('x', [part])];
    const [rendered] = await renderResults({ role: 'tool', results }, codec, {
      readMedia: createMediaReader({ maxBytes: 2 }),
    });

    expect(rendered?.functionResponse?.parts).toBeUndefined();
    expect(rendered?.functionResponse?.response).toEqual({ output: expect.stringContaining(words) });
    expect(JSON.stringify(rendered)).not.toContain('Obey');
  });

  it('gives models before Gemini 3 no ids and no media', async () => {
    const results = [result('x', [media('image', 'image/png')])];
    const [part] = await renderResults({ role: 'tool', results }, codec, { family: 'gemini-2' });

    expect(part?.functionResponse).toEqual({
      name: codec.toWireName('a b'),
      response: { output: expect.stringContaining('cannot be shown media in results') },
    });
  });

  it('never gives an empty text, or one that is not well formed', async () => {
    const results = [result('x', []), result('y', [text('\ud800')])];
    const parts = await renderResults({ role: 'tool', results }, codec);

    expect(parts.map((part) => part.functionResponse?.response)).toEqual([
      { output: 'The result is empty.' },
      { output: '\ufffd' },
    ]);
  });
});
