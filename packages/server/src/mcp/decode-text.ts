/** The text that some bytes are in UTF-8; undefined if they are none. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // A decoder that is fatal throws for bytes that are no text, and for nothing else.
    return undefined;
  }
}
