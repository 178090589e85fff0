import type { Redactor } from '../../runtime/render/redactor.ts';
import type { QueryBounds } from '../artifact-query.ts';
import type { SearchOptions } from './search/compile-search.ts';

/** What every way to read a text keeps to. */
export interface ReadBounds {
  /** How many bytes of UTF-8 the text may have, at least 12. @default 16_384 */
  readonly maxBytes?: number | undefined;
  /** Stops the reading, which then rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Takes out secrets, also those that the text begins or ends in the middle of. @default none are */
  readonly redact?: Redactor | undefined;
}

/** How the beginning of a text is read. */
export interface HeadOptions extends ReadBounds {
  /** How many lines. @default 50 */
  readonly lines?: number | undefined;
}

/** How the end of a text is read. */
export interface TailOptions extends HeadOptions {
  /** The byte that the page ends before. @default the end of the text */
  readonly before?: number | undefined;
}

/** How a part of a text is read. */
export interface CatOptions extends ReadBounds {
  /** The first line, from 1. @default 1 */
  readonly from?: number | undefined;
  /** The first byte, from 0; it takes the place of `from`. */
  readonly fromByte?: number | undefined;
  /** How many lines at most. @default as many as fit */
  readonly lines?: number | undefined;
}

/** How a text is searched. */
export interface GrepOptions extends SearchOptions {
  /** How many lines are shown before and after a match. @default 0 */
  readonly context?: number | undefined;
  /** The first line to search, from 1. @default 1 */
  readonly from?: number | undefined;
  /** The first byte to search, from 0; it takes the place of `from`. */
  readonly fromByte?: number | undefined;
  /** @default 100 */
  readonly maxMatches?: number | undefined;
  /** How many bytes of UTF-8 the lines may have as they are shown, at least 80. @default 16_384 */
  readonly maxBytes?: number | undefined;
  /** After how many milliseconds the search stops and says where to go on. @default 10_000 */
  readonly maxMs?: number | undefined;
  /** Stops the search, which then rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Takes secrets out of the lines, by what is around them too. @default none are */
  readonly redact?: Redactor | undefined;
}

/** How the lines of a text are gone through. */
export interface LinesOptions {
  /** How much is kept of a line, in bytes, 4 to 65,536. @default 65_536 */
  readonly maxLineBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The bounds of a query can be passed on to each of these, also the time that only a search keeps to. */
const boundNames = ['maxBytes', 'maxMs', 'signal', 'redact'] as const;

export const headNames: ReadonlySet<string> = new Set<keyof HeadOptions | keyof QueryBounds>([
  ...boundNames,
  'lines',
]);
export const tailNames: ReadonlySet<string> = new Set<keyof TailOptions | keyof QueryBounds>([
  ...boundNames,
  'lines',
  'before',
]);
export const catNames: ReadonlySet<string> = new Set<keyof CatOptions | keyof QueryBounds>([
  ...boundNames,
  'lines',
  'from',
  'fromByte',
]);
export const grepNames: ReadonlySet<string> = new Set<keyof GrepOptions>([
  ...boundNames,
  'pattern',
  'isLiteral',
  'ignoreCase',
  'context',
  'from',
  'fromByte',
  'maxMatches',
]);
export const linesNames: ReadonlySet<string> = new Set<keyof LinesOptions>(['maxLineBytes', 'signal']);
