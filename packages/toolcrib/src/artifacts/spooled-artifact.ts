import { Artifact } from '../core/artifact.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import type { ToolRegistry } from '../core/tool-registry.ts';
import { isText } from '../runtime/spool/is-text.ts';
import type { ArtifactCandidate, ArtifactKind } from './artifact-kind.ts';
import type { ArtifactQuery } from './artifact-query.ts';
import type { ForgeContext, ForgeOptions } from './forge-context.ts';
import { forgeQueryTools } from './forge-query-tools.ts';
import { checkCount } from './text/check-count.ts';
import { MIN_PAGE_BYTES } from './text/fit-redacted.ts';
import { MIN_GREP_BYTES } from './text/grep-collector.ts';
import type { GrepResult } from './text/grep-result.ts';
import { grepText } from './text/grep-text.ts';
import { LineIndex } from './text/line-index.ts';
import { textQueries } from './text/queries.ts';
import { readLines, type TextLine } from './text/read-lines.ts';
import { readPage, readTail } from './text/read-page.ts';
import { compileSearch } from './text/search/compile-search.ts';
import {
  type CatOptions,
  catNames,
  type GrepOptions,
  grepNames,
  type HeadOptions,
  headNames,
  type LinesOptions,
  linesNames,
  type TailOptions,
  tailNames,
} from './text/text-options.ts';
import type { PageStart, TailPage, TextPage } from './text/text-page.ts';

const DEFAULT_BYTES = 16_384;
const BYTES_PER_TOKEN = 4;

/**
 * An artifact that can be asked: the kind for text, and the base of all other kinds. Text is UTF-8; what is not is
 * read as replacement characters. Lines end with a line feed, with or without a carriage return before it.
 *
 * Every method reads the bytes anew, as a stream, in memory that does not grow with them, and lets other work of
 * the process go on meanwhile.
 *
 * A kind of one's own extends it with typed methods, lists queries that use them, and says what it accepts. A tool
 * may return an instance of its kind; of other artifacts that the kind accepts, one is made.
 *
 * @example
 * ```ts
 * class CsvArtifact extends SpooledArtifact {
 *   static override readonly queries = [...super.queries, column];
 *
 *   static override accepts({ artifact }: ArtifactCandidate): boolean {
 *     return artifact.mimeType === 'text/csv';
 *   }
 * }
 * ```
 */
export class SpooledArtifact extends Artifact {
  /** The questions of this kind. A kind that extends another one begins with `...super.queries`. */
  static readonly queries: readonly ArtifactQuery[] = textQueries;

  readonly #source: Artifact;
  readonly #index: LineIndex;

  /** Reads from another artifact and is called as that one is. */
  constructor(source: Artifact) {
    super(source);
    this.#source = source;
    this.#index = new LineIndex(this);
  }

  /**
   * Whether an artifact that is no instance of this kind can be made one: here, whether its MIME type is one of
   * text. It must not throw.
   */
  static accepts({ artifact }: ArtifactCandidate): boolean {
    return isText(String(artifact.mimeType));
  }

  /**
   * Tools that ask the artifacts of a dispatch the queries of this kind, as {@link forgeQueryTools} does for
   * several kinds. Empty if there is no artifact that the kind accepts.
   */
  static forgeTools<Kind extends SpooledArtifact>(
    this: ArtifactKind<Kind>,
    ctx: ForgeContext,
    options: ForgeOptions = {},
  ): ToolRegistry {
    // biome-ignore lint/complexity/noThisInStatic: the kind is the class that it is called on.
    return forgeQueryTools([this], ctx, options);
  }

  /** The artifact that it reads from. */
  get source(): Artifact {
    return this.#source;
  }

  stream(): ReadableStream<Uint8Array> {
    return this.#source.stream();
  }

  override streamFrom(byteOffset: number): ReadableStream<Uint8Array> {
    return this.#source.streamFrom(byteOffset);
  }

  /** The first lines, as many as fit. */
  async head(options: HeadOptions = {}): Promise<TextPage> {
    requireKnownOptions(options, headNames);
    const { lines = 50, ...bounds } = options;
    return await this.cat({ ...bounds, from: 1, lines });
  }

  /** The last lines, as many as fit. They are read from the end, so the start may be as long as it likes. */
  async tail(options: TailOptions = {}): Promise<TailPage> {
    requireKnownOptions(options, tailNames);
    const { lines = 50, before = this.byteLength, maxBytes = DEFAULT_BYTES, signal, redact } = options;
    checkCount('lines', lines, 1);
    checkCount('maxBytes', maxBytes, MIN_PAGE_BYTES);
    return readTail(this, checkCount('before', before, 0), { lines, maxBytes, signal, redact });
  }

  /**
   * A part of the text: whole lines, as many as fit, or the beginning of a line that is too long. `next` of one page,
   * given as options, leads to the next one.
   */
  async cat(options: CatOptions = {}): Promise<TextPage> {
    requireKnownOptions(options, catNames);
    const { lines = Number.MAX_SAFE_INTEGER, maxBytes = DEFAULT_BYTES, signal, redact } = options;
    checkCount('lines', lines, 1);
    checkCount('maxBytes', maxBytes, MIN_PAGE_BYTES);
    const source = { artifact: this, index: this.#index };
    return readPage(source, startOf(options), { lines, maxBytes, signal, redact });
  }

  /**
   * The lines that match a pattern, in a time that is linear in the text, whatever the pattern is. `next` of one
   * result, given among the options, searches on. In a line of more than 500 bytes every match counts.
   *
   * @throws ToolError for a pattern that is none or that cannot be searched so; its message is for the model.
   */
  async grep(options: GrepOptions): Promise<GrepResult> {
    requireKnownOptions(options, grepNames);
    const {
      context = 0,
      maxMatches = 100,
      maxBytes = DEFAULT_BYTES,
      maxMs = 10_000,
      signal,
      redact,
    } = options;
    checkCount('context', context, 0);
    checkCount('maxMatches', maxMatches, 1);
    checkCount('maxBytes', maxBytes, MIN_GREP_BYTES);
    checkCount('maxMs', maxMs, 1);
    const source = { artifact: this, index: this.#index };
    const bounds = { start: startOf(options), context, maxMatches, maxBytes, maxMs, signal, redact };
    return grepText(source, compileSearch(options), bounds);
  }

  /** Every line, as far as it is kept. For whoever writes a kind. */
  lines(options: LinesOptions = {}): AsyncGenerator<TextLine, void> {
    requireKnownOptions(options, linesNames);
    const { maxLineBytes = 65_536, signal } = options;
    checkCount('maxLineBytes', maxLineBytes, 4);
    return readLines(this, { maxLineBytes: Math.min(maxLineBytes, 65_536), signal });
  }

  /** How many lines there are. What comes after the last line feed is a line if it is not empty. */
  lineCount(signal?: AbortSignal): Promise<number> {
    return this.#index.count(signal);
  }

  /** About how many tokens a model would need to read it: one for four bytes. Nothing is read for it. */
  estimateTokens(): number {
    return Math.ceil(this.byteLength / BYTES_PER_TOKEN);
  }
}

function startOf({
  from = 1,
  fromByte,
}: {
  from?: number | undefined;
  fromByte?: number | undefined;
}): PageStart {
  if (fromByte !== undefined) return { fromByte: checkCount('fromByte', fromByte, 0) };
  return { from: checkCount('from', from, 1) };
}
