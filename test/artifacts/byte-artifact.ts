import { Artifact } from '../../packages/toolcrib/src/core/artifact.ts';

/** How an artifact of a test differs from an ordinary one. */
export interface ByteArtifactOptions {
  readonly id?: string;
  readonly mimeType?: string;
  /** The sizes of the chunks of its stream, again and again; 0 is an empty one. @default one chunk */
  readonly chunkSizes?: readonly number[];
}

/** An artifact of some bytes, in chunks as a test wants them. */
export function byteArtifact(content: string | Uint8Array, options: ByteArtifactOptions = {}): Artifact {
  return new ByteArtifact(typeof content === 'string' ? new TextEncoder().encode(content) : content, options);
}

class ByteArtifact extends Artifact {
  readonly #bytes: Uint8Array;
  readonly #chunkSizes: readonly number[];

  constructor(bytes: Uint8Array, { id = 'a', mimeType = 'text/plain', chunkSizes }: ByteArtifactOptions) {
    super({ id, mimeType, byteLength: bytes.length });
    this.#bytes = bytes;
    this.#chunkSizes = chunkSizes?.some((size) => size > 0) ? chunkSizes : [Math.max(1, bytes.length)];
  }

  stream(): ReadableStream<Uint8Array> {
    let place = 0;
    let chunk = 0;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => {
        if (place >= this.#bytes.length) return controller.close();
        const size = this.#chunkSizes[chunk++ % this.#chunkSizes.length] ?? 1;
        controller.enqueue(this.#bytes.slice(place, place + size));
        place += size;
      },
    };
    return new ReadableStream(source, { highWaterMark: 0 });
  }
}
