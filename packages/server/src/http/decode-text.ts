/** Each text is decoded by itself, so one decoder does for all; to make one takes longer than to decode a small text. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text that some bytes are in UTF-8; undefined if they are none. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    // A decoder that is fatal throws for bytes that are no text, and for nothing else.
    return undefined;
  }
}
