import { defineTool } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';

const WORDS_PER_MINUTE = 230;
const TOP_WORDS = 10;

/** Measures texts. */
export const countText = defineTool({
  name: 'count_text',
  title: 'Text statistics',
  description:
    'Counts the characters, words, sentences, lines and bytes of a text, estimates how long it takes to read, and ' +
    'lists its most frequent words. Use it when a text has to keep to a length.',
  version: '1.0.0',
  tags: ['text'],
  effect: 'read',
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    text: z.string().max(200_000).describe('The text to count in.'),
    locale: z
      .string()
      .max(35)
      .regex(/^[A-Za-z0-9-]+$/)
      .default('en')
      .describe('BCP 47 tag of its language, such as en, de or ja; it decides what a word is.'),
  }),
  outputSchema: z.strictObject({
    characters: z.int(),
    charactersWithoutSpaces: z.int(),
    words: z.int(),
    sentences: z.int(),
    lines: z.int(),
    bytes: z.int(),
    readingMinutes: z.number(),
    frequentWords: z.array(z.strictObject({ word: z.string(), count: z.int() })),
  }),
  handler: ({ text, locale }) => {
    const language = isLocale(locale) ? locale : 'en';
    const counts = countWords(text, language);
    const words = [...counts.values()].reduce((total, count) => total + count, 0);
    return {
      ...countCharacters(text),
      words,
      sentences: countSentences(text, language),
      lines: text === '' ? 0 : text.split(/\r\n|\n|\r/).length,
      bytes: new TextEncoder().encode(text).length,
      readingMinutes: Math.round((words / WORDS_PER_MINUTE) * 10) / 10,
      frequentWords: mostFrequent(counts),
    };
  },
});

function isLocale(locale: string): boolean {
  try {
    return Intl.Segmenter.supportedLocalesOf(locale).length > 0;
  } catch {
    // A tag that is not well formed is answered as one that is not known.
    return false;
  }
}

/** As people see them: a letter with its accents, or a family emoji, is one. */
function countCharacters(text: string): { characters: number; charactersWithoutSpaces: number } {
  let characters = 0;
  let spaces = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    characters++;
    if (segment.trim() === '') spaces++;
  }
  return { characters, charactersWithoutSpaces: characters - spaces };
}

function countWords(text: string, locale: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    if (isWordLike !== true) continue;
    const word = segment.toLocaleLowerCase(locale).slice(0, 100).toWellFormed();
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function countSentences(text: string, locale: string): number {
  const segments = new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text);
  let count = 0;
  for (const { segment } of segments) if (segment.trim() !== '') count++;
  return count;
}

function mostFrequent(counts: ReadonlyMap<string, number>): { word: string; count: number }[] {
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((left, right) => right.count - left.count || (left.word < right.word ? -1 : 1))
    .slice(0, TOP_WORDS);
}
