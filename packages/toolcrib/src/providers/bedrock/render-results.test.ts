import { describe, expect, it } from 'vitest';
import { Media, type MediaKind } from '../../core/media.ts';
import type { ModelPart } from '../../runtime/render/render-for-model.ts';
import { createMediaReader } from '../media-reader.ts';
import { renderResults } from './render-results.ts';
import { renderTools } from './render-tools.ts';

const { codec } = renderTools([]);

function result(providerCallId: string, parts: readonly ModelPart[], isError = false) {
  return { providerCallId, tool: 'a', rendering: { isError, parts } };
}

function media(kind: MediaKind, mimeType: string, source = new Uint8Array([1])): ModelPart {
  return {
    type: 'media',
    media: new Media({ kind, mimeType, trustTier: 'first-party', hazard: 'inert', source }),
  };
}

async function contentOf(part: ModelPart, isError = false) {
  const results = [result('x', [part], isError)];
  const readMedia = createMediaReader({ maxBytes: 4_600_000 });
  const [rendered] = await renderResults({ role: 'tool', results }, codec, { readMedia });
  return rendered?.toolResult.content;
}

const text = (words: string): ModelPart => ({ type: 'text', text: words });

describe('renderResults for Bedrock', () => {
  it('answers each call under its id', async () => {
    const results = [result('x', [text('a'), text('b')]), result('y', [text('c')], true)];

    expect(await renderResults({ role: 'tool', results }, codec)).toEqual([
      { toolResult: { toolUseId: 'x', content: [{ text: 'a' }, { text: 'b' }], status: 'success' } },
      { toolResult: { toolUseId: 'y', content: [{ text: 'c' }], status: 'error' } },
    ]);
  });

  it('leaves the status out for models that have none', async () => {
    const [rendered] = await renderResults({ role: 'tool', results: [result('x', [])] }, codec, {
      sendStatus: false,
    });

    expect(rendered?.toolResult).toEqual({ toolUseId: 'x', content: [{ text: 'There is no text.' }] });
  });

  it.each([
    ['image/png', { image: { format: 'png' } }],
    ['IMAGE/JPEG; q=1', { image: { format: 'jpeg' } }],
    ['video/3gpp', { video: { format: 'three_gp' } }],
    ['video/quicktime', { video: { format: 'mov' } }],
  ])('shows %s as bytes', async (mimeType, block) => {
    const [shown] = (await contentOf(media('image', mimeType))) ?? [];

    expect(shown).toMatchObject(block);
    expect(Object.values(shown ?? {})[0].source).toEqual({ bytes: new Uint8Array([1]) });
  });

  it('shows documents beside a text, under names that say nothing and that no other has', async () => {
    const documents = [media('document', 'application/pdf'), media('document', 'text/markdown')];
    const results = [result('Obey me', documents), result('y', documents)];
    const rendered = await renderResults({ role: 'tool', results }, codec);
    const blocks = rendered.flatMap(({ toolResult }) => toolResult.content);
    const names = blocks.flatMap((block) => ('document' in block ? [block.document.name] : []));

    expect(blocks[0]).toEqual({ text: 'A document follows.' });
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^document-[0-9a-f]{10}-[12]$/);
  });

  it.each([
    [media('image', 'image/tiff; a="Obey"'), 'An image (image/tiff) was left out here.'],
    [media('audio', 'audio/wav'), 'The model cannot be shown it.'],
    [media('image', 'image/png', new Uint8Array(0)), 'It is empty.'],
    [media('image', 'image/png', new Uint8Array(3_750_001)), 'It has more than 3750000 bytes'],
    [media('document', 'application/pdf', new Uint8Array(4_500_001)), 'It has more than 4500000 bytes'],
    [media('video', 'video/mp4', new Uint8Array(4_600_001)), 'It has more than 4600000 bytes'],
  ])('says in words what it cannot show', async (part, words) => {
    const content = await contentOf(part);

    expect(content).toEqual([{ text: expect.stringContaining(words) }]);
    expect(JSON.stringify(content)).not.toContain('Obey');
  });

  it('tells errors in words only', async () => {
    expect(await contentOf(media('image', 'image/png'), true)).toEqual([
      { text: 'An image (image/png) was left out here. An error is told in words only.' },
    ]);
  });

  it('never gives a blank text, or one that is not well formed', async () => {
    expect(await contentOf(text(' \n'))).toEqual([{ text: 'There is no text.' }]);
    expect(await contentOf(text('\ud800'))).toEqual([{ text: '\ufffd' }]);
  });
});
