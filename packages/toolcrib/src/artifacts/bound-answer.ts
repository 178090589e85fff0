import { cutToBytes, utf8Length } from './text/utf8.ts';

const notice = '\n[The answer is cut here. Ask for less at once.]';

/** An answer as it is, or as much of it as fits, in whole characters, with a word about that. */
export function boundAnswer(answer: string, maxBytes: number): string {
  const text = answer.toWellFormed();
  if (text.length * 3 <= maxBytes || utf8Length(text) <= maxBytes) return text;
  return `${cutToBytes(text, maxBytes - utf8Length(notice))}${notice}`;
}
