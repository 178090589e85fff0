/** A text of a model or a tool without what could drive a terminal: only what shows something, and line ends. */
export function toVisible(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '');
}

/** A text of a model or a tool as a part of one line, cut to a width. */
export function toVisibleLine(text: string, width: number): string {
  const line = toVisible(text).replace(/\s+/g, ' ').trim();
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1)).toWellFormed()}…`;
}
