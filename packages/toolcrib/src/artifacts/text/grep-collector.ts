import { redactPart } from '../../runtime/render/redact-part.ts';
import type { Redactor } from '../../runtime/render/redactor.ts';
import type { FoundLine, GrepLine } from './grep-result.ts';
import { cutToBytes, utf8Length } from './utf8.ts';

/** What a collector keeps to. */
export interface CollectorBounds {
  readonly maxMatches: number;
  /** Of all lines, as they are shown. */
  readonly maxBytes: number;
  /** How many lines are shown before and after a match. */
  readonly context: number;
  readonly redact: Redactor | undefined;
}

/** The number, marks and the place of a line, as they are shown. */
const BYTES_BESIDE_TEXT = 48;
const MAX_LINE_BYTES = 1_000;
const MIN_LINE_BYTES = 32;

/** The smallest room in which there is a place for a match. */
export const MIN_GREP_BYTES = MIN_LINE_BYTES + BYTES_BESIDE_TEXT;

/** Collects matches with their context, as long as there is room for another match. */
export class GrepCollector {
  readonly lines: GrepLine[] = [];
  /** How much of a line is shown. */
  readonly maxLineBytes: number;
  readonly #bounds: CollectorBounds;
  #matchCount = 0;
  #room: number;
  /** The last lines that do not match and are not shown. */
  #before: FoundLine[] = [];
  /** How many of the next lines are shown. */
  #after = 0;

  constructor(bounds: CollectorBounds) {
    this.#bounds = bounds;
    this.#room = bounds.maxBytes;
    const share = Math.floor(bounds.maxBytes / 4);
    this.maxLineBytes = Math.min(MAX_LINE_BYTES, Math.max(MIN_LINE_BYTES, share));
  }

  get matchCount(): number {
    return this.#matchCount;
  }

  /** Whether the next match would be too much. */
  get isFull(): boolean {
    return this.#matchCount >= this.#bounds.maxMatches || this.#room < this.#roomForMatch;
  }

  /** Whether the next line, if it does not match, belongs to what is shown. */
  get wantsContext(): boolean {
    return this.#after > 0 && this.#room >= this.#roomForMatch;
  }

  addMatch(line: FoundLine): void {
    for (const before of this.#before) if (this.#room >= 2 * this.#roomForMatch) this.#show(before);
    this.#before = [];
    this.#show(line);
    this.#matchCount += 1;
    this.#after = this.#bounds.context;
  }

  addOther(line: FoundLine): void {
    if (this.#bounds.context === 0) return;
    if (this.wantsContext) {
      this.#after -= 1;
      this.#show(line);
    } else {
      this.#before.push(line);
      if (this.#before.length > this.#bounds.context) this.#before.shift();
    }
  }

  get #roomForMatch(): number {
    return this.maxLineBytes + BYTES_BESIDE_TEXT;
  }

  #show({ around, ...line }: FoundLine): void {
    const { redact } = this.#bounds;
    const clean = redact === undefined ? line.text : redactPart({ ...around(), part: line.text }, redact);
    const text = cutToBytes(clean, this.maxLineBytes);
    this.lines.push({ ...line, text, isCut: line.isCut || text.length < clean.length });
    this.#room -= utf8Length(text) + BYTES_BESIDE_TEXT;
  }
}
