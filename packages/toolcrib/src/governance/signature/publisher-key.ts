import { sha256Hex } from '#hash';
import { generateKeys, type SignatureOptions, subtleOf } from './ed25519.ts';

/** What names a key: `sha256:` and the 64 hexadecimal digits of the SHA-256 of the text of its public key. */
export type KeyId = `sha256:${string}`;

/** A public key that somebody trusts. */
export interface TrustedKey {
  readonly keyId: KeyId;
  /** `ed25519:` and 32 bytes as base64url. */
  readonly publicKey: string;
}

/** The keys of a publisher. */
export interface PublisherKey extends TrustedKey {
  /** `ed25519-private:` and 32 bytes as base64url. Whoever has it is the publisher. */
  readonly privateKey: string;
}

/**
 * Makes the keys of a publisher, as text. The public one goes to whoever verifies; the private one belongs into a safe
 * place, and nothing here ever puts it anywhere.
 *
 * It rejects with a ConfigError `E_INVALID_OPTION` where there is no WebCrypto with Ed25519.
 *
 * @example
 * ```ts
 * const { publicKey, privateKey } = await createPublisherKey();
 * ```
 */
export async function createPublisherKey(options: SignatureOptions = {}): Promise<PublisherKey> {
  const { publicKey, privateKey } = await generateKeys(subtleOf(options));
  return Object.freeze({ keyId: keyIdOf(publicKey), publicKey, privateKey });
}

/** The id of a public key, from its text. */
export function keyIdOf(publicKey: string): KeyId {
  return `sha256:${sha256Hex(publicKey)}`;
}
