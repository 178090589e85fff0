import { REDACTION_MARGIN, redactPart } from '../../runtime/render/redact-part.ts';
import type { Redactor } from '../../runtime/render/redactor.ts';
import { AnswerPage, goOn } from '../structured/answer-page.ts';
import type { PageWish } from '../structured/page-arguments.ts';
import { fitRedacted } from '../text/fit-redacted.ts';
import { cutToBytes } from '../text/utf8.ts';

/** A part of a string, as text, not as JSON. Parts that follow one another make the whole string. */
export function sliceText(
  { text, name, redact }: { readonly text: string; readonly name: string; readonly redact: Redactor },
  { from, limit }: PageWish,
  maxBytes: number,
): string {
  const page = new AnswerPage(maxBytes);
  const size = text.length;
  if (from >= size) return page.finish(`No characters from ${from} on: there are ${size}.`);
  const wanted = text.slice(from, from + Math.min(limit ?? size, size));
  const whole = endsInPair(text, from + wanted.length) ? extendOrShorten(text, from, wanted) : wanted;
  const before = `${name}"${text.slice(0, from)}`.slice(-REDACTION_MARGIN);
  const { text: shown, end } = fitRedacted(page.room, (limit) => {
    const part = cutToBytes(whole, limit);
    const end = from + part.length;
    const after = `${text.slice(end, end + REDACTION_MARGIN)}"`;
    return { text: redactPart({ before, part, after }, redact), end };
  });
  page.add(shown);
  return page.finish(
    `Characters ${from} to ${end - 1} of ${size}. ${goOn(end < size ? { from: end } : undefined)}`,
  );
}

/** Whether a place is between the two halves of one character. */
function endsInPair(text: string, place: number): boolean {
  return isHalf(text.charCodeAt(place - 1), 0xd800) && isHalf(text.charCodeAt(place), 0xdc00);
}

/** Without the half character at its end; with all of it if there is nothing else, so that there is progress. */
function extendOrShorten(text: string, from: number, part: string): string {
  return part.length > 1 ? part.slice(0, -1) : text.slice(from, from + 2);
}

function isHalf(code: number, first: number): boolean {
  return code >= first && code < first + 0x400;
}
