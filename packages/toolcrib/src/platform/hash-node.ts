/** What is used of `node:crypto`. The types of Node are not part of the library. */
interface NodeCrypto {
  createHash(name: 'sha256'): { update(data: string | Uint8Array): { digest(encoding: 'hex'): string } };
  createHmac(name: 'sha256', key: Uint8Array): { update(message: Uint8Array): { digest(): Uint8Array } };
}

/** What a host has that resolves the condition `node` of `package.json`. */
interface Host {
  readonly process: { getBuiltinModule(name: 'node:crypto'): NodeCrypto };
}

const { createHash, createHmac } = (globalThis as unknown as Host).process.getBuiltinModule('node:crypto');

/** The SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The HMAC-SHA-256 of a message, 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(message).digest();
}
