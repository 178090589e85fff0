import { hash, timingSafeEqual } from 'node:crypto';

/** What an API key looks like: `tcrib_`, its id, and 32 random bytes. The prefix lets scanners find keys that were leaked. */
const KEY = /^tcrib_([A-Za-z0-9]{16})_([A-Za-z0-9_-]{43})$/;

const PREFIX = 'tcrib_';
const ID_LENGTH = 16;
const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Gives as many random bytes as it is asked for. */
export type RandomBytes = (count: number) => Uint8Array;

/** The two parts of a key. */
export interface KeyParts {
  readonly id: string;
  readonly secret: string;
}

export function makeKeyParts(randomBytes: RandomBytes): KeyParts {
  return { id: makeId(randomBytes), secret: Buffer.from(randomBytes(32)).toString('base64url') };
}

export function toKeyText({ id, secret }: KeyParts): string {
  return `${PREFIX}${id}_${secret}`;
}

/** Whether a text is meant to be a key, well-formed or not. */
export function isKeyLike(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Undefined for what cannot be a key. */
export function readKeyText(text: string): KeyParts | undefined {
  const [, id, secret] = KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

const HASH_PREFIX = 'sha256:';

/** What is stored of a secret. It has 256 random bits, so that a quick hash is enough. */
export function hashSecret(secret: string): string {
  return `${HASH_PREFIX}${hash('sha256', secret)}`;
}

/** The bytes of what is stored of a secret; none for what {@link hashSecret} has not made. */
export function readHash(text: string): Uint8Array {
  return Buffer.from(text.startsWith(HASH_PREFIX) ? text.slice(HASH_PREFIX.length) : '', 'hex');
}

/** Whether a secret has a hash, in a time that does not depend on how much of it is right. */
export function hasHash(secret: string, expected: Uint8Array): boolean {
  const actual = hash('sha256', secret, 'buffer');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function makeId(randomBytes: RandomBytes): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of randomBytes(ID_LENGTH)) {
      // Bytes from 248 on would make the first characters likelier than the others.
      if (byte < 248 && id.length < ID_LENGTH) id += ID_CHARACTERS[byte % ID_CHARACTERS.length];
    }
  }
  return id;
}
