import type { Artifact } from '../../core/artifact.ts';
import { ToolcribError } from '../../core/errors.ts';
import { Pace } from './pace.ts';

/** How bytes of an artifact are read. */
export interface ReadOptions {
  /** @default 0 */
  readonly fromByte?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Small enough to be worked through at once, large enough that a file of any size takes few. */
export const BLOCK_BYTES = 65_536;

/**
 * The bytes of an artifact in blocks of 64 KiB, the last one shorter, however small or large the chunks of its
 * stream are. No more is read than the artifact says that it has. Others get their turn in between.
 *
 * @throws whatever the signal was aborted with, also while the stream gives nothing; `E_ARTIFACT_FAILED` for a stream
 * that ends before the artifact says that it does.
 */
export async function* readBlocks(
  artifact: Artifact,
  { fromByte = 0, signal }: ReadOptions = {},
): AsyncGenerator<Uint8Array, void> {
  signal?.throwIfAborted();
  let left = artifact.byteLength - fromByte;
  if (!(left > 0)) return;
  const stream = fromByte === 0 ? artifact.stream() : artifact.streamFrom(fromByte);
  const reader = stream.getReader();
  // Whoever reads gets an end then, and looks at the signal.
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', cancel);
  try {
    for await (const block of toBlocks(toChunks(reader, signal))) {
      signal?.throwIfAborted();
      yield block.subarray(0, left);
      left -= block.length;
      if (left <= 0) return;
    }
    signal?.throwIfAborted();
    // An end that comes too soon is not the end of the text.
    throw new ToolcribError('E_ARTIFACT_FAILED', `The stream of an artifact ended ${left} bytes too soon.`);
  } finally {
    signal?.removeEventListener('abort', cancel);
    // Nobody waits for the rest, and a source that cannot be cancelled is not our concern.
    cancel();
  }
}

/** Some bytes of an artifact, at most `maxBytes`; fewer only where it ends. */
export async function readRange(
  artifact: Artifact,
  { fromByte, maxBytes, signal }: ReadOptions & { readonly maxBytes: number },
): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  let left = maxBytes;
  for await (const block of readBlocks(artifact, { fromByte, signal })) {
    blocks.push(block.subarray(0, left));
    left -= block.length;
    if (left <= 0) break;
  }
  return join(blocks);
}

async function* toChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
  const pace = new Pace();
  for (;;) {
    if (pace.isDue) await pace.rest();
    signal?.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) return;
    // The stream is that of a stranger.
    if (!((value as unknown) instanceof Uint8Array)) {
      throw new ToolcribError(
        'E_ARTIFACT_FAILED',
        'The stream of an artifact gave something that is no bytes.',
      );
    }
    for (let start = 0; start < value.length; start += BLOCK_BYTES) {
      yield value.subarray(start, start + BLOCK_BYTES);
      if (pace.isDue) await pace.rest();
    }
  }
}

/** Fills blocks, so that a stream of single bytes costs not much more than one of large chunks. */
async function* toBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let block = new Uint8Array(BLOCK_BYTES);
  let length = 0;
  for await (const chunk of chunks) {
    if (length === 0 && chunk.length === BLOCK_BYTES) {
      yield chunk;
      continue;
    }
    const fitting = chunk.subarray(0, BLOCK_BYTES - length);
    block.set(fitting, length);
    length += fitting.length;
    if (length < BLOCK_BYTES) continue;
    yield block;
    block = new Uint8Array(BLOCK_BYTES);
    block.set(chunk.subarray(fitting.length));
    length = chunk.length - fitting.length;
  }
  if (length > 0) yield block.subarray(0, length);
}

function join(blocks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let length = 0;
  for (const block of blocks) {
    whole.set(block, length);
    length += block.length;
  }
  return whole;
}
