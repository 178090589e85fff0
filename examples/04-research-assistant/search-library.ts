import type { Library, LibraryDocument } from './load-library.ts';

/** A document that has words of a query, and the line that has most of them. */
export interface Hit {
  readonly document: LibraryDocument;
  readonly line: string;
}

/** The documents with most of the words of a query, the best first. Titles count twice. */
export function searchLibrary(library: Library, query: string): Hit[] {
  const words = new Set(toWords(query));
  return [...library.values()]
    .map((document) => ({ document, score: scoreOf(document, words), line: findLine(document, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
}

function scoreOf({ title, text }: LibraryDocument, words: ReadonlySet<string>): number {
  const inTitle = countWords(title, words);
  return inTitle + countWords(text, words);
}

function findLine({ text }: LibraryDocument, words: ReadonlySet<string>): string {
  const [, ...lines] = text.split('\n');
  const [best = ''] = lines.sort((left, right) => countWords(right, words) - countWords(left, words));
  return best.trim();
}

/** How many of the words a text has; how often it has them does not matter. */
function countWords(text: string, words: ReadonlySet<string>): number {
  const present = new Set(toWords(text));
  return [...words].filter((word) => present.has(word)).length;
}

/** Words of one or two letters say nothing, unless they have a digit, as T2 does. */
function toWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return words.filter((word) => word.length > 2 || /\d/.test(word));
}
