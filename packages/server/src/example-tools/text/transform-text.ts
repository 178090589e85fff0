import { defineTool } from 'toolcrib';
import { z } from 'zod';
import { readOnlyHints } from '../hints.ts';
import { ResultBudget } from '../result-budget.ts';
import { decodeBase64, decodeHex, decodeUrl, encodeBase64, encodeHex } from './text-codecs.ts';

const operations = {
  uppercase: (text: string) => text.toUpperCase(),
  lowercase: (text: string) => text.toLowerCase(),
  title_case: (text: string) =>
    text.replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => capitalise(word.toLowerCase())),
  camel_case: (text: string) =>
    wordsOf(text)
      .map((word, index) => (index === 0 ? word.toLowerCase() : capitalise(word.toLowerCase())))
      .join(''),
  snake_case: (text: string) => wordsOf(text).join('_').toLowerCase(),
  kebab_case: (text: string) => wordsOf(text).join('-').toLowerCase(),
  slug: (text: string) => wordsOf(withoutAccents(text)).join('-').toLowerCase(),
  base64_encode: encodeBase64,
  base64_decode: decodeBase64,
  hex_encode: encodeHex,
  hex_decode: decodeHex,
  url_encode: (text: string) => encodeURIComponent(text),
  url_decode: decodeUrl,
  html_escape: escapeHtml,
  sort_lines: (text: string) => text.split('\n').sort().join('\n'),
  unique_lines: (text: string) => [...new Set(text.split('\n'))].join('\n'),
  reverse_lines: (text: string) => text.split('\n').reverse().join('\n'),
} satisfies Readonly<Record<string, (text: string) => string>>;

type Operation = keyof typeof operations;

/** Changes the form of a text. */
export const transformText = defineTool({
  name: 'transform_text',
  title: 'Transform text',
  description:
    'Changes the form of a text: upper or lower case, camel, snake or kebab case, a slug for addresses, base64, ' +
    'hexadecimal, URL or HTML encoding and back, or the order of its lines. Gives the new text.',
  version: '1.0.0',
  tags: ['text', 'encoding'],
  effect: 'read',
  annotations: readOnlyHints,
  inputSchema: z.strictObject({
    text: z.string().max(200_000).describe('The text to transform.'),
    operation: z.enum(Object.keys(operations) as [Operation]).describe('What to do with it.'),
  }),
  handler: ({ text, operation }) => {
    const result = operations[operation](text).toWellFormed();
    new ResultBudget('Transform the text in parts.').take(result.length);
    return result;
  },
});

// A word of one kind of letters: HTTPServer is two, and so is getUser.
const wordForm = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{L}\p{M}]+|\p{N}+/gu;

function wordsOf(text: string): readonly string[] {
  return text.match(wordForm) ?? [];
}

function withoutAccents(text: string): string {
  return text.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
}

function capitalise(word: string): string {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
