import { describe, expect, it } from 'vitest';
import { Media, type MediaOptions } from './media.ts';

const options: MediaOptions = {
  kind: 'image',
  mimeType: 'image/png',
  trustTier: 'third-party-public',
  hazard: 'opaque',
  source: new Uint8Array([1, 2, 3]),
};

async function read(media: Media): Promise<number[]> {
  const bytes: number[] = [];
  for await (const chunk of media.stream()) bytes.push(...chunk);
  return bytes;
}

describe('Media', () => {
  it('[A4] gives its bytes as a stream, as often as asked', async () => {
    const media = new Media(options);

    expect(await read(media)).toEqual([1, 2, 3]);
    expect(await read(media)).toEqual([1, 2, 3]);
  });

  it('keeps its bytes when the array they came from is changed', async () => {
    const source = new Uint8Array([1, 2, 3]);
    const media = new Media({ ...options, source });

    source.fill(9);

    expect(await read(media)).toEqual([1, 2, 3]);
  });

  it.each([
    ['a Blob', new Blob([new Uint8Array([7, 8])])],
    ['a stream', () => new Blob([new Uint8Array([7, 8])]).stream()],
    ['an iterable', () => [new Uint8Array([7]), new Uint8Array([8])]],
    [
      'an async iterable',
      async function* () {
        yield new Uint8Array([7]);
        yield new Uint8Array([8]);
      },
    ],
  ])('streams from %s', async (_what, source) => {
    expect(await read(new Media({ ...options, source }))).toEqual([7, 8]);
  });

  it('stops its source when the reader stops', async () => {
    let wasClosed = false;
    const source = function* () {
      try {
        while (true) yield new Uint8Array([0]);
      } finally {
        wasClosed = true;
      }
    };

    const reader = new Media({ ...options, source }).stream().getReader();
    await reader.read();
    await reader.cancel();

    expect(wasClosed).toBe(true);
  });

  it('[A4] is frozen, and leaves its bytes out of JSON', () => {
    const media = new Media(options);

    expect(() => Object.assign(media, { trustTier: 'first-party' })).toThrow(TypeError);
    expect(JSON.parse(JSON.stringify(media))).toEqual({
      kind: 'image',
      mimeType: 'image/png',
      trustTier: 'third-party-public',
      hazard: 'opaque',
    });
  });

  it.each([
    ['kind', 'hologram'],
    ['mimeType', 'png'],
    ['mimeType', undefined],
    ['trustTier', undefined],
    ['trustTier', 'mine'],
    ['hazard', undefined],
    ['source', 'text'],
  ])('[A4] refuses %s to be %s', (option, value) => {
    const wrong = { ...options, [option]: value } as MediaOptions;

    expect(() => new Media(wrong)).toThrow(
      expect.objectContaining({ code: 'E_INVALID_OPTION', context: { option } }),
    );
  });

  it('knows its own kind from a look-alike', () => {
    expect(Media.isMedia(new Media(options))).toBe(true);
    expect(Media.isMedia({ ...options })).toBe(false);
    expect(Media.isMedia(Object.create(Media.prototype))).toBe(false);
    expect(Media.isMedia(null)).toBe(false);
  });
});
