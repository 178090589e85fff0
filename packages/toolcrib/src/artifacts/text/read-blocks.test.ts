import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../../test/artifacts/byte-artifact.ts';
import { rejectionOf } from '../../../../../test/errors.ts';
import { Artifact } from '../../core/artifact.ts';
import { BLOCK_BYTES, readBlocks, readRange } from './read-blocks.ts';

class StreamArtifact extends Artifact {
  readonly #source: UnderlyingDefaultSource<Uint8Array>;

  constructor(byteLength: number, source: UnderlyingDefaultSource<Uint8Array>) {
    super({ id: 'a', mimeType: 'text/plain', byteLength });
    this.#source = source;
  }

  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream(this.#source, { highWaterMark: 0 });
  }
}

async function collect(
  artifact: Artifact,
  options: Parameters<typeof readBlocks>[1] = {},
): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = [];
  for await (const block of readBlocks(artifact, options)) blocks.push(block);
  return blocks;
}

describe('readBlocks', () => {
  it('gives full blocks, however the stream is cut, from any byte on', async () => {
    const bytes = Uint8Array.from({ length: 3 * BLOCK_BYTES + 17 }, (_, index) => index % 251);
    const sizes = fc.array(
      fc.constantFrom(0, 1_000, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 150_000),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat({ max: bytes.length + 5 }), async (chunkSizes, fromByte) => {
        const blocks = await collect(byteArtifact(bytes, { chunkSizes }), { fromByte });

        expect(Buffer.concat(blocks).equals(bytes.subarray(fromByte))).toBe(true);
        expect(blocks.slice(0, -1).every(({ length }) => length === BLOCK_BYTES)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('[A3] reads as much as the artifact says that it has, and fails if there is less', async () => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(new Uint8Array(100_000));
    const endless = await collect(new StreamArtifact(70_000, { pull }));
    const short = new StreamArtifact(500, { start: (controller) => controller.close() });

    expect(endless.map(({ length }) => length)).toEqual([65_536, 4_464]);
    expect(await rejectionOf(collect(short))).toMatchObject({ code: 'E_ARTIFACT_FAILED' });
  });

  it('lets go of the stream when nobody reads on', async () => {
    let isCancelled = false;
    const artifact = new StreamArtifact(1_000_000, {
      pull: (controller) => controller.enqueue(new Uint8Array(BLOCK_BYTES)),
      cancel: () => {
        isCancelled = true;
      },
    });

    expect(await readRange(artifact, { fromByte: 5, maxBytes: 10 })).toHaveLength(10);
    expect(isCancelled).toBe(true);
  });

  it('[A3] is stopped by its signal, even while the stream gives nothing, or nothing but empty chunks', async () => {
    const silent = new StreamArtifact(10, { pull: () => new Promise(() => undefined) });
    const empty = new StreamArtifact(10, { pull: (controller) => controller.enqueue(new Uint8Array(0)) });
    for (const artifact of [silent, empty]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('enough')), 0);

      await expect(collect(artifact, { signal: controller.signal })).rejects.toThrow('enough');
    }
    const signal = AbortSignal.abort(new Error('before'));
    await expect(collect(silent, { signal })).rejects.toThrow('before');
  });

  it('blames the artifact for a stream of something else', async () => {
    const artifact = new StreamArtifact(10, {
      pull: (controller) => controller.enqueue('text' as unknown as Uint8Array),
    });

    expect(await rejectionOf(collect(artifact))).toMatchObject({ code: 'E_ARTIFACT_FAILED' });
  });
});
