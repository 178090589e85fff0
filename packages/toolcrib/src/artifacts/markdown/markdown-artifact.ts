import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { ArtifactCandidate } from '../artifact-kind.ts';
import type { ArtifactQuery } from '../artifact-query.ts';
import { SpooledArtifact } from '../spooled-artifact.ts';
import { checkCount } from '../text/check-count.ts';
import { CodeCollector, type MarkdownCodeBlock } from './code-collector.ts';
import { findLinks, type MarkdownLink } from './find-links.ts';
import { type MarkdownSection, type MarkdownSectionWish, SectionFinder } from './find-section.ts';
import { isMarkdownCandidate } from './is-markdown-candidate.ts';
import { LinkDefinitions } from './link-definitions.ts';
import type { MarkdownBlock, MarkdownHeading } from './markdown-block.ts';
import { markdownQueries } from './markdown-queries.ts';
import { proseOf } from './prose.ts';
import { readMarkdown } from './read-markdown.ts';
import type { SearchTime } from './search-time.ts';

/** How a question about Markdown is asked. */
export interface MarkdownAskOptions {
  /** Ends the reading when it is aborted; what is read then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** @internal */
  readonly time?: SearchTime | undefined;
}

/** How code is read. */
export interface MarkdownCodeOptions extends MarkdownAskOptions {
  /** How many characters of a block are kept, in whole lines. @default 1_048_576 */
  readonly maxBlockChars?: number | undefined;
}

const askNames: ReadonlySet<string> = new Set<keyof MarkdownAskOptions>(['signal', 'time']);
const codeNames: ReadonlySet<string> = new Set<keyof MarkdownCodeOptions>([
  'signal',
  'time',
  'maxBlockChars',
]);

/**
 * An artifact that holds Markdown. It is streamed for each question, in linear time, and in memory that grows with
 * its longest paragraph at most, which is read in parts of 64 KiB if it is longer; only the definitions of
 * references are kept, up to 10,000.
 *
 * It follows CommonMark as far as it takes to find things. Headings inside of code, comments, lists and
 * quotations are none of the outline.
 */
export class MarkdownArtifact extends SpooledArtifact {
  static override readonly queries: readonly ArtifactQuery[] = Object.freeze([
    ...super.queries,
    ...markdownQueries,
  ]);

  static override accepts(candidate: ArtifactCandidate): boolean {
    return isMarkdownCandidate(candidate);
  }

  /** The text between the `---` lines at the very beginning, as it is; undefined if there is none. */
  async frontMatter(options: MarkdownAskOptions = {}): Promise<string | undefined> {
    for await (const [first] of this.#read(options)) {
      if (first !== undefined) return first.kind === 'front-matter' ? first.text : undefined;
    }
    return undefined;
  }

  /** The headings of the outline, in their order. */
  async *headings(options: MarkdownAskOptions = {}): AsyncGenerator<MarkdownHeading, void> {
    for await (const blocks of this.#read(options)) {
      for (const block of blocks) {
        if (block.kind === 'heading') yield { line: block.line, level: block.level, text: block.text };
      }
    }
  }

  /**
   * The sections under a heading of that text, whatever its capitals and marks, or the one that a line is in. The
   * first 16 are found, those that are written exactly so first. `cat({ from: firstLine })` reads one.
   */
  async sections(
    wish: MarkdownSectionWish,
    options: MarkdownAskOptions = {},
  ): Promise<readonly MarkdownSection[]> {
    if ('line' in wish) checkCount('line', wish.line, 1);
    const finder = new SectionFinder(wish);
    for await (const blocks of this.#read(options)) {
      for (const block of blocks) if (block.kind === 'heading') finder.push(block);
      if (finder.isComplete) break;
    }
    return finder.found;
  }

  /** The code between fences, in its order. */
  async *codeBlocks(options: MarkdownCodeOptions = {}): AsyncGenerator<MarkdownCodeBlock, void> {
    requireKnownOptions(options, codeNames);
    const { maxBlockChars, ...ask } = options;
    const collector = new CodeCollector(checkCount('maxBlockChars', maxBlockChars ?? 1_048_576, 0));
    for await (const blocks of this.#read(ask)) {
      for (const block of blocks) {
        const code = collector.push(block);
        if (code !== undefined) yield code;
      }
    }
  }

  /** Links, images and addresses, in their order. References are looked up first, which reads the text twice. */
  async *links(options: MarkdownAskOptions = {}): AsyncGenerator<MarkdownLink, void> {
    const definitions = new LinkDefinitions();
    for await (const blocks of this.#read({ ...options, time: undefined })) {
      for (const block of blocks) definitions.push(block);
      // The other half is for the links; those that are reached then have most of their definitions.
      if (options.time?.isOver(0.5)) break;
    }
    for await (const blocks of this.#read(options)) {
      for (const block of blocks) yield* findLinks(block, definitions.find);
    }
  }

  /** The text without its marks, in pieces: roughly what somebody would read aloud. Code is left out. */
  async *prose(options: MarkdownAskOptions = {}): AsyncGenerator<string, void> {
    for await (const blocks of this.#read(options)) {
      const text = blocks.map(proseOf).join('');
      if (text !== '') yield text;
    }
  }

  #read(options: MarkdownAskOptions): AsyncIterable<readonly MarkdownBlock[]> {
    requireKnownOptions(options, askNames);
    return readMarkdown(this, options);
  }
}
