/** Whether a text is all of characters that everybody sees. */
export function isPlainAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

const beyondAscii = /[^\t\n\r -~]/;

const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** A text without the characters that nobody sees, as a model reads it. */
export function stripHidden(text: string): string {
  return isPlainAscii(text) ? text : text.replace(ignorable, '');
}

const FIRST_TAG = 0xe0000;
const tagCharacters = /[\u{e0020}-\u{e007e}]+/gu;

/** The text that is written in tag characters, which look like nothing and mean ASCII. */
export function readTagCharacters(text: string): string {
  return [...text.matchAll(tagCharacters)]
    .map(([run]) =>
      [...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? FIRST_TAG) - FIRST_TAG)).join(''),
    )
    .join(' ');
}
