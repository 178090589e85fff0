import type { FileHandle } from './node-modules.ts';

const BLOCK_BYTES = 65_536;
/** Node takes no more than 2 GiB at once. */
const MAX_WRITE_BYTES = 16_777_216;

/** Writes bytes, or all that a stream gives, to the end of a file, and gives their number. */
export async function writeContent(
  handle: FileHandle,
  content: Uint8Array | ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<number> {
  if (!(content instanceof Uint8Array)) return await writeStream(handle, content, maxBytes);
  assertFits(content.byteLength, maxBytes);
  await writeBytes(handle, content);
  return content.byteLength;
}

/** Writes all bytes, also where the host takes some at a time. */
export async function writeBytes(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes.subarray(done, done + MAX_WRITE_BYTES));
    if (bytesWritten === 0) throw new Error('The host took no bytes.');
    done += bytesWritten;
  }
}

/** Whoever calls cancels the stream if this fails. */
async function writeStream(
  handle: FileHandle,
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<number> {
  const reader = stream.getReader();
  try {
    // Small chunks are gathered, because each write has a price of its own.
    const block = new Uint8Array(BLOCK_BYTES);
    let gathered = 0;
    let byteLength = 0;
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const chunk = toBytes(step.value);
      byteLength += chunk.byteLength;
      assertFits(byteLength, maxBytes);
      if (gathered + chunk.byteLength > BLOCK_BYTES) {
        await writeBytes(handle, block.subarray(0, gathered));
        gathered = 0;
      }
      if (chunk.byteLength > BLOCK_BYTES) await writeBytes(handle, chunk);
      else {
        block.set(chunk, gathered);
        gathered += chunk.byteLength;
      }
    }
    await writeBytes(handle, block.subarray(0, gathered));
    return byteLength;
  } finally {
    reader.releaseLock();
  }
}

function toBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('The stream gave something other than bytes.');
}

function assertFits(byteLength: number, maxBytes: number): void {
  if (byteLength > maxBytes) throw new RangeError(`The artifact has more than ${maxBytes} bytes.`);
}
