const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of bytes. What is no UTF-8 becomes replacement characters; a byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

/** As much of a text as fits into a number of bytes, in whole characters. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

/**
 * How many bytes the first `length` UTF-16 units of a text take, of bytes that need not be UTF-8: a replacement
 * character may be one byte of them, or three.
 */
export function bytesOfPrefix(bytes: Uint8Array, text: string, length: number): number {
  const prefix = text.slice(0, length);
  if (!prefix.includes('\ufffd')) return utf8Length(prefix);
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (decodeUtf8(bytes.subarray(0, cutBackward(bytes, middle))).length < length) low = middle + 1;
    else high = middle;
  }
  return cutBackward(bytes, low);
}

/**
 * The last place at or before `end` where bytes can be cut in two, such that the texts of the parts are the
 * text of the whole, valid or not. It is at most three bytes before.
 */
export function cutBackward(bytes: Uint8Array, end: number): number {
  if (!isContinuation(bytes[end])) return end;
  for (let start = end - 1; start >= Math.max(0, end - 3); start--) {
    if (!isContinuation(bytes[start])) return isLead(bytes[start]) ? start : end;
  }
  return end;
}

/** The first such place at or after `start`. */
export function cutForward(bytes: Uint8Array, start: number): number {
  let place = start;
  while (place < bytes.length && cutBackward(bytes, place) !== place) place++;
  return place;
}

/** Whether a byte begins a character of several bytes. */
function isLead(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0xc0;
}
