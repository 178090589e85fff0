import { describe, expect, it } from 'vitest';
import { Artifact } from '../../core/artifact.ts';
import { memoryArtifactStore } from './memory-artifact-store.ts';

const mimeType = 'application/octet-stream';

function numbered(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => index % 251);
}

async function readChunks(artifact: Artifact): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of artifact.stream()) chunks.push(chunk);
  return chunks;
}

describe('memoryArtifactStore', () => {
  it('streams what was put, in chunks of 64 KiB, any number of times', async () => {
    const store = memoryArtifactStore();
    const bytes = numbered(150_000);
    const artifact = await store.put(bytes, { id: 'a', mimeType });

    expect(Artifact.isArtifact(artifact)).toBe(true);
    expect(artifact).toMatchObject({ id: 'a', mimeType, byteLength: 150_000 });
    expect(await store.get('a')).toBe(artifact);
    for (const chunks of [await readChunks(artifact), await readChunks(artifact)]) {
      expect(chunks.map((chunk) => chunk.byteLength)).toEqual([65_536, 65_536, 18_928]);
      expect(new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())).toEqual(bytes);
    }
  });

  it('gives an empty stream for no bytes, and nothing for an id it does not know', async () => {
    const store = memoryArtifactStore();
    const artifact = await store.put(new Uint8Array(0), { id: 'a', mimeType });

    expect(await readChunks(artifact)).toEqual([]);
    expect(await store.get('b')).toBeUndefined();
  });

  it('lets a reader change what it read, and nothing else', async () => {
    const store = memoryArtifactStore();
    const artifact = await store.put(Buffer.from('secret'), { id: 'a', mimeType });
    const [chunk] = await readChunks(artifact);
    chunk?.fill(0);

    expect(await readChunks(artifact)).toEqual([new Uint8Array(Buffer.from('secret'))]);
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
