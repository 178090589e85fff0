import type { MarkdownHeading } from './markdown-block.ts';
import { toPlainText } from './plain-text.ts';

/** Which section is meant: the one under a heading, or the one that a line is in. */
export type MarkdownSectionWish = { readonly heading: string } | { readonly line: number };

/** The lines of a section: from its heading to before the next one of the same level or above. */
export interface MarkdownSection {
  /** Undefined for what is before the first heading. */
  readonly heading: MarkdownHeading | undefined;
  readonly firstLine: number;
  /** The line after the last one; undefined at the end of the text. */
  readonly endLine: number | undefined;
}

const MAX_MATCHES = 16;

interface Candidate {
  readonly heading: MarkdownHeading | undefined;
  readonly firstLine: number;
  endLine: number | undefined;
}

/** Finds sections while headings go by, in memory that does not grow with their number. */
export class SectionFinder {
  readonly #wish: MarkdownSectionWish;
  readonly #wanted: string;
  #candidates: Candidate[] = [];
  /** Whether the line that is asked for has gone by. */
  #isBehind = false;

  constructor(wish: MarkdownSectionWish) {
    this.#wish = wish;
    this.#wanted = 'heading' in wish ? fold(wish.heading.replace(/^\s*#{1,6}(?=\s)/, '')) : '';
    if ('line' in wish) this.#candidates = [{ heading: undefined, firstLine: 1, endLine: undefined }];
  }

  push(heading: MarkdownHeading): void {
    for (const candidate of this.#candidates) {
      if (heading.level <= (candidate.heading?.level ?? 6)) candidate.endLine ??= heading.line;
    }
    const { line, level, text } = heading;
    const candidate = { heading: { line, level, text }, firstLine: line, endLine: undefined };
    if ('line' in this.#wish) {
      this.#isBehind = heading.line > this.#wish.line;
      if (!this.#isBehind) this.#candidates = [candidate];
    } else if (this.#candidates.length < MAX_MATCHES && fold(heading.text) === this.#wanted) {
      this.#candidates.push(candidate);
    }
  }

  /** Whether nothing that comes can change what is found. */
  get isComplete(): boolean {
    return 'line' in this.#wish && this.#candidates[0]?.endLine !== undefined && this.#isBehind;
  }

  /** The sections that fit, at most 16; those first whose heading is written exactly as asked for. */
  get found(): readonly MarkdownSection[] {
    const wish = this.#wish;
    const isExact = ({ heading }: Candidate) => 'heading' in wish && heading?.text === wish.heading;
    return this.#candidates.toSorted((left, right) => Number(isExact(right)) - Number(isExact(left)));
  }
}

/** Headings are found whatever their capitals and spaces. */
function fold(text: string): string {
  return toPlainText(text).replace(/\s+/g, ' ').trim().toLowerCase();
}
