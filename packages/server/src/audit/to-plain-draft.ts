import type { AuditDraft } from './audit-entry.ts';

/** Of names and ids only so many characters count: some of them are what a stranger sent. */
const MAX_TEXT_CHARS = 512;
const MAX_DETAILS_CHARS = 65_536;
const MAX_DEPTH = 32;

/** What a NUL becomes, which some databases do not keep; the same as half a surrogate pair does. */
const REPLACEMENT = '\ufffd';

type PlainObject = Record<string, unknown>;

/**
 * A copy that every store keeps as it is: plain JSON of a bounded size, well-formed texts without NUL, nothing undefined.
 * Never throws; details that cannot be copied are said to be left out.
 */
export function toPlainDraft(draft: AuditDraft): AuditDraft {
  const copy: PlainObject = {};
  for (const [name, value] of Object.entries(draft)) {
    if (value === undefined) continue;
    // All other fields are texts, as far as types go.
    copy[name] = name === 'details' ? toPlainDetails(value) : cut(toPlainText(String(value)));
  }
  // The fields are those of the draft, each of the same type.
  return copy as AuditDraft;
}

function toPlainDetails(details: unknown): unknown {
  try {
    return toPlain(details, { left: MAX_DETAILS_CHARS }, MAX_DEPTH);
  } catch {
    // Too large, too deep, or code of the value itself threw. That something happened matters more than its details.
    return { omitted: true };
  }
}

/** How many characters may still come. */
interface Budget {
  left: number;
}

function toPlain(value: unknown, budget: Budget, depth: number): unknown {
  budget.left -= typeof value === 'string' ? value.length + 3 : 8;
  if (depth === 0 || budget.left < 0) throw new RangeError('Too much.');
  switch (typeof value) {
    case 'string':
      return toPlainText(value);
    case 'number':
      // Adding zero makes 0 of -0, as JSON text would.
      return Number.isFinite(value) ? value + 0 : null;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      return Array.isArray(value)
        ? value.map((item) => toPlain(item, budget, depth - 1))
        : toPlainObject(value, budget, depth);
    default:
      return null;
  }
}

function toPlainObject(value: object, budget: Budget, depth: number): PlainObject {
  const copy: PlainObject = {};
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    budget.left -= key.length + 3;
    const plain = toPlain(field, budget, depth - 1);
    // Assigned, this one would be lost, and everything would inherit from it.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: plain, enumerable: true });
    else copy[toPlainText(key)] = plain;
  }
  return copy;
}

/** What may have to be replaced, which is in hardly any text. */
const doubtful = /[\0\ud800-\udfff]/;

function toPlainText(text: string): string {
  return doubtful.test(text) ? text.toWellFormed().replaceAll('\0', REPLACEMENT) : text;
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_CHARS ? text : `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}…`;
}
