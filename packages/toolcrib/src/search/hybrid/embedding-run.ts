import type { Embedder } from './embedder.ts';
import type { EmbeddingParts } from './read-embedding-options.ts';
import { untilAborted } from './until-aborted.ts';

/** When so many texts fail one after another, it may not be because of the texts. */
const MAX_FAILURES = 3;

/** A text of tools, and its vector as soon as there is one. */
export interface Meaning {
  readonly text: string;
  /** How many tools have this text. */
  tools: number;
  vector: Float32Array | undefined;
  /** The run that is to find the vector. */
  run: EmbeddingRun | undefined;
  /**
   * `batch`: one of several texts that were asked for together and failed. `alone`: it failed by itself, for whatever reason.
   * `refused`: that, while others did not; nobody asks for it again.
   */
  failure: 'batch' | 'alone' | 'refused' | undefined;
}

/** What a run works with. */
export interface RunParts extends Pick<EmbeddingParts, 'onFault' | 'batchSize'> {
  readonly embedder: Embedder;
}

/**
 * Embeds texts, batch after batch, for all who wait for them. It fails as soon as one batch does, and tells of that once; the
 * vectors of the batches before it are kept. Texts of batches that failed before are asked for one by one, after the others, so
 * that one that the function refuses costs the others nothing. It is aborted when the last of those who wait does not want to
 * wait any longer, which is for them to tell.
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
      const fresh = this.#meanings.filter(({ failure }) => failure === undefined);
      for (let start = 0; start < fresh.length; start += batchSize) {
        await untilAborted(this.#embedBatch(fresh.slice(start, start + batchSize)), signal);
      }
      await this.#embedDoubtful(this.#meanings.filter(({ failure }) => failure !== undefined));
    } catch (error) {
      if (!signal.aborted) onFault(error);
      throw error;
    } finally {
      this.#isOver = true;
      this.#leave();
    }
  }

  async #embedDoubtful(doubtful: readonly Meaning[]): Promise<void> {
    const { signal } = this.#controller;
    let failures = 0;
    for (const meaning of doubtful) {
      try {
        await untilAborted(this.#embedBatch([meaning]), signal);
        failures = 0;
      } catch (error) {
        failures++;
        if (signal.aborted) throw error;
        // Whether it is the texts or the function, the query will tell.
        if (failures === MAX_FAILURES) return;
      }
    }
  }

  /** The vectors are kept even if they come when nobody waits any more: they have been paid for. */
  async #embedBatch(batch: readonly Meaning[]): Promise<void> {
    const texts = batch.map(({ text }) => text);
    const { signal } = this.#controller;
    try {
      const vectors = await this.#parts.embedder.embed(texts, { kind: 'tool', signal });
      for (const [at, meaning] of batch.entries()) {
        meaning.vector = vectors[at];
        meaning.failure = undefined;
      }
    } catch (error) {
      // What was given up says nothing of the texts.
      if (!signal.aborted)
        for (const meaning of batch) meaning.failure = batch.length === 1 ? 'alone' : 'batch';
      throw error;
    }
  }

  #leave(): void {
    for (const meaning of this.#meanings) if (meaning.run === this) meaning.run = undefined;
  }
}
