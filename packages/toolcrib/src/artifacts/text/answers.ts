import type { ArtifactDescription } from '../../core/artifact.ts';
import type { GrepLine, GrepResult } from './grep-result.ts';
import type { PageStart, TailPage, TextPage } from './text-page.ts';

/** Left for what an answer says about a page, above the text. */
export const HEADER_BYTES = 128;

/** A page as a model reads it: one line about it, then the text and nothing else. */
export function describePage(page: TextPage, { byteLength }: ArtifactDescription, query = ''): string {
  if (page.lineCount === 0) return byteLength === 0 ? EMPTY : pastEnd(page, byteLength);
  return `${nameLines(page)}, bytes ${range(page)} of ${byteLength}. ${goOn(page.next, query)}\n${page.text}`;
}

/** The same for the beginning of a text, where another query goes on. */
export function describeHead(page: TextPage, artifact: ArtifactDescription): string {
  return describePage(page, artifact, 'artifact_cat, ');
}

/** The same for the end of a text, which is read backwards. */
export function describeTail(page: TailPage, { byteLength }: ArtifactDescription): string {
  if (page.lineCount === 0) return byteLength === 0 ? EMPTY : 'There is nothing before the first byte.';
  const lines = page.lineCount === 1 ? 'line' : `${page.lineCount} lines`;
  const what = page.isCut ? 'The end of a line' : `The last ${lines} before byte ${page.toByte}`;
  const before =
    page.next === undefined
      ? 'This is the beginning of the text.'
      : `There is more before it. Continue with before: ${page.next.before}.`;
  return `${what}, bytes ${range(page)} of ${byteLength}. ${before}\n${page.text}`;
}

/** Matches as a model reads them: `12: text` for a match, `13- text` for a line beside one. */
export function describeMatches({ lines, matchCount, next }: GrepResult): string {
  const count = matchCount === 1 ? '1 match' : `${matchCount === 0 ? 'No' : matchCount} matches`;
  const header = next === undefined ? `${count}. Everything was searched.` : `${count}. ${goOn(next)}`;
  const shown = lines.map((line, index) => {
    const isApart = index > 0 && line.number > (lines[index - 1]?.number ?? 0) + 1;
    return `${isApart && hasContext(lines) ? '--\n' : ''}${showLine(line)}`;
  });
  return [header, ...shown].join('\n');
}

const EMPTY = 'The text is empty.';

function hasContext(lines: readonly GrepLine[]): boolean {
  return lines.some(({ isMatch }) => !isMatch);
}

function showLine({ number, text, isMatch, fromByte, isCut }: GrepLine): string {
  const place = fromByte === undefined ? '' : `[from byte ${fromByte}] …`;
  return `${number}${isMatch ? ':' : '-'} ${place}${text}${isCut ? '…' : ''}`;
}

function pastEnd({ firstLine }: TextPage, byteLength: number): string {
  const place = firstLine === undefined ? 'that byte' : `line ${firstLine}`;
  return `The text ends before ${place}: it has ${byteLength} bytes.`;
}

function nameLines({ firstLine, lineCount, isCut }: TextPage): string {
  if (firstLine === undefined) return isCut ? 'A part of a line' : 'Text';
  if (isCut) return `The beginning of line ${firstLine}`;
  return lineCount === 1 ? `Line ${firstLine}` : `Lines ${firstLine} to ${firstLine + lineCount - 1}`;
}

function range({ fromByte, toByte }: { readonly fromByte: number; readonly toByte: number }): string {
  return `${fromByte} to ${toByte}`;
}

function goOn(next: PageStart | undefined, query = ''): string {
  if (next === undefined) return 'This is the end of the text.';
  return 'from' in next
    ? `There is more. Continue with ${query}from: ${next.from}.`
    : `There is more. Continue with ${query}fromByte: ${next.fromByte}.`;
}
