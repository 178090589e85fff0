import { Artifact, type ArtifactDescription } from '../../packages/toolcrib/src/core/artifact.ts';

const CHUNK_BYTES = 65_536;

/** An artifact of any size whose bytes are nowhere: a pattern that comes again and again, made as it is read. */
export class GeneratedArtifact extends Artifact {
  readonly #pattern: Uint8Array;

  constructor(description: ArtifactDescription, pattern: string) {
    super(description);
    const once = new TextEncoder().encode(pattern);
    // Long enough that every chunk is one part of it.
    const times = Math.ceil(CHUNK_BYTES / once.length) + 1;
    this.#pattern = new TextEncoder().encode(pattern.repeat(times));
    this.#period = once.length;
  }

  readonly #period: number;

  stream(): ReadableStream<Uint8Array> {
    return this.streamFrom(0);
  }

  override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    let place = byteOffset;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => {
        if (place >= this.byteLength) return controller.close();
        const start = place % this.#period;
        const length = Math.min(CHUNK_BYTES, this.byteLength - place);
        controller.enqueue(this.#pattern.slice(start, start + length));
        place += length;
      },
    };
    return new ReadableStream(source, { highWaterMark: 0 });
  }
}
