import type { Artifact } from '../../core/artifact.ts';
import { type LinePart, readLineParts } from '../structured/read-line-parts.ts';
import type { JsonElement } from './json-element.ts';
import { parseJsonText } from './parse-json-text.ts';

/** How JSON is read. */
export interface JsonReadOptions {
  /** Whether numbers that JavaScript would round are kept as they were written. */
  readonly keepDigits: boolean;
  readonly signal: AbortSignal | undefined;
}

/** A line that is not blank. */
export interface JsonLine {
  readonly line: number;
  /** Undefined for a line that is too long to be read. */
  readonly text: string | undefined;
}

/** Lines with more characters are not read. */
const MAX_LINE_LENGTH = 4_194_304;

/** The lines of an artifact that are not blank, those of one block at a time, with memory for one line. */
export async function* readTextLines(
  artifact: Artifact,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly JsonLine[], void> {
  for await (const parts of readLineParts(artifact, { maxLength: MAX_LINE_LENGTH, signal })) {
    yield parts.flatMap(toLine);
  }
}

/** The values of a text with one per line, from an index on. A line that is no JSON is one that has a problem. */
export async function* readJsonLines(
  artifact: Artifact,
  { from, keepDigits, signal }: JsonReadOptions & { readonly from: number },
): AsyncGenerator<readonly JsonElement[], void> {
  let index = 0;
  for await (const lines of readTextLines(artifact, signal)) {
    const skipped = Math.min(lines.length, Math.max(0, from - index));
    const start = index + skipped;
    index += lines.length;
    yield lines.slice(skipped).map((line, offset) => toElement(line, start + offset, keepDigits));
  }
}

/** Of a line in several parts, the last one says that there was one. */
function toLine({ line, text, isStart, isEnd }: LinePart): readonly JsonLine[] {
  if (!isEnd) return [];
  if (!isStart || text.length > MAX_LINE_LENGTH) return [{ line, text: undefined }];
  // Most lines are decided by their first character; JSON knows these spaces only.
  return /[^ \t\r]/.test(text) ? [{ line, text }] : [];
}

function toElement({ line, text }: JsonLine, index: number, keepDigits: boolean): JsonElement {
  if (text === undefined) {
    return { index, problem: { line, column: MAX_LINE_LENGTH + 1, expected: 'the end of the line' } };
  }
  const parsing = parseJsonText(text, { keepDigits });
  return parsing.ok ? { index, node: parsing.node } : { index, problem: { ...parsing.problem, line } };
}
