/** What an artifact says about itself, before its bytes are read. */
export interface ArtifactDescription {
  /** Names the artifact inside its byte store. */
  readonly id: string;
  readonly mimeType: string;
  readonly byteLength: number;
}

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
}
