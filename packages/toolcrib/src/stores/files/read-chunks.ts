import type { FileHandle, FileStats, FileSystem } from './node-modules.ts';

const CHUNK_BYTES = 65_536;

/** What a file looked like when an artifact was made of it. */
export type FileStamp = Pick<FileStats, 'size' | 'mtimeMs'>;

/** Some of the bytes of a file. */
export interface FileRange {
  readonly path: string;
  readonly start: number;
  /** The first byte that is not read. */
  readonly end: number;
  readonly stamp: FileStamp;
}

/**
 * Opens a file when the first chunk is asked for, and closes it with the last one or when nobody wants more.
 * Fails when the file is not as its stamp says, before the first chunk or after the last was read.
 */
export async function* readChunks(fs: FileSystem, range: FileRange): AsyncGenerator<Uint8Array, void> {
  let last: Uint8Array | undefined;
  const handle = await fs.open(range.path, 'r');
  try {
    assertUnchanged(await handle.stat(), range.stamp);
    for (let position = range.start; position < range.end; ) {
      const chunk = await readSome(handle, position, Math.min(CHUNK_BYTES, range.end - position));
      position += chunk.byteLength;
      if (position < range.end) yield chunk;
      else last = chunk;
    }
    assertUnchanged(await handle.stat(), range.stamp);
  } finally {
    await handle.close();
  }
  // Not before, so that whoever has all bytes and does not ask for more leaves no file open.
  if (last !== undefined) yield last;
}

/** Exactly as many bytes as asked for. */
export async function readExactly(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const part = await readSome(handle, position + done, length - done);
    bytes.set(part, done);
    done += part.byteLength;
  }
  return bytes;
}

async function readSome(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(length);
  const { bytesRead } = await handle.read(buffer, { position });
  if (bytesRead === 0) throw new Error('The file is shorter than it was.');
  return buffer.subarray(0, bytesRead);
}

function assertUnchanged({ size, mtimeMs }: FileStats, stamp: FileStamp): void {
  if (size !== stamp.size || mtimeMs !== stamp.mtimeMs) throw new Error('The file has been changed.');
}
