import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../test/errors.ts';
import type { Artifact } from '../../core/artifact.ts';
import { describeArtifactStore } from '../../stores/testkit/index.ts';
import { memoryArtifactStore } from './memory-artifact-store.ts';

describeArtifactStore('an artifact store in memory', () => ({ store: memoryArtifactStore() }), {
  describe,
  it,
});

const mimeType = 'application/octet-stream';

function numbered(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => index % 251);
}

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function readChunks(artifact: Artifact, offset = 0): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of artifact.streamFrom(offset)) chunks.push(chunk);
  return chunks;
}

describe('memoryArtifactStore', () => {
  it('keeps bytes without copying them, and gives them in chunks of 64 KiB, from an offset on', async () => {
    const store = memoryArtifactStore();
    const bytes = numbered(150_000);
    const artifact = await store.put(bytes, { id: 'a', mimeType });
    bytes[149_999] = 255;

    const sizes = async (offset: number) =>
      (await readChunks(artifact, offset)).map((chunk) => chunk.byteLength);

    expect(await store.get('a')).toBe(artifact);
    expect(await sizes(0)).toEqual([65_536, 65_536, 18_928]);
    expect(await sizes(65_536)).toEqual([65_536, 18_928]);
    expect(await sizes(70_000)).toEqual([61_072, 18_928]);
    expect(await readChunks(artifact, 149_998)).toEqual([
      new Uint8Array([numbered(150_000)[149_998] ?? 0, 255]),
    ]);
  });

  it('keeps a stream in chunks of 64 KiB too, however small those were that it gave', async () => {
    const store = memoryArtifactStore();
    const bytes = numbered(70_000);
    const chunks = Array.from({ length: 1_000 }, (_, index) => bytes.subarray(index * 70, index * 70 + 70));

    const artifact = await store.put(streamOf(...chunks), { id: 'a', mimeType });

    const stored = await readChunks(artifact);
    expect(stored.map((chunk) => chunk.byteLength)).toEqual([65_536, 4_464]);
    expect(Buffer.concat(stored).equals(bytes)).toBe(true);
  });

  it('keeps no more artifacts than it can, however small they are', async () => {
    const store = memoryArtifactStore();
    for (let index = 0; index <= 65_536; index++) {
      await store.put(new Uint8Array(0), { id: `id-${index}`, mimeType });
    }

    expect(await store.get('id-0')).toBeUndefined();
    expect(await store.get('id-1')).toBeDefined();
    expect(await store.get('id-65536')).toBeDefined();
  });

  it('refuses a stream that gives more than it keeps, and drops nothing for it', async () => {
    const store = memoryArtifactStore({ maxBytes: 100_000 });
    await store.put(numbered(60_000), { id: 'a', mimeType });
    let chunks = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        chunks++;
        controller.enqueue(numbered(10_000));
      },
      // Never ends, and nobody waits for it.
      cancel: () => new Promise(() => undefined),
    });

    const error = await rejectionOf(Promise.resolve(store.put(endless, { id: 'b', mimeType })));

    expect(error).toMatchObject({
      code: 'E_ARTIFACT_FAILED',
      cause: new RangeError('The stream gave more than 100000 bytes.'),
    });
    expect(chunks).toBeLessThanOrEqual(12);
    expect([store.get('a') !== undefined, store.get('b')]).toEqual([true, undefined]);
  });

  it('drops the oldest for a stream when it has ended', async () => {
    const store = memoryArtifactStore({ maxBytes: 10 });
    await store.put(numbered(6), { id: 'a', mimeType });

    const artifact = await store.put(streamOf(numbered(10)), { id: 'b', mimeType });

    expect(store.get('a')).toBeUndefined();
    expect(await readChunks(artifact)).toEqual([numbered(10)]);
  });

  it('refuses a stream that somebody else reads', async () => {
    const stream = new Blob(['text']).stream();
    stream.getReader();

    const put = Promise.resolve(memoryArtifactStore().put(stream, { id: 'a', mimeType }));

    expect(await rejectionOf(put)).toMatchObject({ code: 'E_ARTIFACT_FAILED', cause: expect.any(TypeError) });
  });

  it('drops the oldest first when there is no room', async () => {
    const store = memoryArtifactStore({ maxBytes: 10 });
    const kept = () => ['a', 'b', 'c', 'd'].filter((id) => store.get(id) !== undefined);
    const first = await store.put(numbered(4), { id: 'a', mimeType });
    await store.put(numbered(6), { id: 'b', mimeType });
    const begun = first.stream();
    expect(kept()).toEqual(['a', 'b']);

    await store.put(numbered(1), { id: 'c', mimeType });
    expect(kept()).toEqual(['b', 'c']);
    await expect(readChunks(first)).rejects.toMatchObject({ code: 'E_ARTIFACT_FAILED' });
    expect(new Uint8Array(await new Response(begun as BodyInit).arrayBuffer())).toEqual(numbered(4));

    const large = await store.put(numbered(11), { id: 'd', mimeType });
    expect(kept()).toEqual(['d']);
    expect(await readChunks(large)).toEqual([numbered(11)]);

    await store.put(numbered(10), { id: 'a', mimeType });
    expect(kept()).toEqual(['a']);
  });

  it('refuses an id that it has, and a limit that is none', async () => {
    const store = memoryArtifactStore();
    await store.put(numbered(3), { id: 'a', mimeType });

    expect(() => store.put(numbered(1), { id: 'a', mimeType })).toThrow('"a" already');
    expect((await store.get('a'))?.byteLength).toBe(3);
    for (const maxBytes of [0, -1, 1.5, Number.NaN]) {
      expect(() => memoryArtifactStore({ maxBytes })).toThrow('maxBytes');
    }
  });
});
