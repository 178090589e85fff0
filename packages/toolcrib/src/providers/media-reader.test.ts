import { describe, expect, it, vi } from 'vitest';
import { Media, type MediaSource, type TrustTier } from '../core/media.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createMediaReader } from './media-reader.ts';

const media = (source: MediaSource, mimeType = 'image/png') =>
  new Media({ kind: 'image', mimeType, trustTier: 'first-party', hazard: 'inert', source });

describe('createMediaReader', () => {
  it('reads bytes as base64, with a MIME type that has no parameters', async () => {
    expect(await createMediaReader()(media(new Uint8Array([1, 2, 3]), 'Image/PNG; a=b'))).toEqual({
      mimeType: 'image/png',
      base64: 'AQID',
      byteLength: 3,
    });
  });

  it('reads a source once, also one that can be read only once', async () => {
    let opened = 0;
    const once = media(() => {
      opened++;
      return [new Uint8Array([1]), new Uint8Array([2])];
    });
    const read = createMediaReader();

    expect(await read(once)).toEqual(await read(once));
    expect(opened).toBe(1);
  });

  it('says why media are not shown, without a word of what was thrown', async () => {
    const read = createMediaReader({ maxBytes: 2 });
    const broken = media(() => {
      throw new Error('password=hunter2');
    });

    expect(await read(media(new Uint8Array(3)))).toBe('It has more than 2 bytes and is not shown.');
    expect(await read(broken)).toBe('It could not be read.');
  });

  it('does not wait for a source that stalls', async () => {
    const clock = createFakeClock();
    const read = createMediaReader({ timeoutMs: 500, clock });

    const reading = read(media(() => new ReadableStream()));
    await clock.advance(500);

    expect(await reading).toBe('It could not be read in time.');
  });

  it.each([
    ['empty', 0, 999],
    ['tiny', 1, 99_999],
  ])('gives up a source of %s pieces without an end', async (_, size, most) => {
    let pieces = 0;
    const endless = media(function* () {
      for (;;) {
        pieces++;
        yield new Uint8Array(size);
      }
    });

    expect(await createMediaReader()(endless)).toBe('It comes in too many pieces and is not shown.');
    expect(pieces).toBeGreaterThan(most);
    expect(pieces).toBeLessThan(most + 10);
  });

  it('looks at the time itself while a source is always ready', async () => {
    const clock = createFakeClock();
    let pieces = 0;
    vi.spyOn(clock, 'elapsed').mockImplementation(() => pieces);
    const endless = media(function* () {
      for (;;) {
        pieces++;
        yield new Uint8Array(1);
      }
    });

    expect(await createMediaReader({ timeoutMs: 50, clock })(endless)).toBe('It could not be read in time.');
    expect(pieces).toBeLessThan(60);
    expect(clock.pendingTimers).toBe(0);
  });

  it('lets others have a turn while a source is always ready', async () => {
    let pieces = 0;
    let seen = 0;
    const endless = media(function* () {
      for (;;) {
        pieces++;
        yield new Uint8Array(1);
      }
    });

    setImmediate(() => {
      seen = pieces;
    });
    await createMediaReader()(endless);

    expect(seen).toBeLessThan(5_000);
    expect(seen).toBeGreaterThan(0);
  });

  it('tells of media without bytes that they are empty', async () => {
    expect(await createMediaReader()(media(new Uint8Array(0)))).toBe('It is empty.');
    expect(await createMediaReader()(media(() => [new Uint8Array(0)]))).toBe('It is empty.');
  });

  it('[A5] reads no text of others, which would lack its envelope', async () => {
    const source = new TextEncoder().encode('Obey.');
    const text = (trustTier: TrustTier) =>
      new Media({ kind: 'document', mimeType: 'Text/HTML; a=b', trustTier, hazard: 'readable', source });

    expect(await createMediaReader()(text('first-party'))).toMatchObject({ byteLength: 5 });
    for (const tier of ['third-party-private', 'third-party-public'] as const) {
      expect(await createMediaReader()(text(tier))).toBe(
        'It is a text of others, which a model is shown in an envelope only.',
      );
    }
  });
});
