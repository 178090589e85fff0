/** Where the next page of a text begins: at a line, or inside of a line that is too long for one page. */
export type PageStart =
  /** A line, counted from 1. */
  | { readonly from: number }
  /** A byte, counted from 0. */
  | { readonly fromByte: number };

/** A part of a text. The pages that follow one another make the text, each character once. */
export interface TextPage {
  /** As it is stored, line ends too; what is no UTF-8 is a replacement character. */
  readonly text: string;
  readonly fromByte: number;
  /** The byte after the last one. */
  readonly toByte: number;
  /** The number of the first line; undefined if it was asked for by byte. */
  readonly firstLine: number | undefined;
  /** How many lines it has, or has a part of. */
  readonly lineCount: number;
  /** Whether it ends in the middle of a line. */
  readonly isCut: boolean;
  /** Undefined at the end of the text. */
  readonly next: PageStart | undefined;
}

/** A part of a text that was read from its end. */
export interface TailPage {
  readonly text: string;
  readonly fromByte: number;
  /** The byte after the last one. */
  readonly toByte: number;
  readonly lineCount: number;
  /** Whether it begins in the middle of a line. */
  readonly isCut: boolean;
  /** What comes before it; undefined at the beginning of the text. */
  readonly next: { readonly before: number } | undefined;
}
