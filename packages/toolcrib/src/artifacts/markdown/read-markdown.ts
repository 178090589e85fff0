import type { Artifact } from '../../core/artifact.ts';
import { readLineParts } from '../structured/read-line-parts.ts';
import type { MarkdownBlock } from './markdown-block.ts';
import { MarkdownScanner } from './markdown-scanner.ts';

/** Lines with more characters are read in parts. */
const MAX_LINE_LENGTH = 65_536;

/** The blocks of a Markdown text, some at a time, with memory that does not grow with the text. */
export async function* readMarkdown(
  artifact: Artifact,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly MarkdownBlock[], void> {
  const scanner = new MarkdownScanner();
  let lastLine = 0;
  for await (const parts of readLineParts(artifact, { maxLength: MAX_LINE_LENGTH, signal })) {
    for (const { line, text, isStart } of parts) {
      if (isStart) scanner.push(text, line);
      else scanner.pushMore(text, line);
      lastLine = line;
    }
    yield scanner.take();
  }
  scanner.end(lastLine);
  yield scanner.take();
}
