/**
 * Bytes, or all that a stream gives, in batches of one size; only the last one may be shorter, and it may be empty. A batch
 * is only valid until the next one is asked for. The caller cancels the stream if this fails.
 */
export async function* readBatches(
  content: Uint8Array | ReadableStream<Uint8Array>,
  batchBytes: number,
): AsyncGenerator<Uint8Array, void> {
  if (!(content instanceof Uint8Array)) return yield* gather(content, batchBytes);
  let position = 0;
  do {
    yield content.subarray(position, position + batchBytes);
    position += batchBytes;
  } while (position < content.byteLength);
}

async function* gather(
  stream: ReadableStream<Uint8Array>,
  batchBytes: number,
): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    const batch = new Uint8Array(batchBytes);
    let gathered = 0;
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const chunk = toBytes(step.value);
      for (let position = 0; position < chunk.byteLength; ) {
        if (gathered === batchBytes) {
          yield batch;
          gathered = 0;
        }
        const part = chunk.subarray(position, position + batchBytes - gathered);
        batch.set(part, gathered);
        gathered += part.byteLength;
        position += part.byteLength;
      }
    }
    yield batch.subarray(0, gathered);
  } finally {
    reader.releaseLock();
  }
}

function toBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('The stream gave something other than bytes.');
}
