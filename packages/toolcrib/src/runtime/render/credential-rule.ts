import { fromBase64Url } from '../base64.ts';

/**
 * How one kind of credential is written. Both patterns together must run in linear time. Many characters are
 * `x{20}x*` and not `x{20,}`, which takes memory for each of them.
 */
export interface CredentialRule {
  /** What the placeholder calls the secret. */
  readonly kind: 'password' | 'token' | 'key' | 'signature' | 'cookie' | 'secret';
  /** What the same line must have earlier, in any case, at most {@link MAX_LINE_LENGTH} characters before. */
  readonly line?: string;
  /** What is before the secret, and stays. */
  readonly before: string;
  readonly secret: string;
  /** What the text of each such credential has somewhere, in any case. Most texts have nothing of the kind. */
  readonly mark: string;
  readonly ignoresCase?: true;
  /** Decides where the pattern alone could be wrong. */
  readonly isSecret?: (text: string, before: string) => boolean;
}

/** Keeps time linear where one line has many credentials. */
export const MAX_LINE_LENGTH = 512;
const COLON = 0x3a;
const SPACE = 0x20;

export const raw = String.raw;
/** Not in the middle of a word; the letter of an escape such as `\n` in JSON text isn't part of one. */
export const START = raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[bfnrt]))`;
export const ASSIGN = raw`\s{0,16}(?:=>|[:=])\s{0,4}`;
export const PASSWORD = 'passw(?:or)?d|passphrase';
/** From the name of a header to its value in a list of both, or in objects with a name and a value. */
const NEXT_ITEM = raw`\\?["']\s{0,4},\s{0,12}(?:\\?["']value\\?["']:\s?)?\\?["']`;
export const AUTHORIZATION = raw`authorization(?:\\?["']?${ASSIGN}\\?["']?|${NEXT_ITEM})`;
/** Also that of `Set-Cookie`, which may be a list. */
export const COOKIE = raw`cookie(?:(?:\\?["'])?\s{0,4}:\s{0,4}(?:\[?\\?["'])?|${NEXT_ITEM})`;
/** The rest of a header. A value may be in quotes; other quotes are those of JSON around it. */
export const HEADER = raw`(?:=\\?"[^"\\\r\n]*\\?"|[^\r\n"'\\])*`;

export function hasDigit(text: string): boolean {
  return /[0-9]/.test(text);
}

/** What few words have, and most passwords: a digit, a sign or the padding of base64. */
export function hasSign(text: string): boolean {
  return /[0-9!@#$%^*+/?~|]/.test(text) || (text.length % 4 === 0 && /^[A-Za-z]+={1,2}$/.test(text));
}

/** The digits after the colon of an address are its port if a path, a query or what separates addresses follows. */
export function isNoPort(text: string): boolean {
  return !/^\d{1,5}[/?#,;|<>()[\]{}]/.test(text);
}

/** Letters and digits as chance mixes them, not as words joined by hyphens. */
export function isRandom(text: string): boolean {
  return (/[A-Z]/.test(text) && /[0-9]/.test(text)) || /[a-z0-9]{20}/.test(text);
}

/** Also not as the parts of a file name: what has hyphens or underscores in it mixes its letters and digits often. */
export function isRandomKey(text: string): boolean {
  if (!hasDigit(text) || !/[A-Za-z]/.test(text) || !isRandom(text)) return false;
  const runs = text.match(/[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g) ?? [];
  return /^[A-Za-z0-9]+$/.test(text) || runs.length * 4 > text.length;
}

/** Whether a text is `user:password` in base64. */
export function isUserAndPassword(text: string): boolean {
  const bytes = fromBase64Url(text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'));
  return bytes?.includes(COLON) === true && bytes.every((byte) => byte >= SPACE);
}

/** What a form says about a password: a question, or more than two words that begin as a sentence does. */
export function isSentence(text: string): boolean {
  const [first = '', ...others] = text.split(' ');
  if (others.length === 0 || !/^\p{L}+[,:]?$/u.test(first) || /[\r\n]/.test(text)) return false;
  return (
    text.endsWith('?') ||
    (others.length > 1 && /^\p{Lu}/u.test(first) && others.some((word) => /^\p{Ll}/u.test(word)))
  );
}
