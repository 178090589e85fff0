import { isPlainAscii } from './hidden-characters.ts';

/** Text that stood in another one in a form that people do not read. */
export interface DecodedBlob {
  readonly form: 'base64' | 'hexadecimal' | 'percent-encoding' | 'escapes';
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
/** Words and paths use these letters too; data of some length has small and large ones or digits mixed. */
const looksEncoded = /[a-z][A-Z][a-z]|[A-Z][0-9]|[0-9][A-Z]|=$/;
const MAX_BLOBS = 20;

/** What is written in a text as base64, hexadecimal or escapes, as far as it is text again. */
export function decodeBlobs(text: string): readonly DecodedBlob[] {
  if (!mayHaveBlob.test(text)) return [];
  return [
    ...find(text, base64, decodeRun),
    ...find(text, percent, (run) => ({ form: 'percent-encoding', text: decodePercent(run) })),
    ...find(text, escapes, (run) => ({ form: 'escapes', text: decodeEscapes(run) })),
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

function decodePercent(run: string): string {
  return run.replace(/%([0-9a-f]{2})/gi, (_, pair: string) => fromCode(pair, 16));
}

function decodeEscapes(run: string): string {
  return run
    .replace(/(?:\\[ux]|&#x)([0-9a-f]{2,6});?/gi, (_, code: string) => fromCode(code, 16))
    .replace(/&#([0-9]{2,7});/g, (_, code: string) => fromCode(code, 10));
}

function fromCode(code: string, base: number): string {
  const value = Number.parseInt(code, base);
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
}
