import { decodeEscapes } from './decode-escapes.ts';
import { decodeNumbers, MIN_NUMBERS } from './decode-numbers.ts';
import { isPlainAscii } from './hidden-characters.ts';
import type { Words } from './read-words.ts';

/** Text that stood in another one in a form that people do not read. */
export interface DecodedBlob {
  readonly form: 'base64' | 'hexadecimal' | 'percent-encoding' | 'escapes' | 'binary' | 'numbers';
  readonly text: string;
  /** Where the form stands. */
  readonly start: number;
  readonly end: number;
}

/** A cheap look first: nearly no text has any of these. */
const mayHaveBlob = /[A-Za-z0-9+/_-]{16}|(?:%[0-9a-f]{2}){4}|(?:\\[ux][0-9a-f]{2,4}|&#x?[0-9a-f]{2,6};){4}/i;
const base64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const percent = /(?:%[0-9a-f]{2}[ ]?){4,}/gi;
const escapes = /(?:\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&#x[0-9a-f]{2,6};|&#[0-9]{2,7};){4,}/gi;
const isHex = /^(?:[0-9a-f]{2}){8,}$/i;
const isBinary = /^(?:[01]{8}){4,}$/;
/** Words and paths use these letters too; data of some length has small and large ones or digits mixed. */
const looksEncoded = /[a-z][A-Z][a-z]|[A-Z][0-9]|[0-9][A-Z]|=$/;
const MAX_BLOBS = 20;

/** What is written in a text as base64, hexadecimal, escapes or numbers, as far as it is text again. */
export function decodeBlobs(text: string, { numbers }: Words): readonly DecodedBlob[] {
  const rows = numbers < MIN_NUMBERS ? [] : decodeNumbers(text).filter((row) => isText(row.text));
  const numbered = rows.slice(0, MAX_BLOBS).map((row) => ({ form: 'numbers', ...row }) as const);
  if (!mayHaveBlob.test(text)) return numbered;
  return [
    ...numbered,
    ...find(text, base64, decodeRun),
    ...(text.includes('%') ? find(text, percent, decodePercent) : []),
    ...(text.includes('\\') || text.includes('&#') ? find(text, escapes, decodeRunOfEscapes) : []),
  ];
}

type Decoded = Pick<DecodedBlob, 'form' | 'text'> | undefined;

function find(text: string, pattern: RegExp, decode: (run: string) => Decoded): DecodedBlob[] {
  const blobs: DecodedBlob[] = [];
  for (const match of text.matchAll(pattern)) {
    const decoded = decode(match[0]);
    if (decoded === undefined || !isText(decoded.text)) continue;
    blobs.push({ ...decoded, start: match.index, end: match.index + match[0].length });
    if (blobs.length === MAX_BLOBS) break;
  }
  return blobs;
}

/** Whether it is text, and not data of which some is printable. */
function isText(decoded: string): boolean {
  return isPlainAscii(decoded) && /[a-z ]{3}/i.test(decoded);
}

function decodeRun(run: string): Decoded {
  if (isBinary.test(run)) {
    return { form: 'binary', text: run.replace(/.{8}/g, (byte) => fromCode(byte, 2)) };
  }
  if (isHex.test(run)) {
    return { form: 'hexadecimal', text: run.replace(/../g, (pair) => fromCode(pair, 16)) };
  }
  return looksEncoded.test(run) ? { form: 'base64', text: decodeBase64(run) } : undefined;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Reads both alphabets. What is over at the end is left out. */
function decodeBase64(run: string): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const character of run) {
    const digit = digits.indexOf(character === '-' ? '+' : character === '_' ? '/' : character);
    if (digit === -1) break;
    bits = ((bits << 6) | digit) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    text += String.fromCharCode((bits >> count) & 0xff);
  }
  return text;
}

function decodePercent(run: string): Decoded {
  return { form: 'percent-encoding', text: decodeEscapes(run) };
}

function decodeRunOfEscapes(run: string): Decoded {
  return { form: 'escapes', text: decodeEscapes(run) };
}

function fromCode(code: string, base: number): string {
  const value = Number.parseInt(code, base);
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
}
