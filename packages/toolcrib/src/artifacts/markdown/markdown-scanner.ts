import { BlockScanner } from './block-scanner.ts';
import type { MarkdownBlock } from './markdown-block.ts';

/** How many characters are held that may be front matter. */
const MAX_HELD = 65_536;

/** Finds front matter, and after it the blocks of a Markdown text, as {@link BlockScanner} does. */
export class MarkdownScanner {
  readonly #blocks = new BlockScanner();
  #frontMatter: MarkdownBlock | undefined;
  /** The lines after the opening fence, for as long as there is no closing one. */
  #held: string[] | undefined;
  #heldLength = 0;

  push(text: string, line: number): void {
    if (line === 1 && isFence(text)) this.#held = [];
    else if (this.#held !== undefined) this.#hold(this.#held, text);
    else this.#blocks.push(text, line);
  }

  /** More of a line that is too long to be held whole. */
  pushMore(text: string, line: number): void {
    if (this.#held !== undefined) this.#giveUp(this.#held);
    this.#blocks.pushMore(text, line);
  }

  /** After the last line. */
  end(lastLine: number): void {
    if (this.#held !== undefined) this.#giveUp(this.#held);
    this.#blocks.end(lastLine);
  }

  /** The blocks that are complete, each once. */
  take(): readonly MarkdownBlock[] {
    const blocks = this.#blocks.take();
    const frontMatter = this.#frontMatter;
    this.#frontMatter = undefined;
    return frontMatter === undefined ? blocks : [frontMatter, ...blocks];
  }

  #hold(lines: string[], text: string): void {
    if (isFence(text) || text.trimEnd() === '...') {
      this.#frontMatter = { kind: 'front-matter', line: 1, text: lines.join('\n') };
      this.#held = undefined;
      return;
    }
    lines.push(text);
    this.#heldLength += text.length + 1;
    if (this.#heldLength > MAX_HELD) this.#giveUp(lines);
  }

  /** What began as front matter was a break, with text after it. */
  #giveUp(lines: readonly string[]): void {
    this.#held = undefined;
    for (const [index, text] of lines.entries()) this.#blocks.push(text, index + 2);
  }
}

function isFence(text: string): boolean {
  return text.startsWith('---') && text.trimEnd() === '---';
}
