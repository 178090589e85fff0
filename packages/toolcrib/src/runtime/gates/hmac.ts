import { sha256 } from '../../core/sha256.ts';

const BLOCK_BYTES = 64;

/** The HMAC-SHA-256 of a message (RFC 2104), at once and on every platform. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = sha256(concat(xor(block, 0x36), message));
  return sha256(concat(xor(block, 0x5c), inner));
}

function xor(block: Uint8Array, byte: number): Uint8Array {
  return block.map((keyByte) => keyByte ^ byte);
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
