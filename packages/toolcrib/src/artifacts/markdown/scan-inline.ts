import { isEscape } from './characters.ts';
import { CodeSpans } from './code-spans.ts';
import type { InlineSpan } from './inline-span.ts';
import { readAngle, readBareAddress } from './read-autolink.ts';
import { readLabel, readTarget } from './read-link-end.ts';

/** Where the address of a reference is looked up. A shortcut is `[label]` alone, which may be no reference. */
export type FindReference = (label: string, isShortcut: boolean) => string | undefined;

interface Opener {
  readonly start: number;
  readonly textStart: number;
}

/**
 * The links, images, addresses, code and tags in a text, ordered by their beginning, as CommonMark reads them; so
 * are addresses that stand alone. Takes linear time whatever the text is: what is looked at ahead and found to
 * be nothing is looked at again a fixed number of times at most.
 */
export function scanInline(text: string, findReference: FindReference): readonly InlineSpan[] {
  const scanner = new InlineScanner(text, findReference);
  scanner.run();
  return withoutLinksInLinks(scanner.spans.sort((left, right) => left.start - right.start));
}

class InlineScanner {
  readonly spans: InlineSpan[] = [];
  readonly #text: string;
  readonly #findReference: FindReference;
  readonly #codeSpans: CodeSpans;
  readonly #openers: Opener[] = [];
  /** The openers below this can only become images, because a link has been found after them. */
  #spentOpeners = 0;
  #lastBracket = -1;

  constructor(text: string, findReference: FindReference) {
    this.#text = text;
    this.#findReference = findReference;
    this.#codeSpans = new CodeSpans(text);
  }

  run(): void {
    let position = 0;
    while (position < this.#text.length) position = this.#step(position);
  }

  /** Looks at what begins at a position, and gives the next one. */
  #step(position: number): number {
    switch (this.#text[position]) {
      case '\\':
        return position + (isEscape(this.#text, position) ? 2 : 1);
      case '`':
        return this.#addCode(position);
      case '<':
        return this.#add(readAngle(this.#text, position)) ?? position + 1;
      case 'h':
      case 'H':
        return this.#add(readBareAddress(this.#text, position)) ?? position + 1;
      case '!':
        if (this.#text[position + 1] !== '[') return position + 1;
        return this.#openBracket(position, position + 2);
      case '[':
        return this.#openBracket(position, position + 1);
      case ']':
        return this.#closeBracket(position);
      default:
        return position + 1;
    }
  }

  #add(span: InlineSpan | undefined): number | undefined {
    if (span !== undefined) this.spans.push(span);
    return span?.end;
  }

  #addCode(start: number): number {
    const { span, end } = this.#codeSpans.readAt(start);
    if (span !== undefined) this.spans.push(span);
    return end;
  }

  #openBracket(start: number, textStart: number): number {
    this.#openers.push({ start, textStart });
    this.#lastBracket = textStart - 1;
    return textStart;
  }

  #closeBracket(position: number): number {
    const opener = this.#openers.pop();
    const hasInner = opener === undefined || this.#lastBracket !== opener.textStart - 1;
    const isSpent = this.#openers.length < this.#spentOpeners;
    this.#spentOpeners = Math.min(this.#spentOpeners, this.#openers.length);
    this.#lastBracket = position;
    if (opener === undefined) return position + 1;
    const { start, textStart } = opener;
    const isImage = textStart - start === 2;
    if (isSpent && !isImage) return position + 1;

    const found = this.#readEnd(position, hasInner ? undefined : textStart);
    if (found === undefined) return position + 1;
    const { target, end } = found;
    this.spans.push({ kind: isImage ? 'image' : 'link', start, end, textStart, textEnd: position, target });
    if (!isImage) this.#spentOpeners = this.#openers.length;
    return end;
  }

  /** What follows the closing bracket: an address, a label, or nothing, if the text itself is a label. */
  #readEnd(
    bracket: number,
    labelStart: number | undefined,
  ): { readonly target: string; readonly end: number } | undefined {
    const text = this.#text;
    const inline = text[bracket + 1] === '(' ? readTarget(text, bracket + 2) : undefined;
    if (inline !== undefined) return inline;
    const explicit = text[bracket + 1] === '[' ? readLabel(text, bracket + 2) : undefined;
    if (explicit !== undefined && explicit.label !== '') {
      const target = this.#findReference(explicit.label, false);
      return target === undefined ? undefined : { target, end: explicit.end };
    }
    if (labelStart === undefined) return undefined;
    const own = readLabel(text, labelStart);
    if (own === undefined || own.label === '' || own.end !== bracket + 1) return undefined;
    const target = this.#findReference(own.label, explicit === undefined);
    return target === undefined ? undefined : { target, end: explicit?.end ?? own.end };
  }
}

/** An address in the text of a link is only its text. */
function withoutLinksInLinks(spans: readonly InlineSpan[]): readonly InlineSpan[] {
  let linkEnd = 0;
  return spans.filter((span) => {
    if (span.kind === 'autolink') return span.start >= linkEnd;
    if (span.kind === 'link') linkEnd = Math.max(linkEnd, span.end);
    return true;
  });
}
