import type { EmbedRequest } from './embedding-options.ts';
import type { EmbeddingParts } from './read-embedding-options.ts';
import { readVectors } from './read-vectors.ts';

/** Asks the embed function, and takes nothing for a vector that is none. */
export class Embedder {
  readonly #embed: EmbeddingParts['embed'];
  /** That of the first vector: those of another length cannot be compared with it. */
  #length: number | undefined;

  constructor({ embed }: Pick<EmbeddingParts, 'embed'>) {
    this.#embed = embed;
  }

  /** A vector of length 1 for each text. Rejects if there is not one for each. */
  async embed(texts: readonly string[], request: EmbedRequest): Promise<Float32Array[]> {
    const answer: unknown = await this.#embed(Object.freeze([...texts]), request);
    const vectors = readVectors(answer, { count: texts.length, length: this.#length });
    this.#length ??= vectors[0]?.length;
    return vectors;
  }
}
