import type { Embedder } from './embedder.ts';
import type { EmbeddingParts } from './read-embedding-options.ts';
import { untilAborted } from './until-aborted.ts';

/** A text of tools, and its vector as soon as there is one. */
export interface Meaning {
  readonly text: string;
  /** How many tools have this text. */
  tools: number;
  vector: Float32Array | undefined;
  /** The run that is to find the vector. */
  run: EmbeddingRun | undefined;
}

/** What a run works with. */
export interface RunParts extends Pick<EmbeddingParts, 'onFault' | 'batchSize'> {
  readonly embedder: Embedder;
}

/**
 * Embeds texts, batch after batch, for all who wait for them. It fails as soon as one batch does, and tells of that once; the
 * vectors of the batches before it are kept. It is aborted when the last of those who wait does not want to wait any longer,
 * which is for them to tell.
 */
export class EmbeddingRun {
  readonly #parts: RunParts;
  readonly #meanings: readonly Meaning[];
  readonly #controller = new AbortController();
  readonly #end: Promise<void>;
  #waiting = 0;
  #isOver = false;

  constructor(parts: RunParts, meanings: readonly Meaning[]) {
    this.#parts = parts;
    this.#meanings = meanings;
    for (const meaning of meanings) meaning.run = this;
    this.#end = this.#embedAll();
  }

  /** Rejects if the run fails, and with the reason of the signal when that is aborted. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    this.#waiting++;
    try {
      await untilAborted(this.#end, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0 && !this.#isOver) {
        // Whoever comes now must not wait for what is being given up.
        this.#leave();
        this.#controller.abort(signal?.reason);
      }
    }
  }

  async #embedAll(): Promise<void> {
    const { batchSize, onFault } = this.#parts;
    const { signal } = this.#controller;
    try {
      for (let start = 0; start < this.#meanings.length; start += batchSize) {
        const batch = this.#embedBatch(this.#meanings.slice(start, start + batchSize));
        await untilAborted(batch, signal);
      }
    } catch (error) {
      if (!signal.aborted) onFault(error);
      throw error;
    } finally {
      this.#isOver = true;
      this.#leave();
    }
  }

  /** The vectors are kept even if they come when nobody waits any more: they have been paid for. */
  async #embedBatch(batch: readonly Meaning[]): Promise<void> {
    const texts = batch.map(({ text }) => text);
    const vectors = await this.#parts.embedder.embed(texts, {
      kind: 'tool',
      signal: this.#controller.signal,
    });
    for (const [at, meaning] of batch.entries()) meaning.vector ??= vectors[at];
  }

  #leave(): void {
    for (const meaning of this.#meanings) if (meaning.run === this) meaning.run = undefined;
  }
}
