import { toAsciiLookAlike } from '../names/skeleton.ts';

/** Letters that are drawn like those of ASCII, or stand for them, in the order of the alphabet; a dot is none. */
const alphabets: readonly string[] = [
  'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ.ʏᴢ',
  'ⱥƀȼđɇƒǥħɨɉꝁłɱŋøᵽꝗɍȿŧᵾʋⱳᶍɏƶ',
  'ąɓƈɗęꞙɠɦįʝƙƚᵯɲǫƥʠɽʂƭųⱱẇ.ƴʐ',
  'ɐ..ɖɘ.ᵷɥᴉɟʞꞁɯᴎ...ɹ.ʇᴝʌʍ.ʎ.',
  '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵',
];
/** The first letter of alphabets whose letters are numbered one after the other. */
const firstLetters: readonly number[] = [0x249c, 0x1f110, 0x1f130, 0x1f150, 0x1f170, 0x1f1e6];
const LETTERS = 26;

const folded: ReadonlyMap<string, string> = new Map([
  ...alphabets.flatMap((alphabet) => Array.from(alphabet, toEntry)),
  ...firstLetters.flatMap((first) =>
    Array.from({ length: LETTERS }, (_, at) => toEntry(String.fromCodePoint(first + at), at)),
  ),
]);

function toEntry(character: string, at: number): readonly [string, string] {
  return [character, String.fromCharCode(0x61 + at)];
}

/** What nearly no text has: marks on letters, and letters of a style. */
const mayHaveStyle =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u0180-\u02af\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\u2460-\u24ff\u2800-\u28ff\uff21-\uff5a\ud835\ud83c]|[\u0100-\u017f]{2}/;
const mark = /^\p{M}$/u;
const latin = /^[a-z]$/i;

/** A text with letters of any style as those of ASCII. Marks on Latin letters are left out, as nobody needs many. */
export function foldLetters(text: string): string {
  if (!mayHaveStyle.test(text)) return text;
  let plain = '';
  for (const character of text.normalize('NFD')) {
    if (character <= '~') plain += character;
    else if (mark.test(character)) plain += latin.test(plain.charAt(plain.length - 1)) ? '' : character;
    else plain += foldLetter(character);
  }
  return plain;
}

function foldLetter(character: string): string {
  // In a name a blank of Braille is drawn as nothing; between words it is a space.
  if (character === '\u2800') return ' ';
  return folded.get(character) ?? toAsciiLookAlike(character);
}
