import { describe, expect, it } from 'vitest';
import { startRuntime, tool } from '../../../../../test/runtime.ts';
import { Media } from '../../core/media.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { renderForLog } from '../render/render-for-log.ts';
import { memoryArtifactStore } from './memory-artifact-store.ts';

const CHUNKS = 50;
const secret = 'bytes-that-are-only-streamed';

/** An image of many chunks, and what was asked of its source. */
function countedImage() {
  const asked = { opened: 0, chunks: 0, cancelled: 0 };
  const image = new Media({
    kind: 'image',
    mimeType: 'image/png',
    trustTier: 'third-party-public',
    hazard: 'opaque',
    source: () => {
      asked.opened++;
      let left = CHUNKS;
      const source: UnderlyingDefaultSource<Uint8Array> = {
        pull: (controller) => {
          if (left-- === 0) return controller.close();
          asked.chunks++;
          controller.enqueue(new TextEncoder().encode(secret.repeat(100)));
        },
        cancel: () => {
          asked.cancelled++;
        },
      };
      return new ReadableStream(source, { highWaterMark: 0 });
    },
  });
  return { image, asked };
}

describe('the bytes of media', () => {
  it('[A4] are nowhere but in the stream that somebody reads', async () => {
    const { image, asked } = countedImage();
    const ledger = memoryLedger();
    const artifacts = memoryArtifactStore();
    let puts = 0;
    const { runtime, events } = startRuntime([tool('draw', () => [image, image])], {
      ledger,
      artifacts: {
        put: (content, options) => {
          puts++;
          return artifacts.put(content, options);
        },
        get: (id) => artifacts.get(id),
      },
    });

    const record = await runtime.call({ tool: 'draw', args: {}, idempotencyKey: 'key-1' });
    const replay = await runtime.call({ tool: 'draw', args: {}, idempotencyKey: 'key-1' });

    const written = {
      record,
      replay,
      details: record.details(),
      log: renderForLog(record),
      user: runtime.renderForUser(record),
      model: runtime.renderForModel(record),
      entry: await ledger.get(record.invocationId),
      events: events.events,
    };
    const needles = [0, 1, 2].map((shift) => toBase64(secret.repeat(2).slice(shift)).slice(4, 24));
    for (const [name, value] of Object.entries(written)) {
      const text = JSON.stringify(value);
      expect([name, text.includes(secret)]).toEqual([name, false]);
      for (const needle of needles) expect([name, text.includes(needle)]).toEqual([name, false]);
    }
    expect(JSON.stringify(written.entry)).toContain('image/png');
    expect(events.types()).toContain('tool-call-end');
    expect([asked, puts]).toEqual([{ opened: 0, chunks: 0, cancelled: 0 }, 0]);
  });

  it('[A4] are taken from their source as they are read, and no further', async () => {
    const { image, asked } = countedImage();
    const { runtime } = startRuntime([tool('draw', () => image)]);
    const { result } = await runtime.call({ tool: 'draw', args: {} });
    if (result?.kind !== 'media') throw new Error('expected media');
    const [media] = result.media;

    const reader = media?.stream().getReader();
    for (let chunk = 0; chunk < 3; chunk++) await reader?.read();
    expect(asked).toEqual({ opened: 1, chunks: 3, cancelled: 0 });
    await reader?.cancel();
    expect(asked).toEqual({ opened: 1, chunks: 3, cancelled: 1 });

    const whole = await new Response(media?.stream()).arrayBuffer();
    expect(whole.byteLength).toBe(CHUNKS * 100 * secret.length);
    expect(asked.opened).toBe(2);
  });
});

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
