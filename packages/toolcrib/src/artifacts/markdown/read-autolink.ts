import { isWordCharacter } from './characters.ts';
import type { InlineSpan } from './inline-span.ts';

/** What is between angle brackets: an address, a mail address, or a tag. */
export function readAngle(text: string, start: number): InlineSpan | undefined {
  let end = start + 1;
  while (end < text.length && text[end] !== '>' && text[end] !== '<') end++;
  if (text[end] !== '>') return undefined;
  const inner = text.slice(start + 1, end);
  const place = { start, end: end + 1 };
  if (/^[a-z][a-z\d+.-]{1,31}:[^\s]*$/i.test(inner)) {
    return { kind: 'autolink', ...place, textStart: start + 1, textEnd: end, target: inner };
  }
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(inner)) {
    return { kind: 'autolink', ...place, textStart: start + 1, textEnd: end, target: `mailto:${inner}` };
  }
  return /^[a-z/!?]/i.test(inner) ? { kind: 'html', ...place } : undefined;
}

/** An address of the web that stands alone, without the punctuation of the sentence around it. */
export function readBareAddress(text: string, start: number): InlineSpan | undefined {
  const scheme = /^https?:\/\//i.exec(text.slice(start, start + 8))?.[0];
  if (scheme === undefined || isWordCharacter(text[start - 1])) return undefined;
  let end = start;
  let surplus = 0;
  for (; end < text.length && !/[\s<>\]"`|]/.test(text[end] ?? ''); end++) {
    if (text[end] === '(') surplus--;
    else if (text[end] === ')') surplus++;
  }
  for (; ; end--) {
    const last = text[end - 1] ?? '';
    if (last === ')' && surplus > 0) surplus--;
    else if (!"?!.,:;*_~'".includes(last)) break;
  }
  if (end <= start + scheme.length) return undefined;
  return { kind: 'autolink', start, end, textStart: start, textEnd: end, target: text.slice(start, end) };
}
