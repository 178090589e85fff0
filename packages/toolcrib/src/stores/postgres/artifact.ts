import { Artifact, type ArtifactDescription } from '../../index.ts';
import { cannotRead } from '../artifact-failures.ts';
import { askRows } from './artifact-rows.ts';
import { BLOCK_BYTES, selectBlocks } from './artifact-statements.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** How many blocks are read with one statement. */
const BLOCKS_AT_ONCE = 4;

/** An artifact whose bytes are rows of a database. */
export class PostgresArtifact extends Artifact {
  readonly #pool: PostgresPool;
  readonly #content: string;

  constructor(description: ArtifactDescription, content: string, pool: PostgresPool) {
    super(description);
    this.#pool = pool;
    this.#content = content;
  }

  stream(): ReadableStream<Uint8Array> {
    return this.streamFrom(0);
  }

  override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    const blocks = this.#read(Math.max(0, Math.trunc(byteOffset) || 0));
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: async (controller) => {
        const step = await blocks.next();
        if (step.done) controller.close();
        else controller.enqueue(step.value);
      },
      cancel: async () => {
        await blocks.return();
      },
    };
    // No statement runs before somebody reads.
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  async *#read(byteOffset: number): AsyncGenerator<Uint8Array, void> {
    const end = Math.ceil(this.byteLength / BLOCK_BYTES);
    const start = Math.min(byteOffset, this.byteLength);
    let position = Math.floor(start / BLOCK_BYTES);
    let skipped = start % BLOCK_BYTES;
    // An empty rest is asked for too: the artifact may be gone.
    do {
      for (const bytes of await this.#load(position, Math.min(position + BLOCKS_AT_ONCE, end))) {
        // A copy, because a driver may give values that share memory.
        if (bytes.byteLength > skipped) yield new Uint8Array(bytes.subarray(skipped));
        skipped = 0;
        position += 1;
      }
    } while (position < end);
  }

  async #load(from: number, to: number): Promise<readonly Uint8Array[]> {
    try {
      const { rows } = await askRows(this.#pool, selectBlocks, [this.#content, from, to]);
      // The driver gives bytea as bytes; null stands for the missing block of an empty rest.
      const blocks = rows.flatMap(({ bytes }) => (bytes === null ? [] : [bytes as Uint8Array]));
      if (rows.length === 0) throw new Error('The artifact is not kept any more.');
      if (blocks.length !== Math.max(0, to - from)) throw new Error('Blocks of the artifact are missing.');
      return blocks;
    } catch (cause) {
      throw cannotRead(this.id, cause);
    }
  }
}
