import { ConfigError } from '../core/errors.ts';
import type { Clock } from './clock.ts';

/** 32 characters in the order of their codes, so that every five bits are one. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const alphabetBytes = new TextEncoder().encode(ALPHABET);
/** Milliseconds until the year 3084. */
const TIME_LENGTH = 9;
const RANDOM_LENGTH = 17;
const BATCH = 256;

/**
 * A source of ids that begin with the time, so that later ones sort after earlier ones and a database finds the newest side
 * by side, and go on with 85 random bits, which nobody can guess. These are drawn and written many at a time: an id of its
 * own, as a UUID, costs as much as all the checks of a small call.
 *
 * @throws ConfigError `E_INVALID_OPTION` on a host without WebCrypto.
 */
export function createRandomIds(
  clock: Pick<Clock, 'now'>,
  fill: (bytes: Uint8Array<ArrayBuffer>) => unknown = findRandomSource(),
): () => string {
  const bytes = new Uint8Array(RANDOM_LENGTH * BATCH);
  let text = '';
  let next = BATCH;
  let time = Number.NaN;
  let timeText = '';
  return () => {
    if (next === BATCH) {
      fill(bytes);
      text = encode(bytes);
      next = 0;
    }
    const start = next++ * RANDOM_LENGTH;
    const current = clock.now();
    if (current !== time) {
      time = current;
      timeText = encodeTime(current);
    }
    return timeText + text.slice(start, start + RANDOM_LENGTH);
  };
}

/**
 * The id that all ids of the default source come after which are made at a time, in milliseconds since 1970, or later, and no
 * earlier one: to search for calls by time.
 */
export function firstIdAt(time: number): string {
  return encodeTime(time);
}

/** When an id of the default source was made, in milliseconds since 1970; 0 for an id of another source. */
export function timeOfId(id: string): number {
  let time = 0;
  for (const character of id.slice(0, TIME_LENGTH)) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) return 0;
    time = time * 32 + digit;
  }
  return time;
}

/** The types of a host promise a WebCrypto that old and unusual ones do not have. */
function findRandomSource(): (bytes: Uint8Array<ArrayBuffer>) => unknown {
  const { crypto } = globalThis as Partial<typeof globalThis>;
  if (typeof crypto?.getRandomValues === 'function') return (bytes) => crypto.getRandomValues(bytes);
  const message =
    'The option randomId is required here, because this host has no WebCrypto (globalThis.crypto). Pass a function that gives ids which cannot be guessed.';
  throw new ConfigError('E_INVALID_OPTION', message, { context: { option: 'randomId' } });
}

/** Of a clock that is before 1970 or shows no number, ids begin as at its start: they are no less unique. */
function encodeTime(now: number): string {
  let rest = Math.max(0, Math.floor(now)) || 0;
  let text = '';
  for (let index = 0; index < TIME_LENGTH; index++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** In place: the bytes are not needed afterwards. */
function encode(bytes: Uint8Array): string {
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = alphabetBytes[(bytes[index] as number) & 31] as number;
  }
  return new TextDecoder().decode(bytes);
}
