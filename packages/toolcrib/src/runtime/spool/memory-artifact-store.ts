import { Artifact } from '../../core/artifact.ts';
import { cutText } from '../../core/cut-text.ts';
import { ConfigError, ToolcribError } from '../../core/errors.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { Awaitable } from '../awaitable.ts';
import type { ArtifactOptions, ArtifactStore } from './artifact-store.ts';
import { BLOCK_BYTES, collectBlocks, toBlocks } from './collect-blocks.ts';

/** How a store in memory is made. */
export interface MemoryArtifactStoreOptions {
  /**
   * How many bytes it keeps; the oldest artifacts are dropped first. Bytes that are more than that are kept
   * alone; a stream that gives more is refused. However small they are, it keeps 65,536 artifacts at most.
   * @default 67_108_864, 64 MiB
   */
  readonly maxBytes?: number;
}

const optionNames: ReadonlySet<string> = new Set<keyof MemoryArtifactStoreOptions>(['maxBytes']);

/**
 * An artifact store in the memory of this process. A dropped artifact can no longer be streamed, even by
 * those who hold it, so that nobody keeps more in memory than the store may; a stream that was begun before
 * comes to its end.
 *
 * @throws ConfigError `E_INVALID_OPTION`
 */
export function memoryArtifactStore(options: MemoryArtifactStoreOptions = {}): ArtifactStore {
  requireKnownOptions(options, optionNames);
  const { maxBytes = 67_108_864 } = options;
  if (!(Number.isInteger(maxBytes) && maxBytes > 0)) {
    throw new ConfigError('E_INVALID_OPTION', 'maxBytes must be a whole number from 1.', {
      context: { option: 'maxBytes' },
    });
  }
  return new MemoryArtifactStore(maxBytes);
}

/** Each costs some hundred bytes besides its own. */
const MAX_ARTIFACTS = 65_536;

class MemoryArtifactStore implements ArtifactStore {
  readonly #maxBytes: number;
  /** From the oldest to the newest. */
  readonly #artifacts = new Map<string, MemoryArtifact>();
  #byteLength = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  put(content: Uint8Array | ReadableStream<Uint8Array>, options: ArtifactOptions): Awaitable<Artifact> {
    if (content instanceof Uint8Array) return this.#keep(toBlocks(content), options);
    return this.#putStream(content, options);
  }

  get(id: string): Artifact | undefined {
    return this.#artifacts.get(id);
  }

  async #putStream(stream: ReadableStream<Uint8Array>, options: ArtifactOptions): Promise<Artifact> {
    if (this.#artifacts.has(options.id)) {
      // A stream that cannot be cancelled, or that somebody else reads, is not our concern.
      stream.cancel().catch(() => undefined);
      throw taken(options.id);
    }
    return this.#keep(await collectBlocks(stream, this.#maxBytes), options);
  }

  #keep(blocks: readonly Uint8Array[], { id, mimeType }: ArtifactOptions): Artifact {
    if (this.#artifacts.has(id)) throw taken(id);
    const artifact = new MemoryArtifact(blocks, { id, mimeType });
    this.#makeRoom(artifact.byteLength);
    this.#artifacts.set(id, artifact);
    this.#byteLength += artifact.byteLength;
    return artifact;
  }

  #makeRoom(byteLength: number): void {
    for (const [id, artifact] of this.#artifacts) {
      const hasRoom = this.#byteLength + byteLength <= this.#maxBytes && this.#artifacts.size < MAX_ARTIFACTS;
      if (hasRoom) return;
      this.#artifacts.delete(id);
      this.#byteLength -= artifact.byteLength;
      artifact.drop();
    }
  }
}

class MemoryArtifact extends Artifact {
  #blocks: readonly Uint8Array[] | undefined;

  constructor(blocks: readonly Uint8Array[], { id, mimeType }: ArtifactOptions) {
    super({ id, mimeType, byteLength: blocks.reduce((sum, block) => sum + block.byteLength, 0) });
    this.#blocks = blocks;
  }

  drop(): void {
    this.#blocks = undefined;
  }

  stream(): ReadableStream<Uint8Array> {
    return this.streamFrom(0);
  }

  override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    const blocks = this.#blocks;
    let position = Math.max(0, Math.trunc(byteOffset) || 0);
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: (controller) => {
        if (blocks === undefined) return controller.error(this.#gone());
        const block = blocks[Math.floor(position / BLOCK_BYTES)]?.subarray(position % BLOCK_BYTES);
        if (block === undefined || block.byteLength === 0) return controller.close();
        // A copy, because the reader may change what it gets or transfer it elsewhere.
        controller.enqueue(new Uint8Array(block));
        position += block.byteLength;
      },
    };
    // Nothing is copied before somebody reads.
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  #gone(): ToolcribError {
    return new ToolcribError('E_ARTIFACT_FAILED', `Artifact "${cutText(this.id)}" is not kept any more.`);
  }
}

function taken(id: string): ToolcribError {
  return new ToolcribError('E_ARTIFACT_FAILED', `There is an artifact "${cutText(id)}" already.`);
}
