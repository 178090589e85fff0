import type { ArtifactDescription } from '../../index.ts';
import type { FileHandle } from './node-modules.ts';
import { type FileStamp, readExactly } from './read-chunks.ts';

/*
 * A stored file has the bytes of the artifact first, so that an offset in the one is an offset in the other.
 * Then come its id and MIME type as JSON, and last a line of fixed length with both lengths, which is only
 * known when a stream has ended. A file that was cut anywhere, or that something was added to, has no such line.
 */

const END_BYTES = lastLine(0, 0).length;
const END = /^\ntoolcrib-artifact-1 ([0-9a-f]{14}) ([0-9a-f]{8})\n$/;

/** What is known of a file of the store. */
export interface StoredFile {
  readonly description: ArtifactDescription;
  readonly stamp: FileStamp;
}

/** What is written behind the bytes of an artifact. */
export function encodeTail({ id, mimeType, byteLength }: ArtifactDescription): Uint8Array {
  const encoder = new TextEncoder();
  // JSON escapes the halves of characters that UTF-8 cannot say.
  const about = encoder.encode(JSON.stringify({ id, mimeType }));
  const end = encoder.encode(lastLine(byteLength, about.byteLength));
  const tail = new Uint8Array(about.byteLength + end.byteLength);
  tail.set(about);
  tail.set(end, about.byteLength);
  return tail;
}

/** Reads what is behind the bytes of an artifact. Fails when the file is not whole. */
export async function readStoredFile(handle: FileHandle): Promise<StoredFile> {
  const { size, mtimeMs } = await handle.stat();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const end = size < END_BYTES ? undefined : await readExactly(handle, size - END_BYTES, END_BYTES);
  const [, byteDigits = '', aboutDigits = ''] = END.exec(decoder.decode(end)) ?? [];
  const [byteLength, aboutLength] = [parseInt(byteDigits, 16), parseInt(aboutDigits, 16)];
  if (byteLength + aboutLength + END_BYTES !== size) {
    throw new Error('The file is damaged, or was written by a newer version of this library.');
  }
  const about: unknown = JSON.parse(decoder.decode(await readExactly(handle, byteLength, aboutLength)));
  return { description: { ...toAbout(about), byteLength }, stamp: { size, mtimeMs } };
}

function toAbout(value: unknown): Pick<ArtifactDescription, 'id' | 'mimeType'> {
  if (typeof value === 'object' && value !== null && 'id' in value && 'mimeType' in value) {
    const { id, mimeType } = value;
    if (typeof id === 'string' && typeof mimeType === 'string') return { id, mimeType };
  }
  throw new Error('The file does not say whose bytes it has.');
}

function lastLine(byteLength: number, aboutLength: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return `\ntoolcrib-artifact-1 ${hex(byteLength, 14)} ${hex(aboutLength, 8)}\n`;
}
