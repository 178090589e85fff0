import type { EmbedRequest } from './embedding-options.ts';
import type { EmbeddingParts } from './read-embedding-options.ts';
import { readVectors } from './read-vectors.ts';

/** Asks the embed function, and takes nothing for a vector that is none. */
export class Embedder {
  readonly #embed: EmbeddingParts['embed'];
  readonly #onOtherLength: () => void;
  /** That of the vectors of tools: those of another length cannot be compared with them. */
  #length: number | undefined;

  /** @param onOtherLength called when tools get vectors of another length than before, before they do. */
  constructor({ embed }: Pick<EmbeddingParts, 'embed'>, onOtherLength: () => void) {
    this.#embed = embed;
    this.#onOtherLength = onOtherLength;
  }

  /** A vector of length 1 for each text. Rejects if there is not one for each. */
  async embed(texts: readonly string[], request: EmbedRequest): Promise<Float32Array[]> {
    const answer: unknown = await this.#embed(Object.freeze([...texts]), request);
    const isQuery = request.kind === 'query';
    const vectors = readVectors(answer, { count: texts.length, length: isQuery ? this.#length : undefined });
    const length = vectors[0]?.length;
    if (isQuery || length === this.#length) return vectors;
    if (this.#length !== undefined) this.#onOtherLength();
    this.#length = length;
    return vectors;
  }
}
