/**
 * What could move the cursor, drive the terminal, turn the text round, or not be seen. Joiners and selectors between
 * pictures stay: without them an emoji falls apart.
 */
const hidden =
  /(?<!\p{Extended_Pictographic}\u{fe0f}?)\u{200d}|(?<!\p{Extended_Pictographic})\u{fe0f}|(?![\u{200d}\u{fe0f}])(?:[^\S ]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/gu;
/** Most texts; looking for anything else takes longer. */
const plain = /^[ -~]*$/;
/** The same for JSON, where everything below a blank is escaped already. */
const hiddenInJson = /[\u{7f}-\u{9f}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A text from outside as a part of one line. Names, descriptions and results come from tools and from other people; none
 * of it may drive the terminal or forge a line.
 */
export function toVisibleLine(text: string): string {
  return plain.test(text) ? text : text.replace(hidden, toEscape);
}

/** A text from outside with its lines and tabs; everything else that cannot be seen is escaped. */
export function toVisibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(toVisibleLine).join('\t'))
    .join('\n');
}

/** A value as JSON that means the same and has nothing in it that a terminal obeys. */
export function toVisibleJson(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, undefined, indent) ?? 'null';
  return text.replace(hiddenInJson, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function toEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
