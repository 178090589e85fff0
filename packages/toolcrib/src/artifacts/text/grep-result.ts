import type { PageStart } from './text-page.ts';

/** A line of a {@link GrepResult}. */
export interface GrepLine {
  /** The number of the line, from 1. */
  readonly number: number;
  /** The line, cut if it is long; of a very long line the part with the match. */
  readonly text: string;
  /** Whether it matches, or is shown because a line beside it does. */
  readonly isMatch: boolean;
  /** Where the text begins, if that is in the middle of a line. */
  readonly fromByte: number | undefined;
  /** Whether the line goes on after the text. */
  readonly isCut: boolean;
}

/** A line before secrets are taken out of it. */
export interface FoundLine extends GrepLine {
  /** The text before and after it. Asked for if it is shown. */
  readonly around: () => { readonly before: string; readonly after: string };
}

/** The lines that match a pattern. Results that follow one another have each match once. */
export interface GrepResult {
  /** In order, with the lines of context between them. */
  readonly lines: readonly GrepLine[];
  readonly matchCount: number;
  /** Where to search on; undefined if everything was searched. */
  readonly next: PageStart | undefined;
}
