import type { MarkdownBlock } from './markdown-block.ts';

/** Code between fences. */
export interface MarkdownCodeBlock {
  /** Of the opening fence. */
  readonly line: number;
  /** The first word after the fence; empty if there is none. */
  readonly language: string;
  /** All that comes after the fence. */
  readonly info: string;
  /** Without the fences and their indentation. */
  readonly text: string;
  readonly lineCount: number;
  /** The number of the line where the text was cut because it is too long; undefined if it is whole. */
  readonly cutAtLine: number | undefined;
  /** Whether there is a closing fence; without one it ends where the text, list or quotation does. */
  readonly isClosed: boolean;
}

interface OpenCode {
  readonly line: number;
  readonly info: string;
  readonly lines: string[];
  length: number;
  lineCount: number;
  cutAtLine: number | undefined;
}

/** Puts blocks of code together. Of one with more characters, the lines that fit are kept. */
export class CodeCollector {
  readonly #maxChars: number;
  #open: OpenCode | undefined;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** The block that ends here. */
  push(block: MarkdownBlock): MarkdownCodeBlock | undefined {
    const open = this.#open;
    if (block.kind === 'code-start') {
      const { line, info } = block;
      this.#open = { line, info, lines: [], length: 0, lineCount: 0, cutAtLine: undefined };
    } else if (block.kind === 'code-line' && open !== undefined) {
      open.lineCount = block.line - open.line;
      open.length += block.text.length + 1;
      if (open.length > this.#maxChars) open.cutAtLine ??= block.line;
      else open.lines.push(block.text);
    } else if (block.kind === 'code-end' && open !== undefined) {
      this.#open = undefined;
      const { line, info, lines, lineCount, cutAtLine } = open;
      const [language = ''] = info.split(/\s/, 1);
      return { line, language, info, text: lines.join('\n'), lineCount, cutAtLine, isClosed: block.isClosed };
    }
    return undefined;
  }
}
