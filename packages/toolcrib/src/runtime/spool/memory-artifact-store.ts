import { Artifact } from '../../core/artifact.ts';
import { ConfigError, ToolcribError } from '../../core/errors.ts';
import type { ArtifactOptions, ArtifactStore } from './artifact-store.ts';

/** How a store in memory is made. */
export interface MemoryArtifactStoreOptions {
  /**
   * How many bytes it keeps; the oldest artifacts are dropped first. An artifact that is larger than that is
   * kept alone. @default 67_108_864, 64 MiB
   */
  readonly maxBytes?: number;
}

/**
 * An artifact store in the memory of this process. A dropped artifact can no longer be streamed, even by
 * those who hold it, so that nobody keeps more in memory than the store may; a stream that was begun before
 * comes to its end.
 *
 * @throws ConfigError `E_INVALID_OPTION`
 */
export function memoryArtifactStore(options: MemoryArtifactStoreOptions = {}): ArtifactStore {
  const { maxBytes = 67_108_864 } = options;
  if (!(Number.isInteger(maxBytes) && maxBytes > 0)) {
    throw new ConfigError('E_INVALID_OPTION', 'maxBytes must be a whole number from 1.', {
      context: { option: 'maxBytes' },
    });
  }
  return new MemoryArtifactStore(maxBytes);
}

const CHUNK_BYTES = 65_536;

class MemoryArtifactStore implements ArtifactStore {
  readonly #maxBytes: number;
  /** From the oldest to the newest. */
  readonly #artifacts = new Map<string, MemoryArtifact>();
  #byteLength = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  put(bytes: Uint8Array, { id, mimeType }: ArtifactOptions): Artifact {
    if (this.#artifacts.has(id)) {
      throw new ToolcribError('E_ARTIFACT_FAILED', `There is an artifact "${id}" already.`);
    }
    const artifact = new MemoryArtifact(bytes, { id, mimeType });
    this.#makeRoom(artifact.byteLength);
    this.#artifacts.set(id, artifact);
    this.#byteLength += artifact.byteLength;
    return artifact;
  }

  get(id: string): Artifact | undefined {
    return this.#artifacts.get(id);
  }

  #makeRoom(byteLength: number): void {
    for (const [id, artifact] of this.#artifacts) {
      if (this.#byteLength + byteLength <= this.#maxBytes) return;
      this.#artifacts.delete(id);
      this.#byteLength -= artifact.byteLength;
      artifact.drop();
    }
  }
}

class MemoryArtifact extends Artifact {
  #bytes: Uint8Array | undefined;

  constructor(bytes: Uint8Array, { id, mimeType }: ArtifactOptions) {
    super({ id, mimeType, byteLength: bytes.byteLength });
    this.#bytes = bytes;
  }

  drop(): void {
    this.#bytes = undefined;
  }

  stream(): ReadableStream<Uint8Array> {
    const bytes = this.#bytes;
    let position = 0;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => {
        if (bytes === undefined) return controller.error(this.#gone());
        if (position >= bytes.byteLength) return controller.close();
        // A copy, because the reader may change what it gets or transfer it elsewhere.
        controller.enqueue(new Uint8Array(bytes.subarray(position, position + CHUNK_BYTES)));
        position += CHUNK_BYTES;
      },
    };
    // Nothing is copied before somebody reads.
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  #gone(): ToolcribError {
    return new ToolcribError('E_ARTIFACT_FAILED', `Artifact "${this.id}" is not kept any more.`);
  }
}
