/** What an artifact says about itself, before its bytes are read. */
export interface ArtifactDescription {
  /** Names the artifact inside its byte store. 1 to 256 characters, if a tool returns it. */
  readonly id: string;
  readonly mimeType: string;
  readonly byteLength: number;
}

const MAX_EMPTY_CHUNKS = 10_000;

/**
 * A result whose bytes are kept outside the conversation: a model sees a handle and a bounded preview.
 * Kinds of artifacts extend this class; {@link Artifact.isArtifact} knows them and no look-alike.
 */
export abstract class Artifact implements ArtifactDescription {
  readonly id: string;
  readonly mimeType: string;
  readonly byteLength: number;
  readonly #isArtifact = true;

  constructor(description: ArtifactDescription) {
    this.id = description.id;
    this.mimeType = description.mimeType;
    this.byteLength = description.byteLength;
  }

  static isArtifact(value: unknown): value is Artifact {
    return typeof value === 'object' && value !== null && #isArtifact in value;
  }

  /** The bytes, from the start; each call gives a new stream. */
  abstract stream(): ReadableStream<Uint8Array>;

  /**
   * The bytes from an offset on; none where that is beyond the end. What lies before is read and dropped,
   * unless the kind of artifact can do better.
   */
  streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    const reader = this.stream().getReader();
    let left = byteOffset;
    let emptyChunks = 0;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: async (controller) => {
        for (let step = await reader.read(); !step.done; step = await reader.read()) {
          const part = left > 0 ? step.value.subarray(left) : step.value;
          left = Math.max(0, left - step.value.length);
          if (part.length > 0) return controller.enqueue(part);
          // Whoever gives nothing for ever would keep everybody else from running.
          if (step.value.length === 0 && ++emptyChunks > MAX_EMPTY_CHUNKS) {
            throw new Error('The stream gives empty chunks only.');
          }
        }
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    };
    // Nothing is read before somebody reads.
    return new ReadableStream(source, { highWaterMark: 0 });
  }
}
