import type { Artifact } from '../../core/artifact.ts';
import { readLineParts } from '../structured/read-line-parts.ts';
import type { MarkdownBlock } from './markdown-block.ts';
import { MarkdownScanner } from './markdown-scanner.ts';
import type { SearchTime } from './search-time.ts';

/** Lines with more characters are read in parts. */
const MAX_LINE_LENGTH = 65_536;

/** How a Markdown text is read. */
export interface MarkdownReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Ends the reading, which gets further each time, however slow it is. */
  readonly time?: SearchTime | undefined;
}

/** The blocks of a Markdown text, some at a time, with memory that does not grow with the text. */
export async function* readMarkdown(
  artifact: Artifact,
  { signal, time }: MarkdownReadOptions,
): AsyncGenerator<readonly MarkdownBlock[], void> {
  const scanner = new MarkdownScanner();
  let lastLine = 0;
  let searchedLine = 1;
  for await (const parts of readLineParts(artifact, { maxLength: MAX_LINE_LENGTH, signal })) {
    for (const { line, text, isStart } of parts) {
      if (isStart) scanner.push(text, line);
      else scanner.pushMore(text, line);
      lastLine = line;
    }
    const blocks = scanner.take();
    yield blocks;
    // What is not complete yet has not been searched.
    searchedLine = blocks.at(-1)?.line ?? searchedLine;
    if (time?.isOver()) return time.stopAt(searchedLine);
  }
  scanner.end(lastLine);
  yield scanner.take();
}
