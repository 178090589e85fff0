import { utf8Length } from './utf8.ts';

/** What fills this share of the room is a full page: where a page ends is tried, and each try costs a redaction. */
const FULL = 0.75;
const AIM = 0.9;
const MAX_ATTEMPTS = 12;

/** A longest character, so that every page has one. */
export const MIN_PAGE_BYTES = 12;

/** How much of a source was shown, and how many bytes that took. */
interface Attempt {
  readonly limit: number;
  readonly length: number;
}

/**
 * About as much of a source as fits once secrets are replaced by placeholders, which may be longer. `show` gives what a page
 * is that takes at most so many bytes of the source. The smallest page is given even if it does not fit, so that reading on
 * comes to an end.
 */
export function fitRedacted<Page extends { readonly text: string }>(
  maxBytes: number,
  show: (limit: number) => Page,
): Page {
  let page = show(maxBytes);
  let high: Attempt = { limit: maxBytes, length: utf8Length(page.text) };
  if (high.length <= maxBytes) return page;
  let low: Attempt = { limit: 0, length: 0 };
  let best: Page | undefined;
  for (let count = 1; high.limit > Math.max(MIN_PAGE_BYTES, low.limit + 1); count++) {
    if (best !== undefined && (low.length >= FULL * maxBytes || count > MAX_ATTEMPTS)) return best;
    // Where secrets are not spread evenly, estimates alone may close in from one side only.
    const limit = count % 3 === 0 ? (low.limit + high.limit) / 2 : estimate(low, high, AIM * maxBytes);
    const next = Math.max(MIN_PAGE_BYTES, low.limit + 1, Math.min(high.limit - 1, Math.floor(limit)));
    page = show(next);
    const attempt = { limit: next, length: utf8Length(page.text) };
    if (attempt.length > maxBytes) high = attempt;
    else [low, best] = [attempt, page];
  }
  return best ?? page;
}

/** Where the text would have a length if it grew evenly between two attempts. */
function estimate(low: Attempt, high: Attempt, length: number): number {
  return low.limit + ((length - low.length) * (high.limit - low.limit)) / (high.length - low.length);
}
