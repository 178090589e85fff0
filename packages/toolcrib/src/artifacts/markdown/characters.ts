const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** Whether the backslash at a position takes the meaning from the character after it. */
export function isEscape(text: string, position: number): boolean {
  const next = text[position + 1];
  return next !== undefined && PUNCTUATION.includes(next);
}

/** A space, a tab, the end of a line, or the end of the text. */
export function isSpaceOrEnd(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\t' || character === '\n';
}

export function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

export function skipSpace(text: string, start: number): number {
  let position = start;
  while (position < text.length && isSpaceOrEnd(text[position])) position++;
  return position;
}

/** The text without its escapes. */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text;
  let plain = '';
  for (let position = 0; position < text.length; position++) {
    if (text[position] === '\\' && isEscape(text, position)) position++;
    plain += text[position];
  }
  return plain;
}
