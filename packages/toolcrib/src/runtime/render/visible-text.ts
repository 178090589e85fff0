const MAX_LINE_LENGTH = 80;

/** Most texts; looking for anything else takes longer. */
const printable = /^[ -~]*$/;
/** Everything that shows nothing, moves the cursor, or ends a line. */
const hiddenInLines = /[\p{C}\p{Zl}\p{Zp}]/gu;
/** The same without tabs, line feeds and the joiners that some scripts and emoji need. */
const hiddenInTexts =
  /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{200b}\u{2060}\u{feff}\u{e0000}-\u{e007f}]/gu;

/**
 * A text from outside as a part of one line: cut, and with characters escaped that could forge another line
 * or drive a terminal.
 */
export function toVisibleLine(text: string, maxLength: number = MAX_LINE_LENGTH): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
  return printable.test(cut) ? cut : cut.replace(hiddenInLines, toEscape);
}

/** A text from outside for a console or a terminal: lines stay, characters are escaped that drive a terminal. */
export function toVisibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hiddenInTexts, toEscape);
}

function toEscape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
