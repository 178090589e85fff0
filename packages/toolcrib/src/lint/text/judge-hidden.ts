/** A character that cannot be seen where it stands. */
export interface HiddenCharacter {
  readonly index: number;
  readonly character: string;
  readonly severity: 'error' | 'warning';
}

/** What may be hidden. Those that change the direction of text are another rule's. */
const candidates =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufff8\ufffe\uffff]/gu;
const harmless = /[\t\n\r\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u20e3\ufe0f]/u;
/** Scripts in which letters are joined or kept apart by characters without a shape. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Mongolian}]/u;
/** Scripts that are written without spaces, with marks where a line may break. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const flag = /\u{1f3f4}(?:[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{4,6})\u{e007f}/gu;

/** The characters of a text that cannot be seen, apart from those that shape what is drawn around them. */
export function judgeHidden(text: string): readonly HiddenCharacter[] {
  // Flags of regions are spelled with tag characters.
  const plain = text.replace(flag, (run) => ' '.repeat(run.length));
  const hidden: HiddenCharacter[] = [];
  for (const match of plain.matchAll(candidates)) {
    const { index } = match;
    const [character] = match;
    if (harmless.test(character)) continue;
    const severity = judge(text, index, character);
    if (severity !== undefined) hidden.push({ index, character, severity });
  }
  return hidden;
}

function judge(text: string, index: number, character: string): HiddenCharacter['severity'] | undefined {
  const before = characterBefore(text, index);
  const after = String.fromCodePoint(text.codePointAt(index + character.length) ?? 0x20);
  switch (character) {
    case '\u200d':
      return (emoji.test(before) && emoji.test(after)) || joining.test(before) ? undefined : 'error';
    case '\u200c':
      return joining.test(before) ? undefined : 'error';
    case '\u200b':
      return unspaced.test(before) || unspaced.test(after) ? undefined : 'error';
    case '\ufe0e':
    case '\ufe0f':
      return isEmojiBase(before, after) ? undefined : 'error';
    case '\ufeff':
      return index === 0 ? 'warning' : 'error';
    case '\u2800':
      return /[\u2801-\u28ff]/.test(before + after) ? undefined : 'error';
  }
  const isVariation = /[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(character);
  if (isVariation) return /\p{Script=Han}/u.test(before) ? undefined : 'error';
  if (/[\u180b-\u180f]/.test(character)) return joining.test(before) ? undefined : 'error';
  // Marks of Arabic that are drawn around numbers.
  if (/[\u0600-\u0605\u06dd\u070f\u08e2]/.test(character)) return undefined;
  return 'error';
}

/** A keycap is a digit with a variation and a frame; alone the variation would be a message. */
function isEmojiBase(before: string, after: string): boolean {
  return /[0-9#*]/.test(before) ? after === '\u20e3' : /\p{Emoji}/u.test(before);
}

function characterBefore(text: string, index: number): string {
  if (index === 0) return ' ';
  const low = text.charCodeAt(index - 1);
  const isPair = index > 1 && low >= 0xdc00 && low <= 0xdfff;
  return text.slice(index - (isPair ? 2 : 1), index);
}
