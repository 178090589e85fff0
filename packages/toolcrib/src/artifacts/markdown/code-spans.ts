import type { InlineSpan } from './inline-span.ts';

/**
 * Finds where code between backticks ends: at the next run of as many backticks. All runs are looked up once,
 * when the first is met, so that runs without a partner cost no more than others.
 */
export class CodeSpans {
  readonly #text: string;
  /** Where runs of a length begin, in order, and how many of them are behind. */
  #runs: Map<number, { readonly starts: number[]; behind: number }> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Positions must not go backwards from call to call. */
  readAt(start: number): { readonly span: InlineSpan | undefined; readonly end: number } {
    const textStart = skipRun(this.#text, start);
    const runs = this.#allRuns().get(textStart - start);
    if (runs === undefined) return { span: undefined, end: textStart };
    while ((runs.starts[runs.behind] ?? Number.POSITIVE_INFINITY) < textStart) runs.behind++;
    const textEnd = runs.starts[runs.behind];
    if (textEnd === undefined) return { span: undefined, end: textStart };
    const end = textEnd + (textStart - start);
    return { span: { kind: 'code', start, end, textStart, textEnd }, end };
  }

  #allRuns(): Map<number, { readonly starts: number[]; behind: number }> {
    if (this.#runs !== undefined) return this.#runs;
    this.#runs = new Map();
    let start = this.#text.indexOf('`');
    while (start !== -1) {
      const end = skipRun(this.#text, start);
      const runs = this.#runs.get(end - start);
      if (runs === undefined) this.#runs.set(end - start, { starts: [start], behind: 0 });
      else runs.starts.push(start);
      start = this.#text.indexOf('`', end);
    }
    return this.#runs;
  }
}

function skipRun(text: string, start: number): number {
  let end = start;
  while (text[end] === '`') end++;
  return end;
}
