import { ToolcribError } from '../../core/errors.ts';

/** How many bytes every block of an artifact has, except for the last. */
export const BLOCK_BYTES = 65_536;

/** Bytes as blocks, which share their memory. */
export function toBlocks(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.ceil(bytes.byteLength / BLOCK_BYTES);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES),
  );
}

/**
 * Reads a stream to its end into blocks of its own, or cancels it.
 *
 * @throws ToolcribError `E_ARTIFACT_FAILED` when it fails, gives more than `maxBytes`, or something other
 * than bytes.
 */
export async function collectBlocks(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<readonly Uint8Array[]> {
  const blocks = new BlockList();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    reader = stream.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      blocks.add(step.value);
      if (blocks.byteLength > maxBytes) throw new RangeError(`The stream gave more than ${maxBytes} bytes.`);
    }
  } catch (cause) {
    // Nobody waits for it, because a source can take any time to be cancelled, or fail at it.
    reader?.cancel(cause).catch(() => undefined);
    throw new ToolcribError('E_ARTIFACT_FAILED', 'The stream of an artifact could not be read.', { cause });
  }
  return blocks.end();
}

/** Chunks of any size become blocks of one size: many small ones would cost more than what they hold. */
class BlockList {
  readonly #blocks: Uint8Array[] = [];
  #last = new Uint8Array(0);
  #lastLength = 0;
  byteLength = 0;

  add(chunk: unknown): void {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The stream gave something other than bytes.');
    this.byteLength += chunk.byteLength;
    for (let position = 0; position < chunk.byteLength; ) {
      if (this.#lastLength === this.#last.byteLength) this.#begin();
      const part = chunk.subarray(position, position + BLOCK_BYTES - this.#lastLength);
      this.#last.set(part, this.#lastLength);
      this.#lastLength += part.byteLength;
      position += part.byteLength;
    }
  }

  end(): readonly Uint8Array[] {
    // A copy of what is used, because a short text must not keep a whole block in memory.
    return this.#lastLength === 0
      ? this.#blocks
      : [...this.#blocks.slice(0, -1), this.#last.slice(0, this.#lastLength)];
  }

  #begin(): void {
    this.#last = new Uint8Array(BLOCK_BYTES);
    this.#lastLength = 0;
    this.#blocks.push(this.#last);
  }
}
