import { REDACTED, type Redactor } from './redactor.ts';

/** How far a redactor looks beyond what is shown, for a secret that is only partly in it. */
export const REDACTION_MARGIN = 4_096;

/** A part of a text, and what is around it. */
export interface TextPart {
  readonly before: string;
  readonly part: string;
  readonly after: string;
}

/**
 * A part of a text as a redactor leaves it that sees what is around it too: half of a secret is taken out as the whole
 * would be. It may be any redactor, so texts are compared: what is the same with what is before and without it is not
 * a part of anything that began there, and what is the same with and without what is after does not go on there.
 */
export function redactPart({ before, part, after }: TextPart, redact: Redactor): string {
  const whole = before + part + after;
  const clean = redact(whole);
  if (clean === whole) return part;
  const [fromHere, toHere] = [redact(part + after), redact(before + part)];
  const endLength = commonEnd(clean, fromHere);
  const end = commonStart(clean, toHere);
  const start = clean.length - endLength;
  const first = endLength < fromHere.length ? REDACTED : '';
  const last = end < toHere.length ? REDACTED : '';
  if (end <= start) return first || last;
  return `${first}${clean.slice(start, end)}${last}`.toWellFormed();
}

function commonStart(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length++;
  return length;
}

function commonEnd(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (
    length < most &&
    left.charCodeAt(left.length - 1 - length) === right.charCodeAt(right.length - 1 - length)
  ) {
    length++;
  }
  return length;
}
