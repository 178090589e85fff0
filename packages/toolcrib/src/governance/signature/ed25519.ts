import { ConfigError } from '../../core/errors.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import { fromBase64Url, toBase64Url } from './base64-url.ts';

const ALGORITHM = 'Ed25519';
const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Texts that tell what they are, so that one is not taken for the other, and a leaked one is found. */
const PUBLIC_PREFIX = 'ed25519:';
const PRIVATE_PREFIX = 'ed25519-private:';

/** What stands before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD: readonly number[] = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** Where Ed25519 comes from. */
export interface SignatureOptions {
  /** A WebCrypto with Ed25519. @default that of the host */
  readonly crypto?: Pick<Crypto, 'subtle'> | undefined;
}

const optionNames: ReadonlySet<string> = new Set<keyof SignatureOptions>(['crypto']);

/** Keys as text, whose form is checked when they are used. */
export interface KeyTexts {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A new pair of keys, from the randomness of the WebCrypto. */
export async function generateKeys(subtle: SubtleCrypto): Promise<KeyTexts> {
  const pair = await offered(subtle.generateKey(ALGORITHM, true, ['sign', 'verify']));
  // Asked for an algorithm of signatures, it makes a pair.
  const { privateKey, publicKey } = pair as CryptoKeyPair;
  const pkcs8 = new Uint8Array(await subtle.exportKey('pkcs8', privateKey));
  const raw = new Uint8Array(await subtle.exportKey('raw', publicKey));
  return {
    publicKey: `${PUBLIC_PREFIX}${toBase64Url(raw)}`,
    privateKey: `${PRIVATE_PREFIX}${toBase64Url(pkcs8.subarray(PKCS8_HEAD.length))}`,
  };
}

/** A private key that was read, and the text of the public one that belongs to it. */
export interface SigningKey {
  readonly key: CryptoKey;
  readonly publicKey: string;
}

/** @throws ConfigError `E_INVALID_OPTION`, which never says anything of the text. */
export async function importPrivateKey(subtle: SubtleCrypto, text: string): Promise<SigningKey> {
  const seed = readKey(text, PRIVATE_PREFIX);
  if (seed === undefined) throw invalidKey('privateKey', `must be the privateKey of createPublisherKey()`);
  const pkcs8 = Uint8Array.from([...PKCS8_HEAD, ...seed]);
  const key = await offered(subtle.importKey('pkcs8', pkcs8, ALGORITHM, true, ['sign']));
  const { x } = await subtle.exportKey('jwk', key);
  return { key, publicKey: `${PUBLIC_PREFIX}${x}` };
}

export async function sign(
  subtle: SubtleCrypto,
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return toBase64Url(new Uint8Array(await subtle.sign(ALGORITHM, key, bytes)));
}

/** What is checked: bytes, what is said to be their signature, and the public key as text. */
export interface SignedBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly publicKey: string;
}

/** Whether a signature is one of these bytes by the owner of the key. */
export async function isSigned(subtle: SubtleCrypto, signed: SignedBytes): Promise<boolean> {
  const { bytes, signature, publicKey } = signed;
  const raw = readKey(publicKey, PUBLIC_PREFIX);
  if (raw === undefined) return false;
  const key = await offered(subtle.importKey('raw', raw, ALGORITHM, false, ['verify']));
  return await subtle.verify(ALGORITHM, key, signature, bytes);
}

/** Whether a value has the form of a public key. */
export function isPublicKey(text: unknown): text is string {
  return readKey(text, PUBLIC_PREFIX) !== undefined;
}

/** @throws ConfigError `E_INVALID_OPTION` where there is no WebCrypto. */
export function subtleOf(options: SignatureOptions): SubtleCrypto {
  requireKnownOptions(options, optionNames);
  const { crypto = globalThis.crypto } = options;
  const { subtle } = Object(crypto) as Partial<Crypto>;
  if (subtle === undefined) throw noEd25519(undefined);
  return subtle;
}

function readKey(text: unknown, prefix: string): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string' || !text.startsWith(prefix)) return undefined;
  return fromBase64Url(text.slice(prefix.length), KEY_BYTES);
}

/** The first thing that is asked of a WebCrypto fails where it has no Ed25519. */
async function offered<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (cause) {
    throw noEd25519(cause);
  }
}

function noEd25519(cause: unknown): ConfigError {
  const message =
    'The option crypto must be a WebCrypto with Ed25519: this host has none that takes the key.';
  return new ConfigError('E_INVALID_OPTION', message, { context: { option: 'crypto' }, cause });
}

function invalidKey(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `The option ${option} ${problem}.`, { context: { option } });
}
