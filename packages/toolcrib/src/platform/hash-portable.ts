import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** The SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256Hex(data: string | Uint8Array): string {
  const digest = sha256(typeof data === 'string' ? new TextEncoder().encode(data) : data);
  // Joined, because a text that is added up keeps all its parts, which take twenty times as much memory.
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The HMAC-SHA-256 of a message, 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(sha256, key, message);
}
