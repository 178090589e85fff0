import { ToolError } from '../../core/tool-error.ts';
import type { QueryBounds } from '../artifact-query.ts';
import { goOn } from '../structured/answer-page.ts';
import { LineIndex } from '../text/line-index.ts';
import type { TextPage } from '../text/text-page.ts';
import type { MarkdownSection } from './find-section.ts';
import type { MarkdownArtifact } from './markdown-artifact.ts';

interface SectionArguments {
  readonly heading?: string | undefined;
  readonly line?: number | undefined;
  readonly from?: number | undefined;
  readonly fromByte?: number | undefined;
}

/** Kept free for the line above the text. */
const HEADER_BYTES = 176;

/** A part of a section, as it is written. */
export async function answerSection(
  artifact: MarkdownArtifact,
  { heading, line, from, fromByte }: SectionArguments,
  { maxBytes, signal, redact }: QueryBounds,
): Promise<string> {
  if (heading === undefined && line === undefined) {
    throw new ToolError('Say which section: by its heading, or by a line of it.');
  }
  const wish = line === undefined ? { heading: heading ?? '' } : { line };
  const [section, ...others] = await artifact.sections(wish, { signal });
  if (section === undefined) {
    throw new ToolError('There is no such heading. Ask artifact_markdown_headings for those there are.');
  }
  const { firstLine, endLine = Number.MAX_SAFE_INTEGER } = section;
  const start =
    fromByte === undefined
      ? Math.max(from ?? 0, firstLine)
      : await new LineIndex(artifact).lineAt(fromByte, signal);
  const ended = `The section ends before line ${start}.`;
  if (start >= endLine) return ended;
  const lines = endLine - start;
  const place = fromByte === undefined ? { from: start } : { fromByte };
  const page = await artifact.cat({ ...place, lines, maxBytes: maxBytes - HEADER_BYTES, signal, redact });
  if (page.lineCount === 0) return ended;
  return `${describeSection(section, others)} ${describePart(page, start, lines)}\n${page.text}`;
}

function describeSection(
  { firstLine, endLine }: MarkdownSection,
  others: readonly MarkdownSection[],
): string {
  const lines = `Section at lines ${firstLine} to ${endLine === undefined ? 'the end' : endLine - 1}.`;
  if (others.length === 0) return lines;
  return `${lines} Other headings with this text: line ${others
    .slice(0, 3)
    .map((other) => other.firstLine)
    .join(', ')}.`;
}

function describePart(page: TextPage, start: number, lines: number): string {
  const isEnd = page.next === undefined || (!page.isCut && page.lineCount >= lines);
  const last = start + Math.max(0, page.lineCount - 1);
  const shown = page.isCut ? `Part of line ${start}` : `Lines ${start} to ${last}`;
  // By line if that is possible, so that a long line is followed by whole ones again.
  const next = page.isCut ? { fromByte: page.toByte } : { from: last + 1 };
  return `${shown}. ${goOn(isEnd ? undefined : next)}`;
}
