const MAX_LENGTH = 60;
const MAX_MESSAGE_LENGTH = 400;

/** What cannot be seen, or changes how the rest is drawn. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

/** A short part of a text for a message, in quotes; what cannot be seen is shown as `U+200B`. */
export function showText(text: string): string {
  return `"${toVisible(text, MAX_LENGTH)}"`;
}

/** A sentence that may quote something, with nothing in it that cannot be seen. */
export function showSentence(sentence: string): string {
  return toVisible(sentence, MAX_MESSAGE_LENGTH);
}

/** A character by its number, as in `U+200B`. */
export function showCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function toVisible(text: string, maxLength: number): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
  return cut.replace(/[\n\r\t]+/g, ' ').replace(unseen, (character) => `[${showCodePoint(character)}]`);
}
