import type { MarkdownBlock } from './markdown-block.ts';
import { toPlainText } from './plain-text.ts';
import { readDefinitions } from './read-definitions.ts';
import { type FindReference, scanInline } from './scan-inline.ts';

/** A link, an image, or an address that is its own text. */
export interface MarkdownLink {
  readonly kind: 'link' | 'image' | 'autolink';
  readonly line: number;
  /** As it reads, at most about 300 characters. */
  readonly text: string;
  /** The address, of a reference too. */
  readonly target: string;
}

const MAX_TEXT_LENGTH = 300;

/** The links of a paragraph or a heading, in their order; none of other blocks. */
export function findLinks(block: MarkdownBlock, findReference: FindReference): readonly MarkdownLink[] {
  if (block.kind !== 'paragraph' && block.kind !== 'heading') return [];
  const { text } = block;
  const { end } = block.kind === 'paragraph' ? readDefinitions(text) : { end: 0 };
  const prose = text.slice(end);
  let line = block.line + countLines(text.slice(0, end));
  let position = 0;
  return scanInline(prose, findReference).flatMap((span) => {
    if (span.kind === 'code' || span.kind === 'html') return [];
    line += countLines(prose.slice(position, span.start));
    position = span.start;
    // Cut first: images inside of one another would be read again for each of them.
    const inner = prose.slice(span.textStart, Math.min(span.textEnd, span.textStart + MAX_TEXT_LENGTH));
    const shown = span.kind === 'autolink' ? inner : toPlainText(inner).replaceAll('\n', ' ').trim();
    return [{ kind: span.kind, line, text: shown.toWellFormed(), target: span.target }];
  });
}

function countLines(text: string): number {
  let count = 0;
  for (let place = text.indexOf('\n'); place !== -1; place = text.indexOf('\n', place + 1)) count++;
  return count;
}
