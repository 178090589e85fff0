/** How many bytes become one string at a time; arguments of a call live on the stack. */
const CHUNK = 0x8000;
const STANDARD = /^[A-Za-z0-9+/]*={0,2}$/;
const URL_SAFE = /^[A-Za-z0-9_-]*$/;

/** Base64 with padding, as in RFC 4648. */
export function toBase64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)));
  }
  return btoa(chunks.join(''));
}

/**
 * The bytes of what {@link toBase64} gave.
 *
 * @throws TypeError if the text is anything else: there is exactly one text for the same bytes.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = STANDARD.test(text) ? decode(text) : undefined;
  if (bytes === undefined) throw new TypeError('A text that should be base64 is not.');
  return bytes;
}

/** Base64 for URLs, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of what {@link toBase64Url} gave; undefined if the text is anything else. It may come from outside. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!URL_SAFE.test(text)) return undefined;
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  return decode(text.replaceAll('-', '+').replaceAll('_', '/') + padding);
}

/** The text has letters of the alphabet and, at its end, up to three equals signs. */
function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || text.endsWith('===')) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  // The last letter may carry bits that mean nothing; then it is not what an encoder writes.
  const tail = bytes.subarray(bytes.length - (bytes.length % 3 || 3));
  return text.endsWith(toBase64(tail)) ? bytes : undefined;
}
