import { indexOfColumn, type LinePlace, skipIndent, type Unquoted, unquote } from './line-place.ts';
import { type Fence, isClosingFence, type LineStart, readLineStart, underlineLevel } from './line-start.ts';
import type { MarkdownBlock } from './markdown-block.ts';

/** How deeply quotations and lists are followed; what is beyond is text. Bounds the work for one line. */
const MAX_DEPTH = 32;

/** How many characters of a paragraph are kept together. */
const MAX_HELD = 65_536;

const NO_OFFSETS: readonly number[] = [];

interface OpenFence extends Fence {
  readonly column: number;
  /** How deep in quotations it is, and how far the list item that it is in is indented. */
  readonly depth: number;
  readonly offset: number;
}

interface OpenParagraph {
  readonly line: number;
  readonly marker: string;
  /** Whether it is outside of quotations and lists, so that an underline makes it a heading. */
  readonly isOutside: boolean;
  readonly lines: string[];
  length: number;
}

/** What begins in a line, given what is open before it. */
type BlockStart =
  | LineStart
  | { readonly kind: 'underline'; readonly level: number }
  | { readonly kind: 'indented' };

/** Where a block begins. */
interface BlockPlace {
  readonly text: string;
  readonly line: number;
  readonly place: LinePlace;
  readonly depth: number;
  /** In which columns the contents of the open list items begin, from the outermost. */
  readonly offsets: readonly number[];
  /** Of the list item that begins in this line; empty if none does. */
  readonly marker: string;
}

/**
 * Finds the blocks of a Markdown text, a line at a time, in linear time and with memory that does not grow with
 * the text. It follows CommonMark as far as it matters for finding things: headings of both forms, fences also
 * inside of quotations and lists, comments and other raw HTML, which hold none of these. It does not build a
 * tree, and takes lists and tables for paragraphs.
 */
export class BlockScanner {
  #found: MarkdownBlock[] = [];
  #fence: OpenFence | undefined;
  #htmlEndMarks: readonly string[] | undefined;
  #paragraph: OpenParagraph | undefined;
  #depth = 0;
  #offsets = NO_OFFSETS;

  push(text: string, line: number): void {
    if (this.#htmlEndMarks !== undefined) {
      this.#continueHtml(text, 0);
      return;
    }
    if (this.#fence !== undefined) {
      if (this.#continueFence(this.#fence, unquote({ text, line, maxDepth: this.#fence.depth }))) return;
      this.#endFence(line - 1, false);
    }
    this.#scan(unquote({ text, line, maxDepth: MAX_DEPTH }));
  }

  /** More of a line that is too long to be held whole: nothing begins in it. */
  pushMore(text: string, line: number): void {
    if (this.#htmlEndMarks !== undefined) this.#continueHtml(text, 0);
    else if (this.#fence !== undefined) this.#found.push({ kind: 'code-line', line, text });
    else {
      this.#paragraph ??= { line, marker: '', isOutside: false, lines: [], length: 0 };
      this.#addToParagraph(this.#paragraph, text, line);
    }
  }

  /** After the last line. */
  end(lastLine: number): void {
    if (this.#fence !== undefined) this.#endFence(lastLine, false);
    this.#endParagraph();
  }

  /** The blocks that are complete, each once. */
  take(): readonly MarkdownBlock[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Whether the line belongs to the fence; it does not where the quotation or list around it has ended. */
  #continueFence(fence: OpenFence, { text, line, depth, place }: Unquoted): boolean {
    const first = skipIndent(text, place);
    const isBlank = first.index >= text.length;
    if (depth < fence.depth || (!isBlank && first.column < fence.offset)) return false;
    if (first.column - fence.offset <= 3 && isClosingFence(text, first.index, fence)) {
      this.#endFence(line, true);
    } else {
      // The indentation of the fence itself is none of the code.
      const start = first.column <= fence.column ? first.index : indexOfColumn(text, place, fence.column);
      this.#found.push({ kind: 'code-line', line, text: text.slice(start) });
    }
    return true;
  }

  #endFence(line: number, isClosed: boolean): void {
    this.#fence = undefined;
    this.#found.push({ kind: 'code-end', line, isClosed });
  }

  #continueHtml(text: string, start: number): void {
    const rest = text.slice(start).toLowerCase();
    if (this.#htmlEndMarks?.some((mark) => rest.includes(mark))) this.#htmlEndMarks = undefined;
  }

  /** What begins in a line, inside of the list items that begin in it too. */
  #scan({ text, line, depth, place }: Unquoted): void {
    const first = skipIndent(text, place);
    const isBlank = first.index >= text.length;
    if (isBlank) this.#endParagraph();
    let offsets = depth === this.#depth ? this.#offsets : NO_OFFSETS;
    if (!isBlank && (offsets.at(-1) ?? 0) > first.column) {
      offsets = offsets.filter((offset) => offset <= first.column);
    }
    let block: BlockPlace = { text, line, depth, place: first, offsets, marker: '' };
    while (block.place.index < text.length) {
      const start = this.#startOf(block);
      if (start.kind !== 'item') {
        this.#open(start, block);
        return;
      }
      this.#endParagraph();
      const marker = `${'  '.repeat(block.offsets.length)}${start.marker} `;
      block = { ...block, place: start.content, offsets: [...block.offsets, start.offset], marker };
    }
    this.#depth = depth;
    this.#offsets = block.offsets;
  }

  #startOf({ text, place, depth, offsets }: BlockPlace): BlockStart {
    const paragraph = this.#paragraph;
    if (place.column - (offsets.at(-1) ?? 0) >= 4) return { kind: paragraph ? 'text' : 'indented' };
    const isSameOutside = paragraph?.isOutside && depth === 0 && offsets.length === 0;
    const level = isSameOutside ? underlineLevel(text, place.index) : 0;
    if (level > 0) return { kind: 'underline', level };
    const start = readLineStart(text, place);
    if (start.kind !== 'item') return start;
    // A number in the middle of a paragraph begins no list, unless it is the first one.
    const isProse = isSameOutside && !/^(?:[-*+]|1[.)])$/.test(start.marker);
    return isProse || offsets.length >= MAX_DEPTH ? { kind: 'text' } : start;
  }

  #open(start: BlockStart, block: BlockPlace): void {
    if (start.kind === 'underline') {
      this.#underline(start.level);
    } else if (start.kind === 'text' && this.#paragraph !== undefined) {
      // Also where it is indented less, or not quoted, than the lines before: that is allowed.
      this.#addToParagraph(this.#paragraph, block.text.slice(block.place.index), block.line);
    } else {
      this.#endParagraph();
      this.#depth = block.depth;
      this.#offsets = block.offsets;
      this.#openNew(start, block);
    }
  }

  #openNew(start: BlockStart, block: BlockPlace): void {
    const { text, line, place, depth, offsets, marker } = block;
    const isOutside = depth === 0 && offsets.length === 0;
    switch (start.kind) {
      case 'heading':
        this.#found.push(
          isOutside
            ? { kind: 'heading', line, level: start.level, text: start.text }
            : { kind: 'paragraph', line, text: start.text, marker },
        );
        break;
      case 'fence':
        this.#fence = { ...start, column: place.column, depth, offset: offsets.at(-1) ?? 0 };
        this.#found.push({ kind: 'code-start', line, info: start.info });
        break;
      case 'html':
        this.#htmlEndMarks = start.endMarks;
        this.#continueHtml(text, place.index);
        break;
      case 'indented':
        this.#found.push({ kind: 'indented-code', line, text: text.slice(place.index) });
        break;
      case 'text':
        this.#paragraph = { line, marker, isOutside, lines: [], length: 0 };
        this.#addToParagraph(this.#paragraph, text.slice(place.index), line);
        break;
    }
  }

  #underline(level: number): void {
    const paragraph = this.#paragraph;
    if (paragraph === undefined) return;
    this.#paragraph = undefined;
    const text = paragraph.lines.join('\n').trim();
    this.#found.push({ kind: 'heading', line: paragraph.line, level, text });
  }

  #addToParagraph(paragraph: OpenParagraph, text: string, line: number): void {
    paragraph.lines.push(text.trimEnd());
    paragraph.length += text.length + 1;
    if (paragraph.length <= MAX_HELD) return;
    this.#endParagraph();
    this.#paragraph = { line: line + 1, marker: '', isOutside: false, lines: [], length: 0 };
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = undefined;
    if (paragraph === undefined || paragraph.lines.length === 0) return;
    const { line, marker, lines } = paragraph;
    this.#found.push({ kind: 'paragraph', line, text: lines.join('\n'), marker });
  }
}
