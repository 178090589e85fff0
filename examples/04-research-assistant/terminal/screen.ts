import { styleText } from 'node:util';

const MAX_COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[K';

/** The part of a terminal, or of a file, that is written to. `process.stdout` is one. */
export type Output = Pick<NodeJS.WriteStream, 'write'> & Partial<NodeJS.WriteStream>;

/** The styles in use. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** Writes text that wraps, lines, and below them one line that changes, if somebody is watching. */
export class Screen {
  /** Whether somebody is watching: a line that changes makes no sense in a file. */
  readonly isLive: boolean;
  readonly #output: Output;
  #column = 0;
  #space = '';
  #hasStatus = false;
  #isHeld = false;

  constructor(output: Output) {
    this.#output = output;
    this.isLive = output.isTTY === true;
  }

  get columns(): number {
    // Some terminals say 0.
    return Math.min(this.#output.columns || MAX_COLUMNS, MAX_COLUMNS);
  }

  /** One line, after whatever was written before. */
  line(text = ''): void {
    this.endText();
    this.#output.write(`${text}\n`);
  }

  /** More of a text that is on its way. It wraps between words, and each of its lines begins with the prefix. */
  flow(text: string, prefix = ''): void {
    this.#clearStatus();
    for (const piece of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
      if (piece !== '\n') this.#writeWord(piece, prefix);
      else {
        if (this.#column === 0) this.#output.write(prefix.trimEnd());
        this.#breakLine();
      }
    }
  }

  /** Ends a text, so that whatever comes next is on a line of its own. */
  endText(): void {
    this.#clearStatus();
    if (this.#column > 0) this.#breakLine();
  }

  /** Shows a line until something else is written. */
  status(text: string): void {
    if (!this.isLive || this.#isHeld) return;
    this.endText();
    this.#output.write(text.slice(0, this.columns - 1));
    this.#hasStatus = true;
  }

  /** Shows no status while somebody types. The answer ends it. */
  hold(): () => void {
    this.endText();
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
    };
  }

  /** In colour on a terminal, unless `NO_COLOR` is set. */
  paint(style: Style, text: string): string {
    // A stream that is no terminal of Node's is never painted.
    return styleText(style, text, { stream: this.#output as NodeJS.WriteStream });
  }

  /** Space is kept back until it is known whether the next word is on the same line. */
  #writeWord(piece: string, prefix: string): void {
    if (piece.trim() === '') {
      this.#space = this.#column > 0 ? piece : '';
      return;
    }
    const isFull = this.#column + this.#space.length + piece.length > this.columns;
    if (isFull && this.#column > 0) this.#breakLine();
    const before = this.#column === 0 ? prefix : this.#space;
    this.#output.write(before + piece);
    this.#column += before.length + piece.length;
    this.#space = '';
  }

  #breakLine(): void {
    this.#output.write('\n');
    this.#column = 0;
    this.#space = '';
  }

  #clearStatus(): void {
    if (!this.#hasStatus) return;
    this.#hasStatus = false;
    this.#output.write(CLEAR_LINE);
  }
}
