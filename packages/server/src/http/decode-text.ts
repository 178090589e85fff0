import { isUtf8 } from 'node:buffer';

/** The text that some bytes are in UTF-8; undefined if they are none. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
