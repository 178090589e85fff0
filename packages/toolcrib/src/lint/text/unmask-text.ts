import { numberOf } from './concepts.ts';
import { decodeEscapes } from './decode-escapes.ts';
import { foldLetters } from './fold-letters.ts';
import { stripHidden } from './hidden-characters.ts';
import type { Words } from './read-words.ts';
import { splitJoined, splitJoinedPieces } from './split-joined.ts';

/** A text as it reads without what keeps people, or rules, from reading it. */
export interface Unmasked {
  readonly text: string;
  /** How it was written, for a message. */
  readonly form: string;
}

/** Words that are joined make a longer piece than this. */
const MIN_JOINED = 20;

/** What a text says if it is written otherwise than people write; nearly every text is not. */
export function unmaskText(
  text: string,
  { longest }: Words,
  { isAscii, hasEscapes }: { readonly isAscii: boolean; readonly hasEscapes: boolean },
): Unmasked | undefined {
  const decoded = hasEscapes ? stripHidden(decodeEscapes(text)) : text;
  const plain = isAscii && decoded === text ? text : foldLetters(decoded);
  if (plain === text) {
    const pieces = longest < MIN_JOINED ? undefined : splitJoinedPieces(text);
    return pieces === undefined ? undefined : { text: pieces, form: 'joined words' };
  }
  const split = splitJoined(plain);
  const forms = [
    ...(decoded === text ? [] : ['escapes']),
    ...(plain === decoded ? [] : ['unusual letters']),
    ...(split === plain ? [] : ['joined words']),
  ];
  return { text: split, form: forms.join(' and ') };
}

/** Whether a text has a sign that escapes begin with; nearly none has. */
export function hasEscapeMark(text: string): boolean {
  return text.includes('%') || text.includes('\\') || text.includes('&') || text.includes('U+');
}

/** What a text says that is rotated by half of the alphabet, or written from its end. */
export function turnText(text: string, { present }: Words): readonly Unmasked[] {
  const turned: Unmasked[] = [];
  if (present[numberOf.rotated] !== 0) turned.push({ text: rotate(text), form: 'ROT13' });
  if (present[numberOf.reversed] !== 0) turned.push({ text: reverse(text), form: 'reversed text' });
  return turned;
}

const HALF = 13;

function rotate(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + (letter.toLowerCase() < 'n' ? HALF : -HALF)),
  );
}

function reverse(text: string): string {
  return [...text].reverse().join('');
}
