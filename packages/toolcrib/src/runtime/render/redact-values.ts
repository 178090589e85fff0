import { ConfigError } from '../../core/errors.ts';
import { toBase64 } from '../base64.ts';
import { REDACTED, type Redactor } from './redactor.ts';

const MIN_LENGTH = 6;

/**
 * Takes out secrets that the host knows, also where they are written in JSON, in an address or in base64,
 * alone or as a part of more. Secrets that overlap in a text go together.
 *
 * @throws ConfigError `E_INVALID_OPTION` for a value of fewer than 6 characters: it would take out too much.
 */
export function redactValues(values: readonly string[]): Redactor {
  for (const [index, value] of values.entries()) {
    if (typeof value === 'string' && value.length >= MIN_LENGTH) continue;
    throw new ConfigError(
      'E_INVALID_OPTION',
      `A value to redact must be a text of at least ${MIN_LENGTH} characters; the one at ${index} is not.`,
      { context: { option: 'values', index } },
    );
  }
  const forms = [...new Set(values.flatMap(formsOf))];
  return (text) => replaceSpans(text, findSpans(text, forms));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every way in which a value may be written. */
function formsOf(value: string): string[] {
  const wellFormed = value.toWellFormed();
  const encoded = encodeURIComponent(wellFormed);
  const lowerCase = encoded.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase());
  const base64 = base64Forms(new TextEncoder().encode(wellFormed));
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encoded,
    lowerCase,
    encoded.replaceAll('%20', '+'),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/**
 * What base64 makes of some bytes, whatever is before and after them: base64 writes three bytes at a time, so
 * there are three ways. Letters that also depend on a neighbour are left out.
 */
function base64Forms(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((offset) => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((shifted.length * 8) / 6);
    return toBase64(shifted).slice(first, last);
  });
}

function findSpans(text: string, forms: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const form of forms) {
    for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + form.length)) {
      spans.push({ start, end: start + form.length });
    }
  }
  return spans.sort((left, right) => left.start - right.start);
}

/** One stand-in for spans that overlap. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  let replaced = '';
  let done = 0;
  for (const { start, end } of spans) {
    if (start >= done) replaced += text.slice(done, start) + REDACTED;
    done = Math.max(done, end);
  }
  return replaced + text.slice(done);
}
